// Shared parts of the pages of what somebody earned: tabs, and the words for the way to the bank.
import type { PayoutSetup } from '../../../domains/money/payout-accounts/get-payout-setup.ts';
import { notFound } from '../../../kit/error.ts';
import { Tabs } from '../../components/card.tsx';
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
  if (setup === null) return 'Payouts are not set up yet. Set them up below to get paid what you earn.';
  const { identity, banks, payoutsEnabled } = setup;
  if (identity === 'rejected')
    return 'The payment processor could not accept your identity. Open the payout set-up below to see why.';
  if (identity === 'pending')
    return 'Your identity is being verified. What you earn is paid out once that is done.';
  if (identity === 'required')
    return 'Your identity is not verified yet. Finish the payout set-up below to get paid.';
  if (banks.length === 0) return 'There is no bank account yet. Add one in the payout set-up below.';
  if (!payoutsEnabled)
    return 'The payment processor asks for more information. Open the payout set-up below.';
  return null;
}

export const STANDARD_ARRIVAL = 'Usually within 3 business days';
export const INSTANT_ARRIVAL = 'Usually within 30 minutes';
