// Whether a withdrawal may be, and what it costs.
import type { SystemCtx } from '../../context.ts';
import { type AppError, rejected } from '../../kit/error.ts';
import { percentOf, toBasisPoints } from '../../kit/money.ts';
import { type Balance, withdrawalFees } from '../ledger/balance.ts';
import type { Balances } from '../ledger/journal.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import { payoutAccountOf } from '../payout-accounts/payout-account-of.ts';
import type { Speed } from './withdrawal.ts';

type Fees = Balance['balances'][number]['withdrawalFees'];

export interface Quote {
  account: PayoutAccountRow;
  /** Cents, fee included. */
  amount: number;
  fee: number;
}

/** What withdrawing `amount` costs, in cents: instant speed and a bank abroad add up. */
export function withdrawalFee({ instant, crossBorder }: Fees, amount: number, speed: Speed): number {
  const abroad = percentOf(amount, toBasisPoints(crossBorder.percent));
  if (speed === 'standard') return abroad;
  return abroad + Math.max(instant.minimum, percentOf(amount, toBasisPoints(instant.percent)));
}

/**
 * Throws operation_rejected with the reason why this withdrawal can't be. That it can is decided by the ledger alone,
 * when the money is taken.
 * @param asked cents; everything withdrawable when undefined.
 */
export async function quoteWithdrawal(
  ctx: SystemCtx,
  holder: string,
  asked: number | undefined,
  speed: Speed,
): Promise<Quote> {
  const account = await payoutAccountOf(ctx, holder);
  if (account?.identity !== 'verified') {
    throw rejected(
      'identity_not_verified',
      'Verify your identity first: set up payouts with a stripe connection.',
    );
  }
  if (account.bank === null) {
    throw rejected('bank_account_missing', 'Add a bank account or debit card in the payout set-up first.');
  }
  if (!account.payoutsEnabled) {
    throw rejected('payouts_disabled', 'Complete what the payout set-up asks for first.');
  }
  if (speed === 'instant' && !account.instant) {
    throw rejected(
      'instant_unavailable',
      'The bank or card takes no instant withdrawals. Use standard speed.',
    );
  }
  const balances = await ledgerOf(ctx.env, holder).balances();
  const withdrawable = balances[account.currency]?.withdrawable ?? 0;
  const amount = asked ?? withdrawable;
  if (withdrawable === 0) refuseOtherCurrencies(balances, account.currency);
  if (amount === 0 || amount > withdrawable) throw tooLittle();
  const fee = withdrawalFee(withdrawalFees(ctx.vars, account.country), amount, speed);
  if (fee >= amount) {
    throw rejected('fee_exceeds_amount', `The fee of ${fee} leaves nothing of ${amount}.`, { fee });
  }
  return { account, amount, fee };
}

/** What the bank does not take stays where it is: nothing is ever converted silently. */
function refuseOtherCurrencies(balances: Balances, currency: string): void {
  const others = Object.keys(balances).filter((other) => {
    const { available = 0, withdrawable = 0 } = balances[other]!;
    return other !== currency && available + withdrawable > 0;
  });
  if (others.length === 0) return;
  const message = `The bank account takes ${currency}. Add one that takes ${others.join(' or ')}.`;
  throw rejected('currency_not_supported', message, { currencies: others });
}

export function tooLittle(): AppError {
  return rejected('insufficient_funds', 'The payout balance does not cover this withdrawal.');
}
