// The pay that a campaign sets in place of its creators' programs, and the checks of it.
import { chargeProblem, greatestPayment, money } from '../../../kit/currencies.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import type { CampaignPay } from '../../money/campaign-pay/campaign-pay.ts';
import type { TargetPlatform } from '../campaign-record/campaign-platforms.ts';
import type { CampaignProblem } from '../campaign-record/campaign-problem.ts';
import type { CampaignRow } from '../campaign-record/campaign-row.ts';
import { brokenConversion, brokenPay, eventOf, paysItself } from '../campaign-terms/check-pay.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

/** The facts that pay is calculated from; null where the programs' pay rules apply. */
export function creatorPayOf({
  id: campaignId,
  accountId,
  currency,
  terms,
}: Pick<CampaignRow, 'id' | 'accountId' | 'currency' | 'terms'>): CampaignPay | null {
  const { creatorPay } = terms;
  if (!paysItself(creatorPay)) return null;
  const { model, creatorShare, leadAmount, cap, attribution } = creatorPay;
  const conversionId = attribution.conversion;
  return {
    campaignId,
    accountId,
    model,
    creatorShare,
    leadAmount,
    cap,
    currency,
    conversionId,
    counter: attribution.source,
    event: eventOf(terms),
  };
}

/** What is known about the creators and submissions that the campaign would pay for. */
export interface PayFacts {
  /** The ad account's currency; null without an ad account. */
  currency: string | null;
  feePercent: number;
  targets: readonly TargetPlatform[];
  /** The currency in which each submission's program pays, by submission ID. */
  programCurrencies: ReadonlyMap<string, string>;
  /** The event of each active conversion that can be used, by conversion ID. */
  conversions: ReadonlyMap<string, string>;
}

export function payProblems(terms: CampaignTerms, facts: PayFacts): CampaignProblem[] {
  const { creatorPay } = terms;
  const problems: CampaignProblem[] = brokenPay(creatorPay).map(({ field, ...rest }) => ({
    path: `/creatorPay/${field}`,
    platform: null,
    ...rest,
  }));
  if (problems.length > 0 || !paysItself(creatorPay)) return problems;
  return [...moneyProblems(terms, facts), ...countProblems(terms, facts)];
}

const ours = (path: string, code: string, message: string, fix: string): CampaignProblem => ({
  path,
  code,
  message,
  fix,
  platform: null,
});

/** Refuses amounts and currencies that could not be paid, while the campaign can still be corrected. */
function moneyProblems(
  { creatives, creatorPay: { leadAmount } }: CampaignTerms,
  { currency, feePercent, programCurrencies }: PayFacts,
): CampaignProblem[] {
  if (currency === null) return [];
  const out = "Remove the share and the amount: the programs' pay rules then apply.";
  const uncharged = chargeProblem(currency);
  if (uncharged !== null) return [ours('/creatorPay', 'unsupported_currency', uncharged, out)];
  const problems: CampaignProblem[] = [];
  const greatest = greatestPayment(currency, toBasisPoints(feePercent));
  if (leadAmount !== null && leadAmount > greatest)
    problems.push(
      ours(
        '/creatorPay/leadAmount',
        'too_big',
        `Amount per lead must be at most ${money(greatest, currency)}, the most that a card can be charged at once.`,
        'Lower the amount.',
      ),
    );
  for (const [n, id] of creatives.entries()) {
    const other = programCurrencies.get(id);
    if (other === undefined || other === currency) continue;
    const message = `This submission's program pays in ${other.toUpperCase()}, the campaign in ${currency.toUpperCase()}.`;
    problems.push(ours(`/creatives/${n}`, 'pay_currency', message, `Choose another submission. ${out}`));
  }
  return problems;
}

/** Checks that somebody counts the event that creators are paid for. */
function countProblems(terms: CampaignTerms, { targets, conversions }: PayFacts): CampaignProblem[] {
  const { model, attribution } = terms.creatorPay;
  if (model === 'ad_spend') return [];
  const event = eventOf(terms);
  const { source, conversion } = attribution;
  const broken = brokenConversion(terms, conversions.get(conversion ?? ''));
  if (broken) return [{ path: '/attribution/conversion', ...broken, platform: null }];
  if (source === 'service')
    return conversion !== null || [...conversions.values()].includes(event!)
      ? []
      : [
          ours(
            '/attribution',
            'conversion_missing',
            `No active conversion counts the event ${event}.`,
            'Create one with POST /v1/conversions, or set attribution.conversion.',
          ),
        ];
  return targets.flatMap(({ name: platform, adapter: { capabilities } }): CampaignProblem[] => {
    const { name, results } = capabilities;
    const known =
      model === 'attributed_revenue' ? event === 'purchase' : results.some((one) => one === event);
    if (known) return [];
    const what =
      model === 'attributed_revenue'
        ? 'only reports the revenue of purchases'
        : `does not report the event ${event}`;
    const fix = 'Set the attribution source to service.';
    return [
      {
        path: '/attribution/source',
        code: 'not_counted',
        message: `${name} ${what}.`,
        fix,
        platform,
      },
    ];
  });
}
