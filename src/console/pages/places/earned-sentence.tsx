// What was earned, when it reaches the bank, and what stops it: one sentence for each currency, from the balance.
import type { Balance } from '../../../domains/money/balance/balance.ts';
import { money } from '../../format.tsx';

type OneBalance = Balance['balances'][number];

export function EarnedSentence({ balances }: { balances: readonly OneBalance[] }) {
  if (balances.length === 0)
    return <p class="prose">Nothing is earned yet. What brands pay you appears here.</p>;
  return balances.map((one) => <p class="prose">{earnedWords(one)}</p>);
}

/** "You earned $120.00: $50.00 can be withdrawn now and $70.00 comes with the next daily payout." */
export function earnedWords(one: OneBalance): string {
  const { currency, available, pending, held, paid, withdrawable, owed, payoutProblem } = one;
  const in_ = (amount: number) => money(amount, currency);
  const parts = [
    withdrawable > 0 && `${in_(withdrawable)} can be withdrawn to your bank now`,
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
  const stops = available > 0 && payoutProblem !== null ? ` ${payoutProblem}` : '';
  const back = owed > 0 ? ` ${in_(owed)} was taken back after a withdrawal, and is paid off first.` : '';
  return earned + where + stops + back;
}
