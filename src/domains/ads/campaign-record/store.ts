import { and, asc, eq, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { inOrder, newestFirst } from '../../../db/list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { selectionsOf } from '../../accounts/connections/interface.ts';
import { noteObjects } from '../../accounts/connections/note-objects.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  type CampaignRow,
  isThere,
  OVER,
  type WholeCampaign,
} from './campaign-row.ts';
import { type CampaignFilter, campaignListIds } from './list-store.ts';
import { adSets, ads, campaignEntries, campaignPlatforms, campaigns } from './table.ts';

/** A campaign of the acting account with its platforms, ad sets and ads. Throws not_found. */
export async function requireOwnCampaign(ctx: Ctx, id: string): Promise<WholeCampaign> {
  const found = await findWhole(ctx, id, eq(campaigns.accountId, actingAccount(ctx.actor).id));
  if (!found) throw notFound('campaign');
  return found;
}

/** A campaign of any account with its platforms, ad sets and ads; null for none. @param may an extra condition. */
export async function findWhole(ctx: SystemCtx, id: string | SQL, may?: SQL): Promise<WholeCampaign | null> {
  const [whole] = await listWhole(ctx, and(eq(campaigns.id, id), may)!);
  return whole ?? null;
}

/** Campaigns with their platforms, ad sets and ads, newest first unless a range says otherwise. */
export async function listWhole(ctx: SystemCtx, which: SQL, range?: IdRange): Promise<WholeCampaign[]> {
  const db = mainDb(ctx.env);
  const ids = db.select({ id: campaigns.id }).from(campaigns).where(which);
  const connectionIds = db
    .select({ id: campaignPlatforms.connectionId })
    .from(campaignPlatforms)
    .where(inArray(campaignPlatforms.campaignId, ids));
  const [rows, platforms, sets, all, picked] = await db.batch([
    db
      .select()
      .from(campaigns)
      .where(which)
      .orderBy(range ? inOrder(campaigns.id, range) : newestFirst(campaigns.id)),
    db
      .select()
      .from(campaignPlatforms)
      .where(inArray(campaignPlatforms.campaignId, ids))
      .orderBy(asc(campaignPlatforms.createdAt), asc(sql`rowid`)),
    db
      .select()
      .from(adSets)
      .where(inArray(adSets.campaignId, ids))
      .orderBy(asc(adSets.position), asc(adSets.id)),
    db.select().from(ads).where(inArray(ads.campaignId, ids)).orderBy(asc(ads.position), asc(ads.id)),
    selectionsOf(db, connectionIds),
  ]);
  const selections = new Map(picked.map(({ id, selection }) => [id, selection]));
  return rows.map((row) => ({
    row,
    selections,
    platforms: platforms.filter(({ campaignId }) => campaignId === row.id),
    adSets: sets.filter(({ campaignId }) => campaignId === row.id),
    ads: all.filter(({ campaignId }) => campaignId === row.id),
  }));
}

/** A page of the acting account's campaigns, plus one more to tell whether another page follows. */
export async function listOwnCampaigns(ctx: Ctx, filter: CampaignFilter): Promise<WholeCampaign[]> {
  return await listWhole(ctx, sql`${campaigns.id} IN (${campaignListIds(ctx, filter)})`, filter.range);
}

