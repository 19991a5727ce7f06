// The interface for domains that count attempts against limits of their own.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { AppError } from '../../../kit/error.ts';
import { type Allowance, minuteOf } from './store.ts';
import { attempts } from './table.ts';

export { type Allowance, claimAttempt, listAttempts, releaseAttempt } from './store.ts';

/** SQL for how often something was attempted within its window. */
export const countedAttempts = (ctx: SystemCtx, { key, windowMs }: Omit<Allowance, 'most'>): SQL<number> =>
  sql<number>`(SELECT COALESCE(SUM(at.count), 0) FROM attempts at WHERE at.key = ${key}
    AND at.minute > ${minuteOf(ctx.now) - windowMs})`;

/** Counts an attempt in the caller's batch, and makes the whole batch fail when there were too many before. */
export function countAttempt(ctx: SystemCtx, allowance: Allowance, refusal: () => Promise<AppError>): void {
  const db = mainDb(ctx.env);
  const { key, most } = allowance;
  const counted = countedAttempts(ctx, allowance);
  ctx.write.add(
    db
      .insert(attempts)
      .values({ key, minute: minuteOf(ctx.now), count: 1 })
      .onConflictDoUpdate({
        target: [attempts.key, attempts.minute],
        set: { count: sql`${attempts.count} + 1` },
      }),
  );
  ctx.write.require(sql`${counted} <= ${most}`, async () => {
    const [row] = await db.all<{ count: number }>(sql`SELECT ${counted} AS count`);
    return row!.count >= most ? await refusal() : null;
  });
}
