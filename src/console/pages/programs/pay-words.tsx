// What a program pays, as its creators and its account read it.
import type { Conversion } from '../../../domains/measurement/conversions/conversion.ts';
import type { PayRule } from '../../../domains/work/program-terms/pay.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { count, money, plural } from '../../format.tsx';

export type ConversionName = (id: string) => string | null;

/** A creator cannot read the account's conversions, so a name may be missing. */
export const conversionNames =
  (conversions: readonly Pick<Conversion, 'id' | 'name'>[]): ConversionName =>
  (id) =>
    conversions.find((one) => one.id === id)?.name ?? null;

export const NO_NAMES: ConversionName = () => null;

function ruleWords(rule: PayRule, currency: string, nameOf: ConversionName): string {
  switch (rule.type) {
    case 'per_video':
      return `${money(rule.amount, currency)} for each approved video`;
    case 'per_thousand_views': {
      const bounds = [
        rule.minViews !== null && rule.minViews > 0 && `from ${plural(rule.minViews, 'view')} on`,
        rule.maxAmount !== null && `at most ${money(rule.maxAmount, currency)} a video`,
      ].filter(Boolean);
      return `${money(rule.amount, currency)} per 1,000 views${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`;
    }
    case 'view_milestone':
      return `${money(rule.amount, currency)} once a post has ${plural(rule.views, 'view')}`;
    case 'ad_spend_share':
      return `${rule.percent}% of what ads with the video spend`;
    case 'revenue_share':
      return `${rule.percent}% of the sales that the video brings${ofConversion(nameOf(rule.conversion))}`;
    case 'per_conversion':
      return `${money(rule.amount, currency)} for each confirmed conversion${ofConversion(nameOf(rule.conversion))}`;
  }
}

const ofConversion = (name: string | null) => (name === null ? '' : ` (${name})`);

const CADENCES: Readonly<Record<Program['pay']['schedule']['cadence'], string>> = {
  on_approval: 'Pay for an approval is due at once, everything else on the day after.',
  weekly: 'Paid every Monday.',
  monthly: 'Paid on the 1st of each month.',
};

/** What a creator earns, in sentences. @param who begins the first: "You earn". */
export function earnsWords(
  pay: Program['pay'],
  nameOf: ConversionName,
  who: 'A creator earns' | 'You earn' = 'A creator earns',
): string[] {
  const { rules, currency, cap, schedule, approval } = pay;
  if (rules.length === 0) return ['The program pays nothing by itself. Payments are agreed on separately.'];
  const all = rules.map((rule) => ruleWords(rule, currency, nameOf));
  const held = schedule.holdDays > 0 ? ` Money is held for ${plural(schedule.holdDays, 'day')} first.` : '';
  return [
    `${who} ${new Intl.ListFormat('en', { type: 'conjunction' }).format(all)}.`,
    ...(cap === null ? [] : [`At most ${money(cap, currency)} per creator in the program.`]),
    ...(rules.some(({ type }) => type === 'per_thousand_views' || type === 'view_milestone')
      ? [`Views count for ${plural(pay.viewDays, 'day')} after a post is published.`]
      : []),
    CADENCES[schedule.cadence] + held,
    approval === 'manual' ? 'The brand approves each payment.' : 'Payments need no approval.',
  ];
}

/** Limits as a creator reads them. */
export function limitWords({ limits: { creators, submissionsPerCreator } }: Program): string[] {
  return [
    ...(creators === null ? [] : [`${count(creators)} creators at most`]),
    ...(submissionsPerCreator === null
      ? []
      : [`${plural(submissionsPerCreator, 'video')} per creator at most`]),
  ];
}
