// Pay rules as pure functions. A rule counts something for a submission (approvals, views, cents of sales or
// of ad spend), and its pay is a function of the whole count. An accrual is what the newest part adds to that
// pay, so many small events earn exactly what one large one would.
import { percentOf, perThousand, toBasisPoints } from '../../../kit/money.ts';
import type { Pay, PayRule } from '../../work/program-terms/pay.ts';
import { CAMPAIGN_RULE, type CampaignPay } from '../campaign-pay/campaign-pay.ts';
import type { Evidence, Nothing, RuleTotals, Source } from './accrual.ts';

/** The most that a rule earns: 10^13 cents can only be a mistake in what was reported. */
export const MOST_EARNED = 10_000_000_000_000;
/** A count beyond this is not believed. */
const MOST_COUNTED = 1_000_000_000_000_000;

export const SOURCE_OF: Record<PayRule['type'], Source> = {
  per_video: 'submission',
  per_thousand_views: 'organic',
  view_milestone: 'organic',
  ad_spend_share: 'paid_ads',
  revenue_share: 'program',
  per_conversion: 'program',
};

export interface NewAccrual {
  key: string;
  rule: number;
  evidence: Evidence;
  /** Cents. */
  amount: number;
}

/** Accruals, and the totals after them. */
export interface Earned {
  accruals: NewAccrual[];
  rules: RuleTotals;
}

export interface CountedConversion {
  conversionId: string;
  eventId: string;
  occurrenceId: string;
  campaignId: string | null;
  credit: string;
  source: string;
  occurredAt: number;
  valueCents: number | null;
  currency: string | null;
  soldCents: number | null;
  maturedAt: number | null;
  valueBy: string | null;
  creditBy: string | null;
  unreadSince: number | null;
}

export interface CountedSpend {
  accountId: string;
  ad: string;
  campaignId: string | null;
  day: string;
  /** What the ad spent on the day: the total, and how much of it was counted before. Cents. */
  spend: number;
  shared: number;
  currency: string;
}

/** A platform's count for an ad on a day, where its campaign pays for that. */
export interface CountedResult {
  accountId: string;
  ad: string;
  campaignId: string;
  day: string;
  /** Cents sold, or leads: the total, and how much of it was counted before. */
  counted: number;
  shared: number;
  currency: string;
}

/** What a rule has earned once it has counted `counted` in all, in cents. */
export function worth(rule: PayRule, counted: number): number {
  return Math.min(exactWorth(rule, counted), MOST_EARNED);
}

function exactWorth(rule: PayRule, counted: number): number {
  switch (rule.type) {
    case 'per_video':
    case 'per_conversion':
      return counted > MOST_EARNED / rule.amount ? MOST_EARNED : counted * rule.amount;
    case 'view_milestone':
      return counted >= rule.views ? rule.amount : 0;
    case 'per_thousand_views': {
      if (counted < (rule.minViews ?? 0)) return 0;
      const most = rule.maxAmount ?? MOST_EARNED;
      // Past this many views the pay is at its cap; not multiplying keeps the numbers small.
      return counted > (most / rule.amount + 1) * 1000
        ? most
        : Math.min(perThousand(counted, rule.amount), most);
    }
    case 'ad_spend_share':
    case 'revenue_share':
      return percentOf(counted, toBasisPoints(rule.percent));
  }
}

/** Counts an approval: each rule pays for it once in the submission's life. */
export function earnApproval(pay: Pay, before: RuleTotals, submission: string, approvedAt: number): Earned {
  const tally = new Tally(before);
  for (const rule of pay.rules) {
    if (rule.type !== 'per_video' || tally.counted(rule) > 0) continue;
    tally.count(rule, 1, `approval:${submission}`, { kind: 'approval', approvedAt });
  }
  return tally.earned();
}

/**
 * Counts all views that a submission has had. A rule that earns nothing more from them keeps its old count.
 */
export function earnViews(
  pay: Pay,
  before: RuleTotals,
  submission: string,
  { views, reportedAt }: { views: number; reportedAt: number },
): Earned {
  const tally = new Tally(before);
  for (const rule of pay.rules) {
    if (SOURCE_OF[rule.type] !== 'organic') continue;
    const from = tally.counted(rule);
    if (views <= from || worth(rule, views) <= worth(rule, from)) continue;
    tally.count(rule, views - from, `views:${submission}:${views}`, {
      kind: 'views',
      from,
      to: views,
      reportedAt,
    });
  }
  return tally.earned();
}

/** Counts the part of an ad's spend that was not counted before. */
export function earnAdSpend(pay: Pay, before: RuleTotals, more: CountedSpend): Earned {
  const tally = new Tally(before);
  const { ad, campaignId: campaign, day } = more;
  const spend = more.spend - more.shared;
  for (const rule of pay.rules) {
    if (rule.type !== 'ad_spend_share') continue;
    const nothing = more.currency === pay.currency ? tally.unbelievable(rule, spend) : 'other_currency';
    const evidence: Evidence = {
      kind: 'ad_spend',
      ad,
      campaign,
      day,
      spend,
      currency: more.currency,
      ...(nothing ? { nothing } : {}),
    };
    tally.count(rule, nothing ? 0 : spend, `ad_spend:${more.accountId}:${ad}:${day}:${more.spend}`, evidence);
  }
  return tally.earned();
}

