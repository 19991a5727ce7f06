// What was earned, when it reaches the bank, and what stops it: one sentence for each currency, from the balance.
import type { Balance } from '../../../domains/money/balance/balance.ts';
import type { PayoutSetup } from '../../../domains/money/payout-accounts/get-payout-setup.ts';
import { money } from '../../format.tsx';
import { setupProblem } from '../money/earner-parts.tsx';

type OneBalance = Balance['balances'][number];

/** How the payout balance reaches the bank: when its owner withdraws it, each Monday, or not before a problem is solved. */
export type WayOut = 'withdrawn' | 'weekly' | { problem: string };

export const wayOut = (setup: PayoutSetup | null): WayOut => {
  const problem = setupProblem(setup);
  if (problem !== null) return { problem };
  return setup?.weekly ? 'weekly' : 'withdrawn';
};

export function EarnedSentence({ balances, way }: { balances: readonly OneBalance[]; way: WayOut }) {
  if (balances.length === 0)
    return <p class="prose">Nothing is earned yet. What brands pay you appears here.</p>;
  return balances.map((one) => <p class="prose">{earnedWords(one, way)}</p>);
}

const REACHES = { withdrawn: 'can be withdrawn to your bank now', weekly: 'is sent to your bank on Monday' };

const problemOf = (way: WayOut): string | null => (typeof way === 'string' ? null : way.problem);

/** What keeps the payout balance from the bank; null while it is empty or nothing does. */
export const stopOf = (way: WayOut, balances: readonly OneBalance[]): string | null =>
  balances.some(({ withdrawable }) => withdrawable > 0) ? problemOf(way) : null;

/**
 * "You earned $120.00 in all: $50.00 can be withdrawn to your bank now and $70.00 comes with the next daily payout." What
 * was withdrawn is a part of what was paid into the payout balance, which a second sentence then tells.
 */
export function earnedWords(one: OneBalance, way: WayOut): string {
  const { currency, available, pending, held, paid, withdrawable, owed, payoutProblem } = one;
  const in_ = (amount: number) => money(amount, currency);
  const reaches = typeof way === 'string' ? REACHES[way] : null;
  const isAllThere = withdrawable === paid;
  const parts = [
    paid > 0 &&
      (isAllThere
        ? `${in_(paid)} ${reaches ?? 'waits in your payout balance'}`
        : `${in_(paid)} was paid into your payout balance`),
    available > 0 &&
      (payoutProblem === null
        ? `${in_(available)} comes to your balance with the next daily payout`
        : `${in_(available)} cannot be paid out yet`),
    pending > 0 && `${in_(pending)} waits for the brand’s charge or the end of its hold`,
    held > 0 && `${in_(held)} is held by a dispute`,
  ].filter((part) => part !== false);
  const all = paid + available + pending + held;
  const earned =
    parts.length === 0
      ? 'You earned nothing yet.'
      : `You earned ${in_(all)} in all: ${new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)}.`;
  const left = isAllThere
    ? null
    : withdrawable === 0
      ? 'None of that is left to withdraw.'
      : `After withdrawals, your payout balance is ${in_(withdrawable)}${reaches ? `, which ${reaches}` : ''}.`;
  const stop = available > 0 && payoutProblem !== null ? payoutProblem : stopOf(way, [one]);
  const back = owed > 0 ? `${in_(owed)} was taken back after a withdrawal, and is paid off first.` : null;
  return [earned, left, stop, back].filter((part) => part !== null).join(' ');
}
