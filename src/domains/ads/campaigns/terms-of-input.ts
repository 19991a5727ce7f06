import type * as z from 'zod';
import type { CampaignInput } from '../campaign-record/campaign-input.ts';
import { type Audience, type CampaignPay, type CampaignTerms, objectiveOf } from '../campaign-terms/terms.ts';

/** The audience of a body that leaves it out, when neither template nor defaults set it. */
const AUDIENCE = { countries: [], ageMin: 18, ageMax: 65, gender: 'all', expand: false } as const;

/**
 * Turns the body of a campaign into stored terms. @param verifiedPixel whether the account has a pixel that records
 * visitors.
 */
export function termsOf(input: CampaignInput, verifiedPixel: boolean): CampaignTerms {
  const { destination, budget, schedule, ad } = input;
  const onWebsite = destination.type === 'website';
  return {
    objective: objectiveOf(input.objective ?? 'conversions'),
    destination: { type: destination.type, value: destination.value ?? null },
    budget: { daily: budget.daily ?? null, billingLimit: budget.billingLimit ?? null },
    schedule: { startDate: schedule.startDate, endDate: schedule.endDate ?? null },
    audience: audienceOf(input.audience),
    ad: { primaryText: ad.primaryText, callToAction: ad.callToAction, headline: ad.headline ?? null },
    optimizationEvent: input.optimizationEvent ?? null,
    settings: input.settings ?? {},
    tracking: input.tracking ?? {},
    identity: input.identity ?? 'brand',
    creatives: input.creatives,
    creatorPay: payOf(input, onWebsite && verifiedPixel ? 'service' : 'platform'),
  };
}

function audienceOf(given: z.output<typeof Audience> = {}): CampaignTerms['audience'] {
  return {
    countries: given.countries ?? [...AUDIENCE.countries],
    ageMin: given.ageMin ?? AUDIENCE.ageMin,
    ageMax: given.ageMax ?? AUDIENCE.ageMax,
    gender: given.gender ?? AUDIENCE.gender,
    expand: given.expand ?? AUDIENCE.expand,
  };
}

function payOf(
  { creatorPay, attribution }: Pick<CampaignInput, 'creatorPay' | 'attribution'>,
  source: CampaignPay['attribution']['source'],
): CampaignPay {
  const given = attribution ?? creatorPay?.attribution;
  return {
    model: creatorPay?.model ?? 'ad_spend',
    creatorShare: creatorPay?.creatorShare ?? null,
    leadAmount: creatorPay?.leadAmount ?? null,
    cap: creatorPay?.cap ?? null,
    revenueEvent: creatorPay?.revenueEvent ?? null,
    attribution: { source: given?.source ?? source, conversion: given?.conversion ?? null },
  };
}
