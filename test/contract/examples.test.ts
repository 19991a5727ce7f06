// The examples of records that the documentation shows. Those of bodies are sent by all the other tests here.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ID_PREFIXES } from '../../src/kit/ids.ts';
import records from '../../tools/openapi/record-examples.json' with { type: 'json' };
import { nameOf, recordExample, routes, titled, withBody } from './support/samples.ts';

const shown = routes.filter((route) => route.access.kind !== 'internal');

describe.each(titled(shown))('$title', ({ route }) => {
  it('shows a whole record that its schema accepts, with no field that it does not know', () => {
    const record = route.output instanceof z.ZodObject ? z.strictObject(route.output.shape) : route.output;
    expect(record.safeParse(recordExample(route)).error).toBeUndefined();
  });
});

describe('the examples', () => {
  it('are of records that there are', () => {
    expect(Object.keys(records).sort()).toEqual(
      [...new Set(shown.map((route) => nameOf(route.output)))].sort(),
    );
  });

  it('name IDs by the prefixes that IDs have', () => {
    const found = JSON.stringify([records, withBody.map((route) => z.globalRegistry.get(route.body))]);
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
