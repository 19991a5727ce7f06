// TikTok's recommendations. README.md names the sources.
import type { AdAdvice } from '../ads/advice.ts';
import { fromDollars } from '../ads/dollars.ts';

/** The budget in whole US dollars, daily or lifetime, that a campaign with one budget is recommended to have. */
const CAMPAIGN_USD = 50;

export const TIKTOK_ADVICE: readonly AdAdvice[] = [
  {
    path: '/budget/daily',
    code: 'small_campaign_budget',
    message: `TikTok may require a budget of at least $${CAMPAIGN_USD}.00, or its equivalent, when the campaign sets it.`,
    fix: `Raise the budget to at least $${CAMPAIGN_USD}.00 or its equivalent, or give each ad set its own budget.`,
    applies: ({ budget, currency, settings }) => {
      const least = fromDollars(CAMPAIGN_USD, currency);
      if (settings.budgetOptimization !== 'campaign' || least === null || budget === null) return false;
      return ('daily' in budget ? budget.daily : budget.lifetime) < least;
    },
  },
  {
    path: '/ad/callToAction',
    code: 'call_to_action_portfolio',
    message: 'TikTok may require a call-to-action portfolio for Smart+ lead campaigns.',
    fix: 'If TikTok rejects the ad, create a call-to-action portfolio in TikTok Ads Manager.',
    applies: ({ objective }) => objective === 'leads',
  },
];
