import { ID_PREFIXES, type IdKind, newId } from '../../src/kit/ids.ts';
import * as clock from './clock.ts';
import { testEnv } from './world.ts';

type Values = Record<string, string | number | null>;

const inserting = (table: string, row: Values) =>
  testEnv.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?')})`,
  ).bind(...Object.values(row));

/** Writes a row directly into the main database, for states that take too long to reach. */
export const put = (table: string, row: Values) => inserting(table, row).run();

/**
 * Writes copies of a record directly into the main database, made now, each with an ID of its own.
 * @param changed what else differs in the nth copy, such as what is unique.
 * @returns the IDs, in the order in which they sort.
 */
export async function multiply(
  table: string,
  id: string,
  count: number,
  changed: (n: number) => Values = () => ({}),
): Promise<string[]> {
  const row = await testEnv.DB.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(id).first<Values>();
  const [prefix] = id.split('_');
  const kind = (Object.keys(ID_PREFIXES) as IdKind[]).find((one) => ID_PREFIXES[one] === prefix);
  if (row === null || kind === undefined) throw new Error(`${table} has no record ${id}`);
  const now = clock.now();
  const ids = Array.from({ length: count }, () => newId(kind, now));
  await testEnv.DB.batch(
    ids.map((own, n) => inserting(table, { ...row, created_at: now, ...changed(n), id: own })),
  );
  return ids;
}
