import type { SystemCtx } from '../../context.ts';
import { newId } from '../../kit/ids.ts';
import { withdrawalFees } from '../ledger/balance.ts';
import { serviceHolder } from '../ledger/chart.ts';
import { bankFor, type PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import { withdrawalFee } from './quote.ts';
import { addWithdrawal } from './store.ts';

/**
 * Adds to ctx.write that a recipient's payout balance goes to the bank: once for a currency and day. Nothing when there
 * is no bank, or the fee would eat it.
 * @param amount cents: everything withdrawable.
 * @param day UTC, YYYY-MM-DD: a Monday.
 */
export function planWeekly(
  ctx: SystemCtx,
  account: PayoutAccountRow,
  { currency, amount, day }: { currency: string; amount: number; day: string },
): void {
  const { holder, kind, country, processorAccount } = account;
  if (amount <= 0 || !account.payoutsEnabled || bankFor(account, currency) === null) return;
  const fee = withdrawalFee(withdrawalFees(ctx.vars, country), amount, 'standard');
  if (fee >= amount) return;
  addWithdrawal(ctx, {
    id: newId('withdrawal', ctx.now),
    holder,
    idempotencyKey: `weekly:${currency}:${day}`,
    requestHash: 'weekly',
    amount,
    fee,
    currency,
    speed: 'standard',
    status: 'requested',
    kind,
    processorAccount,
    service: serviceHolder(currency, holder),
    nextAt: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
}
