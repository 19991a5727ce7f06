// Shared parts of the pages of what somebody earned: tabs, and the words for the way to the bank.
import type { Balance } from '../../../domains/money/balance/balance.ts';
import type { PayoutSetup } from '../../../domains/money/payout-accounts/get-payout-setup.ts';
import { notFound } from '../../../kit/error.ts';
import { Tabs } from '../../components/card.tsx';
import { amounts } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';

const PAGES = [
  ['/balance', 'Balance'],
  ['/withdrawals', 'Withdrawals'],
  ['/payouts', 'Payouts'],
  ['/statement', 'Statement'],
  ['/tax', 'Tax'],
] as const;

/** The pages of a creator's or partner's balance; nothing for a brand, which only has a statement. */
export function BalanceTabs({ at, path }: { at: PlaceVisit; path: (typeof PAGES)[number][0] }) {
  if (at.place.type === 'brand') return null;
  return (
    <Tabs
      label="Balance"
      tabs={PAGES.map(([page, label]) => ({ href: at.to(page), label, current: page === path }))}
    />
  );
}

/** A brand is not paid out. */
export function earnersOnly({ place }: PlaceVisit): void {
  if (place.type === 'brand') throw notFound('page');
}

/** What keeps money from reaching the bank, and what to do; null when nothing does. */
export function setupProblem(setup: PayoutSetup | null): string | null {
  if (setup === null) return 'Payouts are not set up yet. Set them up to get paid what you earn.';
  const { identity, banks, payoutsEnabled } = setup;
  if (identity === 'rejected')
    return 'The payment processor could not accept your identity. Open the payout set-up to see why.';
  if (identity === 'pending')
    return 'Your identity is being verified. What you earn is paid out once that is done.';
  if (identity === 'required')
    return 'Your identity is not verified yet. Finish the payout set-up to get paid.';
  if (banks.length === 0) return 'There is no bank account yet. Add one in the payout set-up.';
  if (!payoutsEnabled) return 'The payment processor asks for more information. Open the payout set-up.';
  return null;
}

type OneBalance = Balance['balances'][number];

export interface NoWithdrawal {
  text: string;
  /** Whether the reader has something to do about it, rather than to wait. */
  isProblem: boolean;
}

const problem = (text: string): NoWithdrawal => ({ text, isProblem: true });
const wait = (text: string): NoWithdrawal => ({ text, isProblem: false });

/** Why nothing of these balances can be withdrawn now, in the same words on every page; null where something can. */
export function whyNoWithdrawal(
  setup: PayoutSetup | null,
  balances: readonly OneBalance[],
): NoWithdrawal | null {
  const missing = setupProblem(setup);
  if (missing !== null) return problem(missing);
  if (setup?.weekly) return wait('Everything in your payout balance is sent to your bank each Monday.');
  const takes = (code: string) => setup?.banks.some(({ currency }) => currency === code);
  const filled = balances.filter(({ withdrawable }) => withdrawable > 0);
  if (filled.some(({ currency }) => takes(currency))) return null;
  if (filled.length > 0) {
    const codes = filled.map(({ currency }) => currency.toUpperCase()).join(' or ');
    return problem(`No bank account of yours takes ${codes}. Add one in the payout set-up.`);
  }
  const stuck = balances.find(({ payoutProblem }) => payoutProblem !== null);
  if (stuck) return problem(stuck.payoutProblem!);
  const next = amountsOf(balances, 'available');
  if (next.length > 0)
    return wait(`${amounts(next)} is added to your payout balance by the next payout, within a day.`);
  if (amountsOf(balances, 'pending').length > 0)
    return wait('What is pending becomes available once the brand is charged and any hold has ended.');
  return wait('There is nothing in your payout balance.');
}

export const amountsOf = (
  balances: readonly OneBalance[],
  bucket: 'withdrawable' | 'available' | 'pending',
) =>
  balances.map((one) => ({ currency: one.currency, amount: one[bucket] })).filter(({ amount }) => amount > 0);

export const STANDARD_ARRIVAL = 'Usually within 3 business days';
export const INSTANT_ARRIVAL = 'Usually within 30 minutes';
