// What TikTok is likely to want: see README.md for where each is from.
import type { AdAdvice } from '../ads/advice.ts';
import { fromDollars } from '../ads/dollars.ts';

/** Whole US dollars that a campaign which spends as one is likely to need a day. */
const CAMPAIGN_USD = 50;

export const TIKTOK_ADVICE: readonly AdAdvice[] = [
  {
    path: '/budget/daily',
    code: 'small_campaign_budget',
    message: `TikTok is likely to want $${CAMPAIGN_USD}.00 a day, or the equal, for a campaign that spends as one.`,
    fix: `Set a daily budget of at least $${CAMPAIGN_USD}.00 or the equal, or give each ad set its own budget.`,
    applies: ({ budget, currency, settings }) => {
      const least = fromDollars(CAMPAIGN_USD, currency);
      if (settings.budgetOptimization !== 'campaign' || least === null) return false;
      return budget.daily !== null && budget.daily < least;
    },
  },
  {
    path: '/ad/callToAction',
    code: 'call_to_action_portfolio',
    message: 'Smart+ campaigns for leads may want a call to action from a portfolio at TikTok.',
    fix: 'If TikTok refuses the ad, make a portfolio of calls to action in TikTok Ads Manager.',
    applies: ({ objective }) => objective === 'leads',
  },
];
