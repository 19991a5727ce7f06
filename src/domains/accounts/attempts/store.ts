import type { SystemCtx } from '../../../context.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

export interface Allowance {
  key: string;
  most: number;
  windowMs: number;
}

/**
 * Inserts one row for each allowance, unless one of them is used up. In raw SQL, because drizzle cannot insert from a
 * SELECT without a table.
 */
const CLAIM = `
INSERT INTO attempts (key, minute, count)
SELECT j.value ->> 'key', ?2, 1 FROM json_each(?1) j
WHERE NOT EXISTS (
  SELECT 1 FROM json_each(?1) l
  WHERE (SELECT COALESCE(SUM(a.count), 0) FROM attempts a WHERE a.key = l.value ->> 'key' AND a.minute > ?2 - (l.value ->> 'windowMs'))
    >= (l.value ->> 'most'))
ON CONFLICT (key, minute) DO UPDATE SET count = count + 1`;

const RELEASE = `UPDATE attempts SET count = count - 1
WHERE minute = ?2 AND count > 0 AND key IN (SELECT j.value ->> 'key' FROM json_each(?1) j)`;

export const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** Counts one attempt against each allowance. Returns false and counts nothing when one of them is used up. */
export async function claimAttempt(ctx: SystemCtx, allowances: readonly Allowance[]): Promise<boolean> {
  if (allowances.length === 0) return true;
  const minute = minuteOf(ctx.now);
  const { meta } = await ctx.env.DB.prepare(CLAIM).bind(JSON.stringify(allowances), minute).run();
  return meta.changes > 0;
}

const LATELY = `SELECT a.key, a.minute, a.count FROM json_each(?1) l JOIN attempts a ON a.key = l.value ->> 'key'
WHERE a.minute > ?2 - (l.value ->> 'windowMs') AND a.count > 0 ORDER BY a.minute DESC`;

/** When attempts were made within their windows, by key, the newest first; of each key at most so many as are allowed. */
export async function listAttempts(
  ctx: SystemCtx,
  allowances: readonly Allowance[],
): Promise<Map<string, number[]>> {
  const { results } = await ctx.env.DB.prepare(LATELY)
    .bind(JSON.stringify(allowances), minuteOf(ctx.now))
    .all<{ key: string; minute: number; count: number }>();
  const found = new Map<string, number[]>();
  const most = new Map(allowances.map((one) => [one.key, one.most]));
  for (const { key, minute, count } of results) {
    const times = found.get(key) ?? [];
    const room = Math.max(most.get(key)! - times.length, 0);
    found.set(key, [...times, ...Array<number>(Math.min(count, room)).fill(minute)]);
  }
  return found;
}

/** Uncounts an attempt that should not have counted. */
export async function releaseAttempt(ctx: SystemCtx, allowances: readonly Allowance[]): Promise<void> {
  await ctx.env.DB.prepare(RELEASE).bind(JSON.stringify(allowances), minuteOf(ctx.now)).run();
}

/** Deletes at most `limit` rows that no window reaches any more. @returns how many. */
export async function deleteOldAttempts(ctx: SystemCtx, before: number, limit: number): Promise<number> {
  const { meta } = await ctx.env.DB.prepare(
    'DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE minute < ?1 LIMIT ?2)',
  )
    .bind(before, limit)
    .run();
  return meta.changes;
}
