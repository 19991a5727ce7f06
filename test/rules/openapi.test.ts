// What openapi.json tells a reader beyond names and types.
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { ROOT, read } from './support/sources.ts';

const LEAST_DESCRIBED = 0.95;

interface Schema {
  $ref?: string;
  description?: string;
}

interface Property {
  /** The nearest name around it: of a component, an operation or an event. */
  record: string;
  field: string;
  description: string | undefined;
}

const document = JSON.parse(read('openapi.json'));
const followed = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : schema.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], document);

/** Every property in the document, at any depth; the contents of examples are values. */
function propertiesIn(node: unknown, record: string, name: string): Property[] {
  if (node === null || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap((item) => propertiesIn(item, record, name));
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples') return [];
    if (key !== 'properties') return propertiesIn(value, recordAt(value, name, key, record), key);
    return Object.entries(value as Record<string, Schema>).flatMap(([field, schema]) => [
      { record, field, description: schema.description ?? followed(schema).description },
      ...propertiesIn(schema, record, field),
    ]);
  });
}

function recordAt(value: unknown, parent: string, key: string, record: string): string {
  if (parent === 'schemas' || parent === 'webhooks') return key;
  return (value as { operationId?: string } | null)?.operationId ?? record;
}

const properties = propertiesIn(document, '', '');
const path = ({ record, field }: Property) => `${record}.${field}`;

/** Words that say nothing by themselves. */
const EMPTY_WORDS = new Set(
  'a an the this that its it is are of in on at to for by with from and or as be id'.split(' '),
);

/** Words in the singular, so that neither `Creators` nor `creator's` counts as more than `creator`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll("'s", '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !EMPTY_WORDS.has(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''));
}

/** Whether a description has a word that is neither in its field's name nor in its record's. */
function saysMore({ record, field, description }: Property): boolean {
  const names = new Set([...wordsOf(record), ...wordsOf(field)]);
  return wordsOf(description ?? '').some((word) => !names.has(word));
}

describe('openapi.json', () => {
  it('says of each placeholder of a path what it is', () => {
    const lacking = Object.entries<Record<string, { parameters?: Schema[] }>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.values(methods).flatMap(({ parameters = [] }) => {
          const described = parameters
            .map((one) => followed(one) as { in?: string; name?: string })
            .flatMap((one) => (one.in === 'path' ? `{${one.name}}` : []));
          const named = path.match(/\{[^}]+\}|:\w+/g) ?? [];
          return named.some((name) => !described.includes(name)) ? path : [];
        }),
    );
    expect(lacking).toEqual([]);
  });

  it(`describes ${LEAST_DESCRIBED * 100} % of its properties at least`, () => {
    expect(properties.length).toBeGreaterThan(1500);
    const silent = properties.filter(({ description }) => description === undefined);
    const allowed = Math.floor(properties.length * (1 - LEAST_DESCRIBED));
    expect(silent.length > allowed ? silent.map(path) : []).toEqual([]);
  });

  it("says of a property what its own name and its record's do not", () => {
    const described = properties.filter(({ description }) => description !== undefined);
    const empty = described.filter((property) => !saysMore(property));
    expect(empty.map((property) => `${path(property)}: ${property.description}`)).toEqual([]);
    for (const description of ["The charge's card brand.", 'ID of the card brands'])
      expect(saysMore({ record: 'Charge', field: 'cardBrand', description })).toBe(false);
  });

  it('has components whose names a generator can make types of', () => {
    const names = Object.values(document.components as Record<string, object>).flatMap(Object.keys);
    expect(names.filter((name) => !/^[A-Za-z][A-Za-z-]*$/.test(name))).toEqual([]);
  });
});

describe('examples', () => {
  it('are dropped from the Workers that a stranger waits for', async () => {
    const [api, pages] = ['wrangler.toml', 'wrangler.pages.toml'].map((file) =>
      unstable_readConfig({ config: join(ROOT, file) }, { hideWarnings: true }),
    );
    expect(api!.define).toEqual({ 'import.meta.documented': 'false' });
    expect([pages!.define, pages!.minify]).toEqual([api!.define, true]);
    const schemas = 'src/domains/money/payments/payment.ts';
    const example = /recordExample\(Payment, \{\n {2}id: '(pay_[0-9a-z]{26})'/.exec(read(schemas))![1]!;
    const bundled = async (define: Record<string, string>) => {
      const { outputFiles } = await build({
        entryPoints: [join(ROOT, schemas)],
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        define,
      });
      return outputFiles[0]!.text;
    };
    expect(await bundled({})).toContain(example);
    expect(await bundled(api!.define)).not.toContain(example);
  });
});
