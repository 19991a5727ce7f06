import type { SystemCtx } from '../../../context.ts';
import { bankFor, type PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import { newWithdrawal } from './new-withdrawal.ts';
import { withdrawalFee } from './quote-withdrawal.ts';
import { insertWithdrawal } from './store.ts';
import { withdrawalFees } from './withdrawal-fees.ts';

/**
 * Adds to ctx.write that a recipient's payout balance goes to the bank, once for a currency and day. Does
 * nothing when there is no bank, or when the fee would use up the amount.
 * @param amount cents: everything withdrawable.
 * @param day UTC, YYYY-MM-DD: a Monday.
 */
export function planWeeklyWithdrawal(
  ctx: SystemCtx,
  account: PayoutAccountRow,
  { currency, amount, day }: { currency: string; amount: number; day: string },
): void {
  if (amount <= 0 || !account.payoutsEnabled || bankFor(account, currency) === null) return;
  const fee = withdrawalFee(withdrawalFees(ctx.vars, account.country), amount, 'standard');
  if (fee >= amount) return;
  const idempotencyKey = `weekly:${currency}:${day}`;
  const what = { idempotencyKey, requestHash: 'weekly', amount, fee, currency } as const;
  insertWithdrawal(ctx, newWithdrawal(account, { ...what, speed: 'standard', nextAt: ctx.now }, ctx.now));
}
