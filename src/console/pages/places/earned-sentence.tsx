// What was earned, when it reaches the bank, and what stops it: one sentence for each currency, from the balance.
import type { Balance } from '../../../domains/money/balance/balance.ts';
import type { PayoutSetup } from '../../../domains/money/payout-accounts/get-payout-setup.ts';
import { money } from '../../format.tsx';
import { setupProblem } from '../money/earner-parts.tsx';

type OneBalance = Balance['balances'][number];

/** How the payout balance reaches the bank: when its owner withdraws it, each Monday, or not before the set-up is finished. */
export type WayOut = 'withdrawn' | 'weekly' | 'blocked';

export const wayOut = (setup: PayoutSetup | null): WayOut => {
  if (setupProblem(setup) !== null) return 'blocked';
  return setup?.weekly ? 'weekly' : 'withdrawn';
};

export function EarnedSentence({ balances, way }: { balances: readonly OneBalance[]; way: WayOut }) {
  if (balances.length === 0)
    return <p class="prose">Nothing is earned yet. What brands pay you appears here.</p>;
  return balances.map((one) => <p class="prose">{earnedWords(one, way)}</p>);
}

const REACHES: Record<WayOut, string> = {
  withdrawn: 'can be withdrawn to your bank now',
  weekly: 'is sent to your bank on Monday',
  blocked: 'waits in your payout balance',
};

export const BLOCKED = 'Finish the payout set-up to withdraw what is in your payout balance.';

/** "You earned $120.00: $50.00 can be withdrawn now and $70.00 comes with the next daily payout." */
export function earnedWords(one: OneBalance, way: WayOut): string {
  const { currency, available, pending, held, paid, withdrawable, owed, payoutProblem } = one;
  const in_ = (amount: number) => money(amount, currency);
  const parts = [
    withdrawable > 0 && `${in_(withdrawable)} ${REACHES[way]}`,
    available > 0 &&
      (payoutProblem === null
        ? `${in_(available)} comes to your balance with the next daily payout`
        : `${in_(available)} cannot be paid out yet`),
    pending > 0 && `${in_(pending)} waits for the brand’s charge or the end of its hold`,
    held > 0 && `${in_(held)} is held by a dispute`,
  ].filter((part) => part !== false);
  const all = paid + available + pending + held;
  const earned = all === 0 ? 'You earned nothing yet' : `You earned ${in_(all)}`;
  const where =
    parts.length === 0
      ? all === 0
        ? '.'
        : ', and all of it was withdrawn.'
      : `: ${new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)}.`;
  const isStuck = available > 0 && payoutProblem !== null;
  const stops = isStuck ? ` ${payoutProblem}` : withdrawable > 0 && way === 'blocked' ? ` ${BLOCKED}` : '';
  const back = owed > 0 ? ` ${in_(owed)} was taken back after a withdrawal, and is paid off first.` : '';
  return earned + where + stops + back;
}
