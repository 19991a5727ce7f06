// How many records a list has, without reading them. Counting looks at each row, so it stops where people no longer care.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../context.ts';
import { mainDb } from './client.ts';

export const MOST_COUNTED = 1_000;

export interface Counted {
  count: number;
  /** Whether there are more than that. */
  more: boolean;
}

/** @param ids the statement of a list's IDs, cut to MOST_COUNTED + 1 of them. */
export async function countListed(ctx: SystemCtx, ids: SQL): Promise<Counted> {
  const [row] = await mainDb(ctx.env).all<{ count: number }>(sql`SELECT COUNT(*) AS count FROM (${ids})`);
  const found = row?.count ?? 0;
  return { count: Math.min(found, MOST_COUNTED), more: found > MOST_COUNTED };
}
