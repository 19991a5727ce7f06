// What a campaign pays its creators for results, as plain values. For ad spend, revenue and conversions it
// replaces the rules of their programs, so nothing is ever paid by both.
import type { Pay, PayRule } from '../../work/program-terms/pay.ts';

export const CAMPAIGN_MODELS = ['ad_spend', 'attributed_revenue', 'lead'] as const;
export const CAMPAIGN_COUNTERS = ['platform', 'service'] as const;

export interface CampaignPay {
  campaignId: string;
  accountId: string;
  model: (typeof CAMPAIGN_MODELS)[number];
  /** Percent. */
  creatorShare: number | null;
  /** Cents. The cap is in cents too. */
  leadAmount: number | null;
  cap: number | null;
  counter: (typeof CAMPAIGN_COUNTERS)[number];
  event: string | null;
  conversionId: string | null;
  currency: string;
}

/** The number of a campaign's one rule. A program's rules are numbered from 1. */
export const CAMPAIGN_RULE = 0;

/**
 * A submission's pay under a campaign's terms: the campaign's one rule and cap, and otherwise what its
 * creator agreed to.
 */
export function payBy(campaign: CampaignPay | null, pay: Pay): Pay {
  return campaign === null ? pay : { ...pay, rules: [ruleOf(campaign)], cap: campaign.cap };
}

function ruleOf({ model, creatorShare, leadAmount, conversionId }: CampaignPay): PayRule {
  const shared = { number: CAMPAIGN_RULE, percent: creatorShare ?? 0 };
  const conversion = conversionId ?? '';
  switch (model) {
    case 'ad_spend':
      return { ...shared, type: 'ad_spend_share' };
    case 'attributed_revenue':
      return { ...shared, type: 'revenue_share', conversion };
    case 'lead':
      return { number: CAMPAIGN_RULE, type: 'per_conversion', amount: leadAmount ?? 0, conversion };
  }
}

/**
 * Whether the campaign pays for one of the account's conversions. @param event the event name that it counts.
 */
export function paysFor(pay: CampaignPay, conversionId: string, event: string | undefined): boolean {
  if (pay.model === 'ad_spend' || pay.counter !== 'service') return false;
  if (pay.conversionId !== null && pay.conversionId !== conversionId) return false;
  return pay.event === null || pay.event === event;
}

/** Whether the campaign pays for its platform's own count. */
export const paysForResults = ({ model, counter }: CampaignPay): boolean =>
  model !== 'ad_spend' && counter === 'platform';
