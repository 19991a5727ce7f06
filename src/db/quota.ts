// Daily quotas of accounts (UTC), counted in the batch of the use itself.
import { and, eq, lt, sql } from 'drizzle-orm';
import type { SystemCtx } from '../context.ts';
import { AppError } from '../kit/error.ts';
import { DAY_MS, SECOND_MS, startOfDay } from '../kit/time.ts';
import { mainDb } from './client.ts';
import { quotaUse } from './quota-table.ts';
import type { WriteSet } from './write-set.ts';

interface Use {
  account: string;
  what: (typeof quotaUse.$inferSelect)['what'];
  amount: number;
  /** The most in a day. */
  most: number;
  /** The message for an account that has used up its quota. */
  message: string;
}

/** Adds a use to a write set, which is refused as a whole with rate_limited when it exceeds today's quota. */
export function spendQuota(ctx: SystemCtx, write: WriteSet, use: Use): void {
  const { account, what, amount, most } = use;
  const today = startOfDay(ctx.now);
  const own = and(eq(quotaUse.day, today), eq(quotaUse.accountId, account), eq(quotaUse.what, what));
  const db = mainDb(ctx.env);
  write.add(
    db
      .insert(quotaUse)
      .values({ day: today, accountId: account, what, amount })
      .onConflictDoUpdate({
        target: [quotaUse.day, quotaUse.accountId, quotaUse.what],
        set: { amount: sql`${quotaUse.amount} + ${amount}` },
      }),
  );
  write.require(sql`(SELECT ${quotaUse.amount} FROM ${quotaUse} WHERE ${own}) <= ${most}`, async () => {
    const row = await db.select().from(quotaUse).where(own).get();
    if ((row?.amount ?? 0) + amount <= most) return null;
    const seconds = Math.ceil((today + DAY_MS - ctx.now) / SECOND_MS);
    return new AppError('rate_limited', `${use.message} Go on after midnight (UTC).`, {
      details: { limit: most, used: row?.amount ?? 0 },
      headers: { 'Retry-After': String(seconds) },
    });
  });
}

/** Deletes the rows from before yesterday. A job. */
export async function forgetQuotaUse(ctx: SystemCtx): Promise<void> {
  await mainDb(ctx.env)
    .delete(quotaUse)
    .where(lt(quotaUse.day, startOfDay(ctx.now) - DAY_MS));
}
