// Which campaigns' sales belong to the results that are asked for, and which of their ads shows what.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { idsOfSubmissions } from '../../work/submissions/interface.ts';
import { accountsOf, type ResultsAsked } from './asked-store.ts';

/** A campaign that sales can be credited to. Its days and its currency are those of its own ad account. */
export interface CampaignWithSales {
  id: string;
  accountId: string;
  /** The EVENTS_<n> database with its account's sales. */
  shard: number;
  timezone: string;
  currency: string;
  /** Its own platform, whose days and currency it has, and whether it runs on others as well. */
  platform: string;
  several: boolean;
}

/** The campaigns of accounts that have counted events. */
export async function listCampaignsWithSales(
  ctx: SystemCtx,
  { of, campaign, platform }: ResultsAsked,
): Promise<CampaignWithSales[]> {
  const shown = 'creator' in of ? idsOfSubmissions(of) : null;
  const whose =
    'creator' in of
      ? sql`c.id IN (SELECT a.campaign_id FROM ads a WHERE a.submission_id IN ${shown} AND a.source = 'service')`
      : sql`c.account_id IN ${accountsOf(of)}`;
  const several = sql`(SELECT COUNT(*) FROM campaign_platforms p WHERE p.campaign_id = c.id) > 1`;
  const rows = await mainDb(ctx.env).all<Omit<CampaignWithSales, 'several'> & { several: number }>(sql`
    SELECT c.id, c.account_id AS accountId, a.events_shard AS shard, c.timezone, c.currency, c.platform,
      ${several} AS several
    FROM campaigns c JOIN accounts a ON a.id = c.account_id AND a.events_shard IS NOT NULL
    WHERE ${whose} ${campaign === undefined ? sql`` : sql`AND c.id = ${campaign}`}
      ${platform === undefined ? sql`` : sql`AND c.platform = ${platform} AND NOT ${several}`}`);
  return rows.map((row) => ({ ...row, several: row.several === 1 }));
}

/** The only ad of a campaign that shows a submission. */
export interface OnlyAd {
  campaign: string;
  submission: string;
  ad: string;
  platform: string;
}

/** The submissions that ads of these campaigns show, with the ad where it is the only one. */
export async function listSubmissionsShown(
  ctx: SystemCtx,
  campaigns: readonly string[],
  program: string | undefined,
): Promise<(OnlyAd & { ads: number })[]> {
  const within = program === undefined ? sql`` : sql`AND a.submission_id IN ${idsOfSubmissions({ program })}`;
  return await mainDb(ctx.env).all(sql`
    SELECT a.campaign_id AS campaign, a.submission_id AS submission, MIN(a.id) AS ad, a.platform, COUNT(*) AS ads
    FROM json_each(${JSON.stringify(campaigns)}) j JOIN ads a ON a.campaign_id = j.value
    WHERE a.submission_id IS NOT NULL AND a.platform_id IS NOT NULL AND a.source = 'service' ${within}
    GROUP BY 1, 2`);
}
