// Every place in a schema that can hold a value, and how to send a value there.
import * as z from 'zod';

export interface Node {
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  $ref?: string;
  $defs?: Record<string, Node>;
  enum?: unknown[];
  const?: unknown;
  maximum?: number;
  additionalProperties?: boolean | Node;
  override?: Node;
}

export interface Place {
  pointer: string;
  node: Node;
  /** Whether it is in a member of a union, where a message is about the closest member. */
  among: boolean;
  /** The whole body with this value in this place. */
  holding(value: unknown): unknown;
}

export function inputSchema(schema: z.ZodType): Node {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A schema that accepts anything and checks it itself has no wrong value, whatever the documentation
      // says.
      if (zodSchema._zod.def.type === 'unknown') delete (jsonSchema as Node).override;
      const override = (jsonSchema as Node).override;
      if (override) Object.assign(jsonSchema, override);
    },
  }) as Node;
}

export function resolve(node: Node, root: Node): Node {
  return node.$ref ? root.$defs![node.$ref.slice('#/$defs/'.length)]! : node;
}

export function placesOf(schema: z.ZodType): Place[] {
  const root = inputSchema(schema);
  const found: Place[] = [];
  const visit = (given: Node, pointer: string, among: boolean, holding: Place['holding']) => {
    const node = resolve(given, root);
    found.push({ pointer, node, among, holding });
    for (const form of node.anyOf ?? node.oneOf ?? []) {
      const [one, another] = (node.anyOf ?? node.oneOf)!.filter(({ type }) => type !== 'null');
      visit(form, pointer, among || (one !== undefined && another !== undefined), holding);
    }
    // The fields that identify this member of the union are sent along.
    const kind = Object.fromEntries(
      Object.entries(node.properties ?? {})
        .filter(([, { const: value }]) => value !== undefined)
        .map(([name, { const: value }]) => [name, value]),
    );
    for (const [name, inner] of Object.entries(node.properties ?? {}))
      visit(inner, `${pointer}/${name}`, among, (value) => holding({ ...kind, [name]: value }));
    if (node.items) visit(node.items, `${pointer}/0`, among, (value) => holding([value]));
  };
  visit(root, '', false, (value) => value);
  return found;
}
