// Checks whether a withdrawal is possible, and what it costs.
import type * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';
import { type AppError, rejected } from '../../../kit/error.ts';
import { isCreator } from '../../../kit/holder.ts';
import { percentOf, toBasisPoints } from '../../../kit/money.ts';
import type { Balances } from '../ledger/journal.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { isPaidByItself } from '../payments/interface.ts';
import { bankFor, type PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import type { Speed, WithdrawalCreate } from './withdrawal.ts';
import { type WithdrawalFees, withdrawalFees } from './withdrawal-fees.ts';

export interface Quote {
  account: PayoutAccountRow;
  currency: string;
  /** Cents, including the fee. */
  amount: number;
  fee: number;
}

/** The fee for withdrawing `amount`, in cents: the fees for instant speed and for a foreign bank add up. */
export function withdrawalFee(
  { instant, crossBorder }: WithdrawalFees,
  amount: number,
  speed: Speed,
): number {
  const abroad = percentOf(amount, toBasisPoints(crossBorder.percent));
  if (speed === 'standard') return abroad;
  return abroad + Math.max(instant.minimum, percentOf(amount, toBasisPoints(instant.percent)));
}

/**
 * Throws operation_rejected with the reason why this withdrawal is not possible. Only the ledger decides that
 * it is possible, when it takes the money.
 * @param account the holder's payout account; null before payouts are set up.
 */
export async function quoteWithdrawal(
  ctx: SystemCtx,
  account: PayoutAccountRow | null,
  asked: z.output<typeof WithdrawalCreate>,
): Promise<Quote> {
  const { speed } = asked;
  if (account?.identity !== 'verified') {
    throw rejected(
      'identity_not_verified',
      'Verify your identity first: set up payouts with a stripe connection.',
    );
  }
  if (account.kind === 'recipient') {
    throw rejected(
      'paid_weekly',
      'Payouts to this country go to the bank each Monday, without being asked for.',
    );
  }
  if (account.banks.length === 0) {
    throw rejected('bank_account_missing', 'Add a bank account or debit card in the payout set-up first.');
  }
  if (!account.payoutsEnabled) {
    throw rejected('payouts_disabled', 'Complete what the payout set-up asks for first.');
  }
  const { holder } = account;
  const balances = await ledgerOf(ctx.env, holder).balances();
  const currency = asked.currency ?? usualCurrency(balances, account);
  const bank = bankFor(account, currency);
  if (bank === null) throw noBankFor([currency]);
  if (speed === 'instant' && !bank.instant) {
    throw rejected(
      'instant_unavailable',
      'The bank or card takes no instant withdrawals. Use standard speed.',
    );
  }
  // Otherwise an account could pay its own creator record with a stolen card and withdraw the money in the
  // same minute.
  if (speed === 'instant' && isCreator(holder) && (await isPaidByItself(ctx, holder))) {
    throw rejected(
      'paid_by_own_account',
      'Part of this pay is by the account that manages the creator. Use standard speed.',
    );
  }
  const withdrawable = balances[currency]?.withdrawable ?? 0;
  const amount = asked.amount ?? withdrawable;
  if (withdrawable === 0 && asked.currency === undefined) refuseOtherCurrencies(balances, account);
  if (amount === 0 || amount > withdrawable) throw insufficientFunds();
  const feeOf = (cents: number) => withdrawalFee(withdrawalFees(ctx.vars, account.country), cents, speed);
  if (feeOf(amount) >= amount) {
    const fee = feeOf(amount);
    throw rejected('fee_exceeds_amount', `The fee of ${fee} leaves nothing of ${amount}.`, { fee });
  }
  const taken = takenByBank(amount, currency, feeOf);
  if (taken !== amount && asked.amount !== undefined) {
    const message = `Banks take whole ${currency.toUpperCase()} only, after the fee: withdraw ${taken}.`;
    throw rejected('whole_units', message, { amount: taken });
  }
  if (taken === 0) throw insufficientFunds();
  return { account, currency, amount: taken, fee: feeOf(taken) };
}

/**
 * The most of an amount that can be withdrawn so that the bank accepts the rest after the fee: some
 * currencies reach banks in whole units only.
 */
function takenByBank(amount: number, currency: string, feeOf: (cents: number) => number): number {
  const step = CURRENCIES.get(currency)?.bankStep ?? 1;
  let taken = amount;
  while (taken > 0 && (taken - feeOf(taken)) % step !== 0) taken--;
  return taken - feeOf(taken) > 0 ? taken : 0;
}

/**
 * Money in a currency that the bank does not take stays in the balance, because we never convert it without
 * being asked.
 */
function refuseOtherCurrencies(balances: Balances, account: PayoutAccountRow): void {
  const others = Object.keys(balances).filter((currency) => {
    const { available = 0, withdrawable = 0 } = balances[currency]!;
    return bankFor(account, currency) === null && available + withdrawable > 0;
  });
  if (others.length > 0) throw noBankFor(others);
}

function noBankFor(currencies: string[]): AppError {
  const message = `No bank account takes ${currencies.join(' or ')}. Add one in the payout set-up.`;
  return rejected('currency_not_supported', message, { currencies });
}

/** The payout account's own currency, unless there is money only in another one that it has a bank for. */
function usualCurrency(balances: Balances, account: PayoutAccountRow): string {
  const filled = account.banks
    .map((bank) => bank.currency)
    .filter((currency) => (balances[currency]?.withdrawable ?? 0) > 0);
  if (filled.includes(account.currency)) return account.currency;
  return filled[0] ?? account.banks[0]!.currency;
}

export function insufficientFunds(): AppError {
  return rejected('insufficient_funds', 'The payout balance does not cover this withdrawal.');
}
