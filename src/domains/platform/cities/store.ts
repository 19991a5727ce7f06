import type { SystemCtx } from '../../../context.ts';

export interface FoundCity {
  rank: number;
  /** The record in JSON. */
  record: string;
}

/** Exported for the test of its plan. */
export const BY_PREFIX = `SELECT c.rank, c.record
  FROM city_prefixes p CROSS JOIN cities c ON c.rank = p.rank
  WHERE p.key = (SELECT k.key FROM json_each(?1) j CROSS JOIN city_prefixes k ON k.key = j.value LIMIT 1)
    AND p.rank > ?2 AND c.folded >= ?3 AND c.folded < ?4
  ORDER BY p.rank LIMIT ?5`;

/**
 * Cities whose folded name begins with `prefix`, largest first, behind `after`. The inner SELECT finds the one list
 * that answers (a few index look-ups); the outer one reads it in its order and stops at the limit. CROSS JOIN keeps
 * SQLite from turning the two around.
 */
export async function listByPrefix(
  ctx: SystemCtx,
  search: { keys: string[]; prefix: string; after: number; limit: number },
): Promise<FoundCity[]> {
  const { results } = await ctx.env.DB.prepare(BY_PREFIX)
    .bind(
      JSON.stringify(search.keys),
      search.after,
      search.prefix,
      `${search.prefix}\u{10FFFF}`,
      search.limit,
    )
    .all<FoundCity>();
  return results;
}
