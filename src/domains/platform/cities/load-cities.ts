// The statements that replace all cities. They carry their rows as JSON, so that a hundred thousand cities
// need only a few hundred statements, each small enough for its database.
import { type CityRow, packCity } from './city.ts';
import { prefixLists } from './prefix-lists.ts';

export interface LoadStatement {
  /** Contains ?1 for the JSON, if there is any. */
  sql: string;
  json: string | null;
}

const INSERT_CITIES = `INSERT INTO cities (rank, folded, record)
SELECT value->>0, value->>1, value->>2 FROM json_each(?1)`;

/**
 * The JSON is an object of lists by key. If a key were stored inside its list, SQLite would extract it again
 * for every rank.
 */
const INSERT_PREFIXES = `INSERT INTO city_prefixes (key, rank)
SELECT list.key, member.value FROM json_each(?1) list, json_each(list.value) member`;

/** D1 binds parameters of up to 2 MB. */
const PARAMETER_CHARS = 500_000;

/** Replaces the cities of a database in one batch, in a few seconds. */
export async function replaceCities(db: D1Database, cities: readonly CityRow[]): Promise<void> {
  const statements = [...loadStatements(cities, PARAMETER_CHARS)];
  await db.batch(statements.map(({ sql, json }) => (json ? db.prepare(sql).bind(json) : db.prepare(sql))));
}

/** @param chars the most characters of a statement's JSON, at about one byte each. */
export function* loadStatements(cities: readonly CityRow[], chars: number): Generator<LoadStatement> {
  yield { sql: 'DELETE FROM city_prefixes', json: null };
  yield { sql: 'DELETE FROM cities', json: null };
  const rows = cities.map((city) => JSON.stringify([city.rank, city.folded, packCity(city)]));
  for (const json of packed(rows, chars)) yield { sql: INSERT_CITIES, json: `[${json}]` };
  for (const json of packed(listMembers(cities), chars)) yield { sql: INSERT_PREFIXES, json: `{${json}}` };
}

const LIST_PART = 5_000;

/** A long list becomes several members of the same name, and SQLite reads each. */
function* listMembers(cities: readonly CityRow[]): Generator<string> {
  for (const [key, ranks] of prefixLists(cities)) {
    for (let at = 0; at < ranks.length; at += LIST_PART) {
      yield `${JSON.stringify(key)}:${JSON.stringify(ranks.slice(at, at + LIST_PART))}`;
    }
  }
}

/** Joins rows of JSON into parts of about `chars` characters. */
function* packed(rows: Iterable<string>, chars: number): Generator<string> {
  let part: string[] = [];
  let size = 0;
  for (const row of rows) {
    if (size + row.length > chars && part.length > 0) {
      yield part.join(',');
      part = [];
      size = 0;
    }
    part.push(row);
    size += row.length + 1;
  }
  if (part.length > 0) yield part.join(',');
}
