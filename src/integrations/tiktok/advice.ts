// What TikTok is likely to want: see README.md for where each is from.
import type { AdAdvice } from '../ads/advice.ts';
import { fromDollars } from '../ads/dollars.ts';

/** Whole US dollars that a campaign which spends as one is likely to need a day. */
const CAMPAIGN_USD = 50;

export const TIKTOK_ADVICE: readonly AdAdvice[] = [
  {
    path: '/budget/daily',
    code: 'small_campaign_budget',
    message: `TikTok may require $${CAMPAIGN_USD}.00 a day, or its equivalent, when the campaign sets the budget.`,
    fix: `Set a daily budget of at least $${CAMPAIGN_USD}.00 or its equivalent, or give each ad set its own budget.`,
    applies: ({ budget, currency, settings }) => {
      const least = fromDollars(CAMPAIGN_USD, currency);
      if (settings.budgetOptimization !== 'campaign' || least === null) return false;
      return budget.daily !== null && budget.daily < least;
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
