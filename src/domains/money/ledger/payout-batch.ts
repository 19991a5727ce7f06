import type { SystemCtx } from '../../../context.ts';
import { ledgerOf } from './ledger-client.ts';
import type { BegunPayout, EndedPayout, PayoutBegin, PayoutEnd } from './payout-entries.ts';
import { refusalError } from './refusal-error.ts';

/**
 * Sets up to 1,000 of the oldest available earnings of a currency aside for a payout: they still read as available,
 * but nothing else can change them any more. The same key again gives the same answer. Throws idempotency_conflict
 * for a key with other content.
 */
export async function beginPayout(ctx: SystemCtx, holder: string, ask: PayoutBegin): Promise<BegunPayout> {
  const outcome = await ledgerOf(ctx.env, holder).beginPayout(holder, ask);
  if (!outcome.ok) throw refusalError(outcome.refusal);
  return outcome.value;
}

/**
 * Ends a payout: what it set aside is paid into the payout balance, or available again. Once under its key. Throws
 * conflict when it ended the other way before.
 */
export async function endPayout(ctx: SystemCtx, holder: string, ask: PayoutEnd): Promise<EndedPayout> {
  const outcome = await ledgerOf(ctx.env, holder).endPayout(holder, ask);
  if (!outcome.ok) throw refusalError(outcome.refusal);
  return outcome.value;
}
