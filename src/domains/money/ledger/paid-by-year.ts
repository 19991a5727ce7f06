import type { SystemCtx } from '../../../context.ts';
import type { PaidInYear } from './journal.ts';
import { ledgerOf } from './ledger-client.ts';

/** What a holder was paid in each calendar year (UTC) and currency: earnings paid less clawbacks, the newest first. */
export async function paidByYear(ctx: SystemCtx, holder: string): Promise<PaidInYear[]> {
  return await ledgerOf(ctx.env, holder).paidByYear();
}
