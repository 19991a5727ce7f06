// What a campaign can spend a day, now and with a plan.
import type { PlannedChanges } from '../../../domains/ads/plans/get-planned-changes.ts';
import { money } from '../../format.tsx';
import { BeforeAfter } from './changes.tsx';

type PlannedSpend = NonNullable<PlannedChanges['spend']>;

const perDay = (amount: number, currency: string) => `${money(amount, currency)}/day`;

/** A spend that the plan does not change. */
const unchanged = (amount: number, currency: string): string =>
  amount === 0 ? 'None, because no ads run' : `${perDay(amount, currency)}, no change`;

/** The same in a line of text. */
export function spendWords({ before, after }: PlannedSpend, currency: string): string {
  if (before === after) return unchanged(before, currency);
  return `${perDay(before, currency)} → ${perDay(after, currency)} (${differenceWords(before, after, currency)})`;
}

const differenceWords = (before: number, after: number, currency: string): string =>
  `${money(Math.abs(after - before), currency)} ${after > before ? 'more' : 'less'} a day`;

export function Spend({ spend: { before, after }, currency }: { spend: PlannedSpend; currency: string }) {
  if (before === after) return <>{unchanged(before, currency)}</>;
  return (
    <>
      <BeforeAfter before={perDay(before, currency)} after={perDay(after, currency)} />{' '}
      <span class="quiet">{differenceWords(before, after, currency)}</span>
    </>
  );
}
