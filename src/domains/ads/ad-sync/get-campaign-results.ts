import type { Ctx } from '../../../context.ts';
import { DAY_MS, isoOrNull } from '../../../kit/time.ts';
import { sumOwnResults } from './store.ts';

/** As long as the platforms still change what they report. */
export const RESULT_DAYS = 28;

export interface Numbers {
  spend: number;
  impressions: number;
  clicks: number;
  revenue: number;
}

export interface CampaignResults {
  /** All that it has spent, over all platforms. */
  spent: number;
  /** When a platform's numbers were last read; null before. */
  readAt: string | null;
  /** The last days with results, oldest first. Money is in the campaign's currency. */
  days: ({ day: string } & Numbers)[];
  /** The numbers of those days, by the IDs of ads. */
  ads: Record<string, Numbers>;
  /** The conversions of those days, by event. */
  conversions: Record<string, number>;
}

/** What a campaign of the acting account brought in the last days, by its platforms' reports; nothing of another's. */
export async function getCampaignResults(ctx: Ctx, id: string): Promise<CampaignResults> {
  // A day more: ad accounts have days of their own.
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
