import type { Ctx } from '../../../context.ts';
import { DAY_MS, isoOrNull } from '../../../kit/time.ts';
import { sumOwnResults } from './store.ts';

/** Platforms still correct their reports for this long. */
export const RESULT_DAYS = 28;

export interface Numbers {
  spend: number;
  impressions: number;
  clicks: number;
  revenue: number;
}

export interface CampaignResults {
  /** The total spend on all platforms. */
  spent: number;
  /** When a platform's results were last read; null before the first time. */
  readAt: string | null;
  /** The latest days with results, oldest first. Amounts are in the campaign's currency. */
  days: ({ day: string } & Numbers)[];
  /** The results of those days by ad ID. */
  ads: Record<string, Numbers>;
  /** The number of conversions in those days, by event. */
  conversions: Record<string, number>;
}

/** The latest results of a campaign, as its platforms report them. Another account's campaign has none. */
export async function getCampaignResults(ctx: Ctx, id: string): Promise<CampaignResults> {
  // One day more, because ad accounts have days in their own time zone.
  const since = new Date(ctx.now - RESULT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const { whole, days, ads, conversions } = await sumOwnResults(ctx, id, since);
  return {
    spent: whole?.spent ?? 0,
    readAt: isoOrNull(whole?.readAt ?? null),
    days,
    ads: Object.fromEntries(ads.map(({ ad, ...numbers }) => [ad, numbers])),
    conversions: Object.fromEntries(conversions.map(({ event, count }) => [event, count])),
  };
}
