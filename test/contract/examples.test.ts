// The examples of answers in the documentation. The other tests here send the examples of bodies.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ID_PREFIXES } from '../../src/kit/ids.ts';
import { routes as all } from '../harness/routes.ts';
import { exampleRecord, nameOf, routes, titled, withBody } from './support/samples.ts';

const shown = routes.filter((route) => route.access.kind !== 'internal');
const outputs = [
  ...shown.map((route) => route.output),
  // Routes that answer as an RFC defines.
  ...all.flatMap((route) => (route.kind === 'raw' && route.documented?.output) || []),
];
const exampleIn = (schema: z.ZodType) => {
  const { examples = [] } = z.globalRegistry.get(schema) ?? {};
  return (examples as unknown[])[0];
};

describe.each(titled(shown))('$title', ({ route }) => {
  it('shows a whole record that its schema accepts, with no field that it does not know', () => {
    const record = route.output instanceof z.ZodObject ? z.strictObject(route.output.shape) : route.output;
    expect(record.safeParse(exampleRecord(route)).error).toBeUndefined();
  });
});

describe('the examples', () => {
  it('show every answer: recordExample beside its schema says one', () => {
    const without = outputs.filter((schema) => exampleIn(schema) === undefined);
    expect(without.map((schema) => nameOf(schema) ?? schema.def)).toEqual([]);
    const wrong = outputs.filter((schema) => !schema.safeParse(exampleIn(schema)).success);
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('name IDs by the prefixes that IDs have', () => {
    const found = JSON.stringify([...outputs, ...withBody.map((route) => route.body)].map(exampleIn));
    const prefixes = [...found.matchAll(/"([a-z]+)_[0-9a-z]{26}"/g)].map((match) => match[1]);
    expect(prefixes.length).toBeGreaterThan(20);
    expect(new Set(Object.values(ID_PREFIXES))).toEqual(
      new Set([...Object.values(ID_PREFIXES), ...prefixes]),
    );
  });

  it('have names for their bodies, one each', () => {
    const named = shown.flatMap((route) => (route.body ? [nameOf(route.body)] : []));
    expect(named).not.toContain(undefined);
    expect(new Set(named).size).toBe(new Set(shown.map((route) => route.body).filter(Boolean)).size);
  });
});
