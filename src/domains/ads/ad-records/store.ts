import { and, eq, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { noteChange } from '../../accounts/connections/note-change.ts';
import type { AdRow, AdSetRow } from '../campaign-record/campaign-row.ts';
import { adSets, ads } from '../campaign-record/table.ts';

/**
 * An ad set or ad that was added after the campaign's set-up is shown only once the platform has confirmed it or
 * somebody archived it.
 */
const confirmed = ({ platformId, status, campaignId, platform }: typeof adSets | typeof ads) =>
  sql`(${platformId} IS NOT NULL OR ${status} = 'archived' OR NOT EXISTS (SELECT 1 FROM campaign_platforms p
    WHERE p.campaign_id = ${campaignId} AND p.platform = ${platform} AND p.set_up_at IS NOT NULL))`;

const adSetIsThere = confirmed(adSets);
const adIsThere = confirmed(ads);

/** SQL for the campaign of an ad set. */
export const campaignOfAdSet = (id: string): SQL =>
  sql`(SELECT s.campaign_id FROM ad_sets s WHERE s.id = ${id})`;

/** SQL for the campaign of an ad. */
export const campaignOfAd = (id: string): SQL => sql`(SELECT a.campaign_id FROM ads a WHERE a.id = ${id})`;

/** SQL for the ad set of an ad. */
export const adSetOfAd = (id: string): SQL => sql`(SELECT a.ad_set_id FROM ads a WHERE a.id = ${id})`;

export async function requireOwnAdSet(ctx: Ctx, id: string): Promise<AdSetRow> {
  const row = await findOwnAdSet(ctx, id);
  if (!row) throw notFound('ad set');
  return row;
}

/** @param id the ID, or SQL for it. */
export async function findOwnAdSet(ctx: Ctx, id: string | SQL): Promise<AdSetRow | undefined> {
  const account = eq(adSets.accountId, actingAccount(ctx.actor).id);
  return await mainDb(ctx.env)
    .select()
    .from(adSets)
    .where(and(eq(adSets.id, id), account, adSetIsThere))
    .get();
}

export async function requireOwnAd(ctx: Ctx, id: string): Promise<AdRow> {
  const account = eq(ads.accountId, actingAccount(ctx.actor).id);
  const row = await mainDb(ctx.env)
    .select()
    .from(ads)
    .where(and(eq(ads.id, id), account, adIsThere))
    .get();
  if (!row) throw notFound('ad');
  return row;
}

export interface AdFilter {
  source: 'service' | 'external';
  statuses: readonly AdRow['status'][];
  campaign?: string | undefined;
  adSet?: string | undefined;
  platform?: string | undefined;
  limit: number;
  range: IdRange;
}

/** A page of the acting account's ad sets, newest first, plus one more to tell whether another page follows. */
export async function listOwnAdSets(ctx: Ctx, filter: AdFilter): Promise<AdSetRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adSets)
    .where(sql`${adSets.id} IN (${adSetListIds(ctx, filter)})`)
    .orderBy(newestFirst(adSets.id))
    .all();
}

/** Selects the page's IDs. Each status is a separate range of the index. */
function adSetListIds(ctx: Ctx, filter: AdFilter): SQL {
  const { source, statuses, campaign, platform, limit, range } = filter;
  const owned = and(eq(adSets.accountId, actingAccount(ctx.actor).id), eq(adSets.source, source));
  // The index by campaign is narrower than the one by account, so the `+` keeps SQLite from using the latter.
  const scope = campaign === undefined ? owned : and(eq(adSets.campaignId, campaign), sql`+${owned}`);
  const shared = and(
    scope,
    platform === undefined ? undefined : eq(adSets.platform, platform),
    adSetIsThere,
    withinRange(adSets.id, range),
  );
  return mergedIds(eachValue(adSets.id, sql`${adSets}`, adSets.status, statuses, shared), limit + 1);
}

/** A page of the acting account's ads, newest first, plus one more to tell whether another page follows. */
export async function listOwnAds(ctx: Ctx, filter: AdFilter): Promise<AdRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(ads)
    .where(sql`${ads.id} IN (${adListIds(ctx, filter)})`)
    .orderBy(newestFirst(ads.id))
    .all();
}

export function adListIds(ctx: Ctx, filter: AdFilter): SQL {
  const { source, statuses, campaign, adSet, platform, limit, range } = filter;
  const owned = and(eq(ads.accountId, actingAccount(ctx.actor).id), eq(ads.source, source));
  const within =
    adSet === undefined
      ? campaign === undefined
        ? undefined
        : eq(ads.campaignId, campaign)
      : and(
          eq(ads.adSetId, adSet),
          campaign === undefined ? undefined : sql`+${ads.campaignId} = ${campaign}`,
        );
  const shared = and(
    within === undefined ? owned : and(within, sql`+${owned}`),
    platform === undefined ? undefined : eq(ads.platform, platform),
    adIsThere,
    withinRange(ads.id, range),
  );
  return mergedIds(eachValue(ads.id, sql`${ads}`, ads.status, statuses, shared), limit + 1);
}

export function saveAdSet(ctx: SystemCtx, before: AdSetRow, changes: Partial<AdSetRow>): void {
  saveVersioned(ctx, adSets, 'ad set', before, changes);
  noteCampaignChange(ctx, before);
}

export function saveAd(ctx: SystemCtx, before: AdRow, changes: Partial<AdRow>): void {
  saveVersioned(ctx, ads, 'ad', before, changes);
  noteCampaignChange(ctx, before);
}

function noteCampaignChange(ctx: SystemCtx, { campaignId }: AdSetRow | AdRow): void {
  if (campaignId !== null) noteChange(ctx, campaignId);
}

/** An ad set's ads in their order, without archived and deleted ones. @param adSetId its ID, or SQL for it. */
export async function listAdsIn(ctx: SystemCtx, adSetId: string | SQL): Promise<AdRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(ads)
    .where(and(eq(ads.adSetId, adSetId), sql`${ads.status} NOT IN ('archived', 'deleted')`))
    .orderBy(ads.position, ads.id)
    .all();
}
