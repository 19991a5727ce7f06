// Makes bodies with exactly one field of a wrong type from a schema.
import type * as z from 'zod';
import { inputSchema, type Node, resolve } from './places.ts';

export interface WrongBody {
  pointer: string;
  body: unknown;
}

const VALUES: [string, unknown][] = [
  ['string', 'a text'],
  ['number', 12.5],
  ['boolean', true],
  ['array', [[]]],
  ['object', { x: 1 }],
  ['null', null],
];

export function wrongTypes(schema: z.ZodType): WrongBody[] {
  const root = inputSchema(schema);
  const found: WrongBody[] = [];
  for (const [name, node] of Object.entries(resolve(root, root).properties ?? {})) {
    visit(resolve(node, root), root, `/${name}`, (value) => ({ [name]: value }), found);
  }
  return found;
}

function visit(
  node: Node,
  root: Node,
  pointer: string,
  wrap: (value: unknown) => unknown,
  found: WrongBody[],
): void {
  const kinds = kindsOf(node, root);
  // A field that accepts anything has no wrong type.
  if (kinds.size === 0) return;
  for (const [kind, value] of VALUES) {
    if (!kinds.has(kind)) found.push({ pointer, body: wrap(value) });
  }
  if (pointer.split('/').length > 4) return;
  const object = [node, ...(node.anyOf ?? [])].map((one) => resolve(one, root)).find((one) => one.properties);
  for (const [name, inner] of Object.entries(object?.properties ?? {})) {
    visit(resolve(inner, root), root, `${pointer}/${name}`, (value) => wrap({ [name]: value }), found);
  }
  if (node.items) visit(resolve(node.items, root), root, `${pointer}/0`, (value) => wrap([value]), found);
}

function kindsOf(node: Node, root: Node): Set<string> {
  const kinds = new Set<string>();
  const types = node.type === undefined ? [] : [node.type].flat();
  for (const type of types) kinds.add(type === 'integer' ? 'number' : type);
  for (const value of node.enum ?? (node.const === undefined ? [] : [node.const])) {
    kinds.add(value === null ? 'null' : typeof value);
  }
  for (const part of node.anyOf ?? node.oneOf ?? []) {
    const inner = kindsOf(resolve(part, root), root);
    // If one member of a union accepts anything, so does the union.
    if (inner.size === 0) return new Set();
    for (const kind of inner) kinds.add(kind);
  }
  return kinds;
}
