import type { SystemCtx } from '../../../context.ts';
import { ledgerOf } from './ledger-client.ts';
import type { BegunPayout, EndedPayout, PayoutBegin, PayoutEnd } from './payout-entries.ts';
import { refusalError } from './refusal-error.ts';

/**
 * Sets up to 1,000 of the oldest available earnings of a currency aside for a payout. They still read as
 * available, but nothing else can change them. The same key returns the same answer again. Throws
 * idempotency_conflict for a key with other content.
 */
export async function beginPayout(ctx: SystemCtx, holder: string, ask: PayoutBegin): Promise<BegunPayout> {
  const outcome = await ledgerOf(ctx.env, holder).beginPayout(holder, ask);
  if (!outcome.ok) throw refusalError(outcome.refusal);
  return outcome.value;
}

/**
 * Ends a payout: the earnings that it set aside are paid into the payout balance, or are available again.
 * Happens once for a key. Throws conflict when it ended the other way before.
 */
export async function endPayout(ctx: SystemCtx, holder: string, ask: PayoutEnd): Promise<EndedPayout> {
  const outcome = await ledgerOf(ctx.env, holder).endPayout(holder, ask);
  if (!outcome.ok) throw refusalError(outcome.refusal);
  return outcome.value;
}
