// The columns of exports are fields of the lists' records, and each field is a column or left out on purpose.
import { describe, expect, it } from 'vitest';
import { LISTS } from '../../src/domains/exporting/exports/lists.ts';
import { nameOf, TABLES } from '../../src/domains/exporting/exports/tables.ts';
import { read } from './support/sources.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const document = JSON.parse(read('openapi.json'));

const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]) : schema;

/** The schemas that a field may have, apart from null. */
const formsOf = (schema: Schema): Schema[] => {
  const one = resolved(schema);
  return (one.anyOf ?? one.oneOf ?? [one]).map(resolved).filter(({ type }) => type !== 'null');
};

const fieldsOf = (schema: Schema): Record<string, Schema> =>
  Object.assign({}, ...formsOf(schema).map(({ properties = {} }) => properties));

const typesOf = (schema: Schema | undefined): string[] =>
  schema === undefined ? [] : formsOf(schema).flatMap(({ type }) => type ?? []);

/** The schema of a field; undefined where there is none. */
function fieldAt(schema: Schema, path: string): Schema | undefined {
  const [name = '', ...rest] = path.split('.');
  const field = fieldsOf(schema)[name];
  return field && rest.length > 0 ? fieldAt(field, rest.join('.')) : field;
}

const recordOf = (list: (typeof LISTS)[number]): Schema => {
  const { responses } = document.paths[TABLES[list].route.slice('GET '.length)].get;
  const answer = resolved(responses['200'].content['application/json'].schema);
  return answer.properties!.data!.items!;
};

/** What no table shows: links that end, pictures, versions, and what is another list's. */
const LEFT_OUT = new Set([
  ...['version', 'image', 'thumbnailImage', 'thumbnailUrl', 'videoUrl', 'profilePicture', 'accessCode'],
  ...['archivedBy', 'postCode', 'format', 'urlProblem', 'file', 'decidedBy', 'explanationCursor'],
  ...['chatAvailable', 'pendingChange', 'connection', 'payVersion', 'platforms', 'settings', 'tracking'],
]);

describe.each(LISTS)('the columns of %s', (list) => {
  const record = recordOf(list);
  const { columns } = TABLES[list];

  it('are fields of its records that hold one value, or several alike, each once', () => {
    const names = columns.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const column of columns) {
      const types = typesOf(fieldAt(record, nameOf(column)));
      expect([nameOf(column), types.length > 0 && !types.includes('object')]).toEqual([nameOf(column), true]);
      if (typeof column === 'string') continue;
      expect([column.at, types.filter((type) => type !== 'null')]).toEqual([column.at, ['integer']]);
      expect(typesOf(fieldAt(record, column.currency))).toContain('string');
      expect(names, `the currency of ${column.at}`).toContain(column.currency);
    }
  });

  it('have every field with a value of its own', () => {
    const shown = new Set(columns.map((column) => nameOf(column).split('.')[0]));
    const missing = Object.entries(fieldsOf(record))
      .filter(([, schema]) => !typesOf(schema).some((type) => type === 'object' || type === 'array'))
      .map(([name]) => name)
      .filter((name) => !shown.has(name) && !LEFT_OUT.has(name));
    expect(missing).toEqual([]);
  });
});