/** Counts the part of an ad's results that was not counted before. */
export function earnAdResult(pay: Pay, before: RuleTotals, more: CountedResult): Earned {
  const tally = new Tally(before);
  const { accountId, ad, campaignId: campaign, day, currency } = more;
  const counted = more.counted - more.shared;
  for (const rule of pay.rules) {
    if (!('conversion' in rule)) continue;
    const nothing = currency === pay.currency ? tally.unbelievable(rule, counted) : 'other_currency';
    tally.count(rule, nothing ? 0 : counted, `ad_result:${accountId}:${ad}:${day}:${more.counted}`, {
      kind: 'ad_result',
      ad,
      campaign,
      day,
      what: rule.type === 'revenue_share' ? 'revenue' : 'leads',
      counted,
      currency,
      ...(nothing ? { nothing } : {}),
    });
  }
  return tally.earned();
}

/** Counts a conversion under each rule that names it. */
export function earnConversion(pay: Pay, before: RuleTotals, conversion: CountedConversion): Earned {
  const tally = new Tally(before);
  for (const rule of pay.rules)
    if ('conversion' in rule && rule.conversion === conversion.conversionId) {
      const { conversionId, eventId } = conversion;
      countConversion(tally, rule, pay, conversion, `conversion:${conversionId}:${eventId}`);
    }
  return tally.earned();
}

/** Counts an occurrence that a campaign pays for once, even if it is several conversions. */
export function earnOccurrence(
  pay: Pay,
  before: RuleTotals,
  campaign: CampaignPay,
  conversion: CountedConversion,
): Earned {
  const tally = new Tally(before);
  const inItsCurrency = campaign.currency === pay.currency;
  for (const rule of pay.rules)
    if ('conversion' in rule) {
      const reason = occurrenceKey(campaign, conversion);
      countConversion(tally, rule, pay, conversion, reason, inItsCurrency ? null : 'other_currency');
    }
  return tally.earned();
}

const occurrenceKey = (
  { campaignId }: Pick<CampaignPay, 'campaignId'>,
  { occurrenceId }: Pick<CountedConversion, 'occurrenceId'>,
) => `occurrence:${campaignId}:${occurrenceId}`;

/** The key under which an occurrence accrues by a campaign's terms. */
export const occurrenceAccrual = (
  campaign: Pick<CampaignPay, 'campaignId'>,
  conversion: Pick<CountedConversion, 'occurrenceId'>,
): string => `${occurrenceKey(campaign, conversion)}:${CAMPAIGN_RULE}`;

function countConversion(
  tally: Tally,
  rule: PayRule,
  pay: Pay,
  conversion: CountedConversion,
  reason: string,
  no: Nothing | null = null,
): void {
  const { conversionId, eventId, campaignId, credit, source, occurredAt, valueCents, currency } = conversion;
  const { maturedAt, valueBy, creditBy, soldCents, unreadSince } = conversion;
  const share = rule.type === 'revenue_share';
  const counted = share ? (valueCents ?? 0) : 1;
  const refused = no ?? (share ? unusable(conversion, pay) : null) ?? tally.unbelievable(rule, counted);
  tally.count(rule, refused ? 0 : counted, reason, {
    kind: 'conversion',
    conversion: conversionId,
    event: eventId,
    campaign: campaignId,
    credit,
    confirmedBy: source,
    value: valueCents,
    currency,
    occurredAt,
    sold: soldCents,
    maturedAt,
    valueBy,
    creditBy,
    ...(unreadSince === null ? {} : { unreadSince }),
    ...(refused ? { nothing: refused } : {}),
  });
}

/** Currencies are never converted, so a sale in another currency earns no share. */
function unusable({ valueCents, currency }: CountedConversion, pay: Pay): Nothing | null {
  if (valueCents === null || valueCents === 0 || currency === null) return 'no_value';
  return currency === pay.currency ? null : 'other_currency';
}

class Tally {
  readonly #rules: RuleTotals;
  readonly #accruals: NewAccrual[] = [];

  constructor(before: RuleTotals) {
    this.#rules = { ...before };
  }

  counted(rule: PayRule): number {
    return this.#rules[rule.number]?.counted ?? 0;
  }

  unbelievable(rule: PayRule, more: number): Nothing | null {
    return this.counted(rule) + more > MOST_COUNTED ? 'too_large' : null;
  }

  count(rule: PayRule, more: number, reason: string, evidence: Evidence): void {
    const before = this.#rules[rule.number] ?? { counted: 0, accrued: 0 };
    const counted = before.counted + more;
    const accrued = worth(rule, counted);
    this.#rules[rule.number] = { counted, accrued };
    const key = `${reason}:${rule.number}`;
    this.#accruals.push({ key, rule: rule.number, evidence, amount: accrued - before.accrued });
  }

  earned(): Earned {
    return { accruals: this.#accruals, rules: this.#rules };
  }
}
