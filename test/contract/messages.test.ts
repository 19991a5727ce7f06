// Messages about wrong values, for every field of every body and query: sentences that a stranger
// understands.
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import openapi from '../../openapi.json' with { type: 'json' };
import { readAs } from '../../src/resource/field-issues.ts';
import { type Node, placesOf } from './support/places.ts';
import { routes, titled, withBody } from './support/samples.ts';

const schemasOf = ({ body, query }: { body?: z.ZodType; query?: z.ZodType }) =>
  [body, query].filter((schema) => schema !== undefined);
const asked = titled(routes.filter((route) => schemasOf(route).length > 0));

/** Programmers' words: zod's own messages, patterns, type names. */
const CODE = /invalid|expected|received|pattern|undefined|\bnull\b|\||\^|\\|too (?:big|small)|[<>]=/i;
const ODD = [
  '',
  ' ',
  '!',
  'x'.repeat(30_000),
  'a text',
  -1,
  12.345,
  1e300,
  true,
  [],
  [[]],
  {},
  { x: 1 },
  null,
];

function valueAt(whole: unknown, pointer: string): unknown {
  let at = whole;
  for (const key of pointer.split('/').slice(1)) at = (at as Record<string, unknown> | null)?.[key];
  return at;
}

interface Operation {
  operationId: string;
  requestBody?: unknown;
  parameters?: { in?: string }[];
}

/** The enumerations in the documentation of a part of a request. */
function enumsOf(node: unknown, seen = new Set<string>()): string[] {
  if (node === null || typeof node !== 'object') return [];
  const { $ref, enum: values } = node as Node;
  if ($ref !== undefined) {
    if (seen.has($ref)) return [];
    const [, , , name] = $ref.split('/');
    return enumsOf((openapi.components.schemas as Record<string, unknown>)[name!], seen.add($ref));
  }
  const own = Array.isArray(values) ? [JSON.stringify(values.filter((value) => value !== null))] : [];
  return [...own, ...Object.values(node).flatMap((part) => enumsOf(part, seen))];
}

const met = new Set<string>();

function isWell(message: string, code: string, value: unknown, wanted: unknown[]): boolean {
  if (!/^["\w`].*\.$/s.test(message) || CODE.test(message)) return false;
  if (value === undefined) return code === 'custom' || /^\S+( \d+| body)? is required\.$/.test(message);
  return wanted.every((one) => message.includes(String(one)));
}

describe.each(asked)('$title', ({ route }) => {
  it('says what is wrong in sentences, what is missing, and all of what a value may be', () => {
    const wrong: string[] = [];
    for (const schema of schemasOf(route)) {
      for (const { pointer, node, among, holding } of placesOf(schema)) {
        const values = node.enum?.filter((value) => value !== null) ?? [];
        if (node.enum) met.add(JSON.stringify(values));
        for (const odd of ODD) {
          const whole = holding(odd);
          const read = readAs(schema, whole);
          if ('data' in read) continue;
          for (const { path, message, code } of read.issues) {
            const wanted = path === pointer && !among && typeof odd === 'string' ? values : [];
            if (!isWell(message, code, valueAt(whole, path), wanted)) wrong.push(`${path} ${message}`);
          }
        }
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
  });
});

const limited = titled(
  withBody.filter(({ body }) => placesOf(body).some(({ node }) => node.maximum !== undefined)),
);
const limits = new Set<number>();

describe.each(limited)('$title', ({ route }) => {
  it('says of each number that is too big what it may be at most, and nothing else', () => {
    for (const { pointer, node, holding } of placesOf(route.body)) {
      if (node.maximum === undefined) continue;
      limits.add(node.maximum);
      for (const more of [node.maximum + 1, 2 ** 60, 1e300]) {
        const read = readAs(route.body, holding(more));
        const said = 'data' in read ? [] : read.issues.filter(({ path }) => path === pointer);
        expect(said, `${pointer} ${more}`).toMatchObject([{ code: 'too_big' }]);
        expect(said[0]!.message.match(/\d+/g), pointer).toContain(String(node.maximum));
      }
    }
  });
});

/** The maximums in the documentation of a part of a request. */
function maximaOf(node: unknown, seen = new Set<string>()): number[] {
  if (node === null || typeof node !== 'object') return [];
  const { $ref, maximum } = node as Node;
  if ($ref !== undefined) {
    if (seen.has($ref)) return [];
    const [, , , name] = $ref.split('/');
    return maximaOf((openapi.components.schemas as Record<string, unknown>)[name!], seen.add($ref));
  }
  const own = typeof maximum === 'number' ? [maximum] : [];
  return [...own, ...Object.values(node).flatMap((part) => maximaOf(part, seen))];
}

describe('the reference', () => {
  it('shows no greatest number of a body that was not met', () => {
    const bodies = Object.values(openapi.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
      Object.values(path).flatMap(({ requestBody }) => maximaOf(requestBody)),
    );
    expect(bodies.length).toBeGreaterThan(20);
    expect([...new Set(bodies)].filter((maximum) => !limits.has(maximum))).toEqual([]);
  });

  it('shows no enumeration that was not met', () => {
    const read = new Set(asked.map(({ route }) => route.operationId));
    const requests = Object.values(openapi.paths as Record<string, Record<string, Operation>>).flatMap(
      (path) =>
        Object.values(path).flatMap(({ operationId, requestBody, parameters = [] }) => {
          if (!read.has(operationId)) return [];
          return enumsOf([requestBody, parameters.filter((one) => one.in === 'query')]);
        }),
    );
    expect(requests.length).toBeGreaterThan(50);
    expect([...new Set(requests)].filter((values) => !met.has(values))).toEqual([]);
  });
});
