import type { SystemCtx } from '../../../context.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

export interface Allowance {
  key: string;
  most: number;
  windowMs: number;
}

/** One row each, unless one of them is used up. In raw SQL: drizzle knows no INSERT of a SELECT that joins nothing. */
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

/** Counts one attempt in each of these. False, with nothing counted, when there were enough already. */
export async function claimAttempt(ctx: SystemCtx, allowances: readonly Allowance[]): Promise<boolean> {
  if (allowances.length === 0) return true;
  const minute = minuteOf(ctx.now);
  const { meta } = await ctx.env.DB.prepare(CLAIM).bind(JSON.stringify(allowances), minute).run();
  return meta.changes > 0;
}

/** Takes an attempt back that was none. */
export async function releaseAttempt(ctx: SystemCtx, allowances: readonly Allowance[]): Promise<void> {
  await ctx.env.DB.prepare(RELEASE).bind(JSON.stringify(allowances), minuteOf(ctx.now)).run();
}

/** Forgets at most 1000 rows that no window reaches any more. @returns how many. */
export async function deleteOldAttempts(ctx: SystemCtx, before: number, limit: number): Promise<number> {
  const { meta } = await ctx.env.DB.prepare(
    'DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE minute < ?1 LIMIT ?2)',
  )
    .bind(before, limit)
    .run();
  return meta.changes;
}
