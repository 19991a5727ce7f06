import { and, eq, isNull } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import { detachedPayoutAccounts, payoutAccounts } from './table.ts';

export type StoredAccount = typeof payoutAccounts.$inferSelect;

export async function findAccount(ctx: SystemCtx, holder: string): Promise<StoredAccount | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.holder, holder))
    .get();
  return row ?? null;
}

export async function findByProcessorAccount(
  ctx: SystemCtx,
  processorAccount: string,
): Promise<StoredAccount | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.processorAccount, processorAccount))
    .get();
  return row ?? null;
}

/** When two requests meet, the first row is kept. */
export function insertRequest(ctx: SystemCtx, row: StoredAccount): void {
  ctx.write.add(mainDb(ctx.env).insert(payoutAccounts).values(row).onConflictDoNothing());
}

/** Deletes a request that the processor refused, so that another one can be made. */
export async function deleteRequest(ctx: SystemCtx, row: StoredAccount): Promise<void> {
  await mainDb(ctx.env)
    .delete(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.holder, row.holder),
        eq(payoutAccounts.requestKey, row.requestKey),
        isNull(payoutAccounts.processorAccount),
      ),
    );
}

/** Stores the state that was read, unless another was stored since `before` was read. */
export function saveAccount(ctx: SystemCtx, before: StoredAccount, changes: Partial<StoredAccount>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(payoutAccounts)
      .set({ ...changes, looks: before.looks + 1, updatedAt: ctx.now })
      .where(and(eq(payoutAccounts.holder, before.holder), eq(payoutAccounts.looks, before.looks))),
    async () => new AppError('conflict', 'Somebody else has looked at the same time.'),
  );
}

/** Adds to the batch that a holder no longer has a payout account. */
export function saveDetached(ctx: SystemCtx, row: StoredAccount, held: Record<string, number>): void {
  const db = mainDb(ctx.env);
  if (row.processorAccount !== null) {
    const detached = {
      processorAccount: row.processorAccount,
      holder: row.holder,
      held,
      detachedAt: ctx.now,
    };
    ctx.write.add(db.insert(detachedPayoutAccounts).values(detached).onConflictDoNothing());
  }
  ctx.write.add(db.delete(payoutAccounts).where(eq(payoutAccounts.holder, row.holder)));
}
