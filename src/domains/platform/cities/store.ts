import type { SystemCtx } from '../../../context.ts';
import { type FoundCity, unpackCities } from './city.ts';

/**
 * The cities of one list joined into one text (unpackCities), because the cost of a database's answer depends
 * on its number of rows. Exported for the test of its query plan.
 */
export const BY_PREFIX = `SELECT group_concat(page.rank || '|' || page.record, '^') AS found FROM (SELECT c.rank, c.record
  FROM city_prefixes p CROSS JOIN cities c ON c.rank = p.rank
  WHERE p.key = (SELECT k.key FROM json_each(?1) j CROSS JOIN city_prefixes k ON k.key = j.value LIMIT 1)
    AND p.rank > ?2 AND c.folded >= ?3 AND c.folded < ?4
  ORDER BY p.rank LIMIT ?5) page`;

/**
 * Cities whose folded name begins with one of a few prefixes, largest first, after `after`, in one round
 * trip. The inner SELECT finds the one list that has them, in a few index lookups; the outer one reads it in
 * order and stops at the limit. CROSS JOIN keeps SQLite from reversing the two.
 */
export async function listByPrefix(
  ctx: SystemCtx,
  {
    spellings,
    after,
    limit,
  }: { spellings: { keys: string[]; prefix: string }[]; after: number; limit: number },
): Promise<FoundCity[]> {
  const statement = ctx.env.DB.prepare(BY_PREFIX);
  const statements = spellings.map(({ keys, prefix }) =>
    statement.bind(JSON.stringify(keys), after, prefix, `${prefix}\u{10FFFF}`, limit),
  );
  // Most searches have one spelling, and a batch of one statement is slower than the statement itself.
  const found = await (statements.length === 1
    ? [await statements[0]!.all<{ found: string | null }>()]
    : ctx.env.DB.batch<{ found: string | null }>(statements));
  // The spellings find different names, so no city is listed twice. Sorted here, because SQLite does not
  // guarantee the order within an aggregate.
  const all = found.flatMap(({ results }) => unpackCities(results[0]!.found));
  return all.sort((a, b) => a.rank - b.rank).slice(0, limit);
}
