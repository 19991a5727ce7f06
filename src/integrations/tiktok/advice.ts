// What TikTok is likely to want: see README.md for where each is from.
import type { AdAdvice } from '../ads/advice.ts';

/** Whole US dollars that a campaign which spends as one is likely to need a day. */
const CAMPAIGN_USD = 50;

export const TIKTOK_ADVICE: readonly AdAdvice[] = [
  {
    path: '/budget/daily',
    code: 'small_campaign_budget',
    message: `TikTok is likely to want $${CAMPAIGN_USD} a day for a campaign that spends as one.`,
    fix: `Make it at least $${CAMPAIGN_USD}.00, or let each ad set have its budget.`,
    applies: ({ budget, currency, settings }) =>
      settings.budgetOptimization === 'campaign' &&
      currency === 'usd' &&
      budget.daily !== null &&
      budget.daily < CAMPAIGN_USD * 100,
  },
  {
    path: '/ad/callToAction',
    code: 'call_to_action_portfolio',
    message: 'Smart+ campaigns for leads may want a call to action from a portfolio at TikTok.',
    fix: 'If TikTok refuses the ad, make a portfolio of calls to action in TikTok Ads Manager.',
    applies: ({ objective }) => objective === 'leads',
  },
];
