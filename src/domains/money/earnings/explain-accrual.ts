// Puts one accrual into words: what happened, why it is credited to the submission, and which rule pays for
// it.
import { money } from '../../../kit/currencies.ts';
import { toBasisPoints, WHOLE_BPS } from '../../../kit/money.ts';
import { day, iso } from '../../../kit/time.ts';
import type { CreditRule } from '../../measurement/credit-targets/credit.ts';
import type { Pay, PayRule } from '../../work/program-terms/pay.ts';
import type { Evidence, Nothing } from '../accruals/accrual.ts';
import { CAMPAIGN_RULE } from '../campaign-pay/campaign-pay.ts';
import type { ExplanationStep } from './explanation.ts';
import type { AccrualRow } from './store.ts';

const CREDITED_BY: Record<CreditRule, string> = {
  own_link: "It came through this submission's link.",
  kept_landing: "The visitor had come through this submission's link before.",
  attribution_id: "It carries the ID of an earlier visit through this submission's link.",
  click_id: 'It followed a click on an ad with this submission.',
  same_user: "The same customer had come through this submission's link before.",
  creator_code: "The creator's code was used.",
  discount_code: "The creator's discount code was used.",
};

const CONFIRMED_BY: Record<string, string> = {
  server: "confirmed by the brand's server",
  shop: 'confirmed by the shop',
  browser: "reported by the visitor's browser, which is enough for this conversion",
};

const NOTHING: Record<Nothing, string> = {
  other_currency: 'It pays nothing: the pay is in another currency, and amounts are never converted.',
  no_value: 'It pays nothing: no value was reported.',
  too_large: 'It pays nothing: the reported number is too large to be plausible.',
};

export function explainAccrual(row: AccrualRow, terms: Pay): ExplanationStep[] {
  const { evidence } = row;
  const rule = terms.rules.find(({ number }) => number === row.rule);
  const nothing = 'nothing' in evidence && evidence.nothing ? ` ${NOTHING[evidence.nothing]}` : '';
  return [
    eventStep(evidence, row),
    ...attribution(evidence, row),
    {
      step: 'rule',
      text: `${whoseRule(row)}: ${rule ? ruleInWords(rule, terms.currency) : 'its terms are no longer available.'}${nothing}${rule ? roundingInWords(rule, row, terms.currency) : ''}`,
      records: [row.submissionId, ...(row.campaignId === '' ? [] : [row.campaignId])],
      amount: row.amount,
      currency: terms.currency,
      at: iso(row.createdAt),
    },
  ];
}

const whoseRule = ({ rule, campaignId }: AccrualRow) =>
  rule === CAMPAIGN_RULE
    ? `The pay of campaign ${campaignId}, which replaces the program's rules`
    : `Rule ${rule}`;

/** Explains a fraction of a cent: the rule's total is rounded, not each part, so the roundings even out. */
function roundingInWords(rule: PayRule, { evidence, amount }: AccrualRow, currency: string): string {
  const parts = partsOf(rule, evidence);
  if (parts === null || parts.of % parts.whole === 0) return '';
  const exact = money(parts.of / parts.whole, currency, 'en-US', 4);
  return ` The exact amount is ${exact}. Only the rule's total is rounded, which makes this part ${money(amount, currency)}.`;
}

/** The exact amount as a fraction; null where a rule pays whole amounts. */
function partsOf(rule: PayRule, evidence: Evidence): { of: number; whole: number } | null {
  if ('nothing' in evidence && evidence.nothing) return null;
  if (rule.type === 'revenue_share' && evidence.kind === 'conversion')
    return { of: (evidence.value ?? 0) * toBasisPoints(rule.percent), whole: WHOLE_BPS };
  if (rule.type === 'revenue_share' && evidence.kind === 'ad_result')
    return { of: evidence.counted * toBasisPoints(rule.percent), whole: WHOLE_BPS };
  if (rule.type === 'ad_spend_share' && evidence.kind === 'ad_spend')
    return { of: evidence.spend * toBasisPoints(rule.percent), whole: WHOLE_BPS };
  if (rule.type === 'per_thousand_views' && evidence.kind === 'views' && rule.maxAmount === null)
    return { of: (evidence.to - evidence.from) * rule.amount, whole: 1_000 };
  return null;
}

