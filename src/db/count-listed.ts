// Counts the records of a list. Counting reads each row, so it stops where people no longer care about the
// exact number.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../context.ts';
import { mainDb } from './client.ts';

export const MOST_COUNTED = 1_000;

export interface Counted {
  count: number;
  /** Whether there are more than were counted. */
  more: boolean;
}

/** @param ids the query for a list's IDs, limited to MOST_COUNTED + 1. */
export async function countListed(ctx: SystemCtx, ids: SQL): Promise<Counted> {
  const [row] = await mainDb(ctx.env).all<{ count: number }>(sql`SELECT COUNT(*) AS count FROM (${ids})`);
  const found = row?.count ?? 0;
  return { count: Math.min(found, MOST_COUNTED), more: found > MOST_COUNTED };
}
