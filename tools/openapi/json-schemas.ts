// zod -> JSON Schema (draft 2020-12), with named schemas moved to components/schemas.
import * as z from 'zod';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export type Side = 'input' | 'output';

const NAMED = '#/$defs/';
const SAFE = Number.MAX_SAFE_INTEGER;

/** Collects what the parts of a document share while it is being made. */
export class Components {
  readonly schemas: JsonObject = {};
  readonly responses: JsonObject = {};
  readonly parameters: JsonObject = {};

  /** A reference to a response or parameter, so that other operations can refer to it as well. */
  share(kind: 'responses' | 'parameters', name: string, part: JsonObject): JsonObject {
    const known = this[kind][name];
    // If the same name already has another meaning, the part is written inline.
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part)) return part;
    this[kind][name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** A schema as a part of the document. Named schemas become references to components/schemas. */
  convert(schema: z.ZodType, io: Side): JsonObject {
    const made = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      override: ({ jsonSchema }) => applyOverride(jsonSchema as JsonObject),
    }) as JsonObject;
    const { $schema, $defs, id, ...rest } = made;
    for (const [name, definition] of Object.entries(($defs ?? {}) as JsonObject)) {
      this.#add(name, definition as JsonObject, io);
    }
    const tidy = this.#tidy(rest, io) as JsonObject;
    if (typeof id !== 'string') return tidy;
    return { $ref: `#/components/schemas/${this.#put(id, tidy)}` };
  }

  #add(name: string, definition: JsonObject, io: Side): void {
    const { id: _, ...rest } = definition;
    this.#put(name, this.#tidy(rest, io) as JsonObject);
  }

  #put(name: string, schema: JsonObject): string {
    const known = this.schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two different schemas are named ${name}: give the request side a name of its own`);
    }
    this.schemas[name] = schema;
    return name;
  }

  #tidy(node: Json, io: Side): Json {
    if (Array.isArray(node)) return node.map((item) => this.#tidy(item, io));
    if (node === null || typeof node !== 'object') return node;
    const out: JsonObject = {};
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string' && value.startsWith(NAMED)) {
        out.$ref = `#/components/schemas/${value.slice(NAMED.length)}`;
      } else if (
        key === 'properties' &&
        value !== null &&
        typeof value === 'object' &&
        !Array.isArray(value)
      ) {
        // The keys in here are names of fields, not keywords.
        out.properties = Object.fromEntries(
          Object.entries(value).map(([name, property]) => [name, this.#tidy(property, io)]),
        );
      } else if (key === 'examples') {
        out.examples = value;
      } else if (key === 'additionalProperties' && value === false && io === 'output') {
        // Responses may gain fields, and a client that rejects unknown ones would break.
      } else if (
        (key === 'minimum' && value === -SAFE) ||
        (key === 'maximum' && value === SAFE && io === 'output')
      ) {
        // zod's bounds of safe integers are of no use to a reader.
      } else if (key !== 'id' || typeof value !== 'string') {
        out[key] = this.#tidy(value, io);
      }
    }
    return simplerNull(out);
  }
}

/** `.meta({ override })` on a field describes the sent value where a transform hides it. */
function applyOverride(schema: JsonObject): void {
  const { override, description } = schema;
  if (override === undefined) return;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, override);
  if (description !== undefined) schema.description = description;
}

/**
 * Turns `anyOf: [{type: string}, {type: null}]` into `type: [string, null]`, which viewers display better.
 */
function simplerNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other] = anyOf as JsonObject[];
  if (other?.type !== 'null' || typeof one?.type !== 'string' || 'const' in one) return schema;
  const merged: JsonObject = { ...one, ...rest, type: [one.type, 'null'] };
  if (Array.isArray(one.enum)) merged.enum = [...one.enum, null];
  return merged;
}