function eventStep(evidence: Evidence, row: AccrualRow): ExplanationStep {
  const none = { amount: null, currency: null };
  const submission = row.submissionId;
  switch (evidence.kind) {
    case 'approval':
      return {
        step: 'event',
        text: 'The submission was approved.',
        records: [submission],
        ...none,
        at: iso(evidence.approvedAt),
      };
    case 'views':
      return {
        step: 'event',
        text: `The views of the post went from ${evidence.from} to ${evidence.to}.`,
        records: [submission],
        ...none,
        at: iso(evidence.reportedAt),
      };
    case 'ad_spend':
      return {
        step: 'event',
        text: `The platform reported another ${money(evidence.spend, evidence.currency)} spent on an ad with this submission on ${evidence.day}.`,
        records: [evidence.ad, ...(evidence.campaign ? [evidence.campaign] : [])],
        amount: evidence.spend,
        currency: evidence.currency,
        at: iso(row.createdAt),
      };
    case 'ad_result': {
      const { ad, campaign, counted, currency, what } = evidence;
      const leads = counted === 1 ? 'one more lead' : `${counted} more leads`;
      const said = what === 'leads' ? leads : `another ${money(counted, currency)} of revenue`;
      return {
        step: 'event',
        text: `The platform reported ${said} from an ad with this submission on ${evidence.day}.`,
        records: [ad, campaign],
        amount: what === 'leads' ? null : counted,
        currency: what === 'leads' ? null : currency,
        at: iso(row.createdAt),
      };
    }
    case 'conversion':
      return {
        step: 'event',
        text: saleInWords(evidence),
        records: [evidence.conversion, evidence.event],
        amount: evidence.value,
        currency: evidence.currency,
        at: iso(evidence.occurredAt),
      };
  }
}

function saleInWords({ value, currency, ...sale }: Extract<Evidence, { kind: 'conversion' }>): string {
  const of = value === null || currency === null ? '' : ` of ${money(value, currency)}`;
  const said = `A conversion${of} on ${day(sale.occurredAt)}, ${CONFIRMED_BY[sale.confirmedBy] ?? 'confirmed'}.`;
  const valued = of === '' || !sale.valueBy ? '' : ` Its value was reported by ${WHOSE[sale.valueBy]}.`;
  const back = (sale.sold ?? 0) - (value ?? 0);
  const returned =
    currency === null || back <= 0
      ? ''
      : ` Its value was ${money(sale.sold!, currency)} at first; ${money(back, currency)} was returned before it matured.`;
  const unread =
    sale.unreadSince === undefined
      ? ''
      : ` The shop did not answer again before that, so its value is as of ${iso(sale.unreadSince)}.`;
  return sale.maturedAt === null
    ? said
    : `${said}${valued}${returned}${unread} It matured on ${iso(sale.maturedAt)}, and later reports no longer change it.`;
}

const WHOSE: Record<string, string> = {
  browser: "the visitor's browser",
  server: "the brand's server",
  shop: 'the shop',
};

function attribution(evidence: Evidence, row: AccrualRow): ExplanationStep[] {
  if (evidence.kind !== 'conversion') return [];
  return [
    {
      step: 'attribution',
      text: `${CREDITED_BY[evidence.credit as CreditRule]}${evidence.creditBy ? ` This was reported by ${WHOSE[evidence.creditBy]}.` : ''}`,
      records: [row.submissionId, ...(evidence.campaign ? [evidence.campaign] : [])],
      amount: null,
      currency: null,
      at: iso(evidence.occurredAt),
    },
  ];
}

/** A rule in the words that a creator reads. */
export function ruleInWords(rule: PayRule, currency: string): string {
  switch (rule.type) {
    case 'per_video':
      return `${money(rule.amount, currency)} per approved video.`;
    case 'per_thousand_views': {
      const from = rule.minViews ? `, starting at ${rule.minViews} views` : '';
      const most = rule.maxAmount === null ? '' : `, up to ${money(rule.maxAmount, currency)}`;
      return `${money(rule.amount, currency)} per 1,000 views${from}${most}.`;
    }
    case 'view_milestone':
      return `${money(rule.amount, currency)} once the post has ${rule.views} views.`;
    case 'ad_spend_share':
      return `${rule.percent}% of the ad spend on the submission.`;
    case 'revenue_share':
      return `${rule.percent}% of the value of each conversion.`;
    case 'per_conversion':
      return `${money(rule.amount, currency)} per conversion.`;
  }
}