/** The total spend of the acting account's campaigns, over all of their platforms. */
export async function sumOwnSpend(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ id: string; spent: number }[]> {
  return await mainDb(ctx.env)
    .select({ id: campaignPlatforms.campaignId, spent: sql<number>`SUM(${campaignPlatforms.spent})` })
    .from(campaignPlatforms)
    .where(
      and(
        sql`${campaignPlatforms.campaignId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(campaignPlatforms.accountId, actingAccount(ctx.actor).id),
      ),
    )
    .groupBy(campaignPlatforms.campaignId)
    .all();
}

export function insertCampaign(
  ctx: SystemCtx,
  { row, platforms, adSets: sets, ads: all }: WholeCampaign,
): void {
  const db = mainDb(ctx.env);
  ctx.write.add(db.insert(campaigns).values(row));
  for (const one of platforms) insertPlatform(ctx, one);
  insertAdSets(ctx, sets, all);
}

export function insertPlatform(ctx: SystemCtx, row: CampaignPlatformRow): void {
  ctx.write.add(mainDb(ctx.env).insert(campaignPlatforms).values(row));
  noteObjects(ctx, row.campaignId);
}

/** Inserted one by one, because a D1 statement takes at most 100 values. */
export function insertAdSets(ctx: SystemCtx, sets: readonly AdSetRow[], all: readonly AdRow[]): void {
  const db = mainDb(ctx.env);
  for (const one of sets) ctx.write.add(db.insert(adSets).values(one));
  for (const one of all) ctx.write.add(db.insert(ads).values(one));
  noteObjects(ctx, ...[...sets, ...all].map(({ id }) => id));
}

/** Saves a person's edit of a campaign, unless the campaign changed since it was read. */
export function saveCampaign(ctx: SystemCtx, before: CampaignRow, changes: Partial<CampaignRow>): void {
  const moved = { ...changes, moves: before.moves + 1 };
  saveVersioned(ctx, campaigns, 'campaign', before, moved, { where: eq(campaigns.moves, before.moves) });
}

/**
 * Saves a change that no person made, so the version stays. The batch fails with a conflict when the campaign moved
 * since it was read.
 */
export function noteCampaign(ctx: SystemCtx, before: CampaignRow, changes: Partial<CampaignRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(campaigns)
      .set({ ...changes, moves: before.moves + 1, updatedAt: ctx.now })
      .where(and(eq(campaigns.id, before.id), eq(campaigns.moves, before.moves))),
    overtaken,
  );
}

export function savePlatform(
  ctx: SystemCtx,
  { campaignId, platform }: Pick<CampaignPlatformRow, 'campaignId' | 'platform'>,
  changes: Partial<CampaignPlatformRow>,
): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(campaignPlatforms)
      .set({ ...changes, updatedAt: ctx.now })
      .where(and(eq(campaignPlatforms.campaignId, campaignId), eq(campaignPlatforms.platform, platform))),
  );
  if ('status' in changes || 'platformId' in changes) noteObjects(ctx, campaignId);
}

/** @param where an extra condition. The row stays as it is when it does not hold. */
export function saveAdSet(ctx: SystemCtx, id: string, changes: Partial<AdSetRow>, where?: SQL): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(adSets)
      .set({ ...changes, version: sql`${adSets.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(adSets.id, id), where)),
  );
  noteObjects(ctx, id);
}

