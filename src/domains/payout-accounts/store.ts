import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../context.ts';
import { mainDb } from '../../db/client.ts';
import { payoutAccounts } from './table.ts';

export type StoredAccount = typeof payoutAccounts.$inferSelect;

export async function findAccount(ctx: SystemCtx, holder: string): Promise<StoredAccount | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.holder, holder))
    .get();
  return row ?? null;
}
