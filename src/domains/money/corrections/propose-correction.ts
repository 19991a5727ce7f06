import type { SystemCtx } from '../../../context.ts';
import { notFound, rejected } from '../../../kit/error.ts';
import { isAccount } from '../../../kit/holder.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { DueRow } from '../receivables/interface.ts';
import type { CorrectionRow } from './correction.ts';
import { duesToWriteOff } from './dues-written-off.ts';
import { insertCorrection } from './store.ts';

export type CorrectionInput = Pick<
  CorrectionRow,
  'id' | 'kind' | 'holder' | 'balance' | 'currency' | 'amount' | 'reason'
>;

/**
 * Adds a staff member's proposal to the caller's batch. No money moves before another staff member approves
 * it. Throws not_found for a holder without a ledger, and operation_rejected for a correction that its books
 * do not allow.
 */
export async function proposeCorrection(
  ctx: SystemCtx,
  by: string,
  input: CorrectionInput,
): Promise<{ before: null; after: CorrectionRow }> {
  await requirePossible(ctx, input);
  const row = { ...input, proposedBy: by, approvedBy: null, approvedAt: null, createdAt: ctx.now };
  insertCorrection(ctx, row);
  return { before: null, after: row };
}

/** Throws unless the holder's books allow the correction now. @returns the dues that it writes off. */
export async function requirePossible(ctx: SystemCtx, input: CorrectionInput): Promise<DueRow[]> {
  const { kind, holder, balance, currency, amount } = input;
  const balances = await ledgerOf(ctx.env, holder).balances();
  if (Object.keys(balances).length === 0) throw notFound('ledger');
  if (balance === 'receivable' && !isAccount(holder))
    throw rejected('no_such_balance', 'Only a brand has something to be charged.');
  if (kind === 'adjustment') return [];
  const { owed = 0, receivable = 0 } = balances[currency] ?? {};
  if (balance === 'receivable') return await duesToWriteOff(ctx, input, receivable);
  if (amount < 1 || amount > owed)
    throw rejected('not_owed', 'Only what is owed can be written off.', { owed, currency });
  return [];
}