/** @param where an extra condition. The row stays as it is when it does not hold. */
export function saveAd(ctx: SystemCtx, id: string, changes: Partial<AdRow>, where?: SQL): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(ads)
      .set({ ...changes, version: sql`${ads.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(ads.id, id), where)),
  );
  noteObjects(ctx, id);
}

/** Conditions that hold while the row is as it was read. */
export const asRead = {
  adSet: ({ version }: AdSetRow) => eq(adSets.version, version),
  ad: ({ version }: AdRow) => eq(ads.version, version),
};

/** Conditions that hold until the ad set or ad is archived or deleted. */
export const unlessOver = { adSet: notInArray(adSets.status, OVER), ad: notInArray(ads.status, OVER) };

export async function findPart(
  ctx: SystemCtx,
  what: 'adSet' | 'ad',
  id: string,
): Promise<AdSetRow | AdRow | undefined> {
  const db = mainDb(ctx.env);
  return what === 'ad'
    ? await db.select().from(ads).where(eq(ads.id, id)).get()
    : await db.select().from(adSets).where(eq(adSets.id, id)).get();
}

/**
 * Saves the platform's ID of a new ad set or ad, as paused unless it was archived meanwhile. The batch fails when the
 * row changed since it was read.
 */
export function saveMade(ctx: SystemCtx, what: 'adSet' | 'ad', before: AdSetRow | AdRow, made: string): void {
  const table = what === 'ad' ? ads : adSets;
  const changes = { platformId: made, ...(isThere(before) ? { status: 'paused' as const } : {}) };
  saveVersioned(ctx, table, what, before, changes);
  noteObjects(ctx, before.id);
}

/** Campaigns whose scheduled launch is due, the longest waiting first. */
export async function listDueLaunches(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        lte(campaigns.scheduledLaunchAt, ctx.now),
        sql`(${campaigns.approvalStatus} IS NULL OR ${campaigns.approvalStatus} = 'approved')`,
      ),
    )
    .orderBy(asc(campaigns.scheduledLaunchAt))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

export function insertEntry(ctx: SystemCtx, row: typeof campaignEntries.$inferInsert): void {
  ctx.write.add(mainDb(ctx.env).insert(campaignEntries).values(row));
}

/** A campaign's newest `limit` entries, oldest first. */
export async function listEntries(ctx: SystemCtx, campaignId: string, limit: number) {
  const rows = await mainDb(ctx.env)
    .select()
    .from(campaignEntries)
    .where(eq(campaignEntries.campaignId, campaignId))
    .orderBy(newestFirst(campaignEntries.id))
    .limit(limit)
    .all();
  return rows.reverse();
}

/** A paused campaign does not count as active, so its connection can be disconnected. */
const ACTIVE = sql`c.status IN ('processing', 'in_review', 'live', 'needs_attention')`;

/** The number of active campaigns on each connection of an account. */
export async function countActive(
  ctx: SystemCtx,
  accountId: string,
): Promise<{ connection: string; count: number }[]> {
  return await mainDb(ctx.env).all<{ connection: string; count: number }>(sql`
    SELECT p.connection_id AS connection, COUNT(*) AS count FROM campaigns c
    JOIN campaign_platforms p ON p.campaign_id = c.id
    WHERE c.account_id = ${accountId} AND ${ACTIVE} AND p.status <> 'archived' GROUP BY p.connection_id`);
}

/** A condition that holds while no active campaign runs through the connection. */
export const nothingActive = (connectionId: string): SQL => sql`NOT EXISTS (SELECT 1 FROM campaign_platforms p
  JOIN campaigns c ON c.id = p.campaign_id WHERE p.connection_id = ${connectionId} AND ${ACTIVE}
  AND p.status <> 'archived')`;

/** Campaigns that run or should run, whose results are at most a day old, and that have reached their billing limit. */
export async function listSpent(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env).all<{ id: string }>(sql`
    SELECT DISTINCT c.id FROM campaign_platforms p JOIN campaigns c ON c.id = p.campaign_id
    WHERE p.status IN ('draft', 'processing', 'in_review', 'live', 'paused', 'needs_attention')
      AND p.days_read_at >= ${ctx.now - DAY_MS} AND p.spent > 0 AND c.status <> 'archived'
      AND ((c.wanted = 'live' AND c.hold IS NULL) OR (c.wanted <> 'archived'
        AND (c.hold IS NULL OR c.hold <> 'billing_limit_reached') AND p.status NOT IN ('draft', 'paused')))
      AND c.terms ->> '$.budget.billingLimit' IS NOT NULL
      AND (SELECT SUM(a.spent) FROM campaign_platforms a WHERE a.campaign_id = c.id)
        >= CAST(c.terms ->> '$.budget.billingLimit' AS INTEGER)
    LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** The names and currencies of an account's campaigns among these IDs. */
export async function listNamed(
  ctx: SystemCtx,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<CampaignRow, 'id' | 'name' | 'currency'>[]> {
  return await mainDb(ctx.env)
    .select({ id: campaigns.id, name: campaigns.name, currency: campaigns.currency })
    .from(campaigns)
    .where(
      and(
        sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(campaigns.accountId, accountId),
      ),
    )
    .all();
}
