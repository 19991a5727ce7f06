import { and, asc, eq, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { adDays, adSyncs } from './table.ts';

export type AdSyncRow = typeof adSyncs.$inferSelect;
export type ClaimedSync = AdSyncRow & { lease: string };
export type AdDayRow = typeof adDays.$inferSelect;

/**
 * How often a connection is read while one of its campaigns may run. Connections with only paused campaigns are read
 * too, but less often: somebody may resume the campaigns in the ads manager.
 */
export const LIVE_EVERY_MS = 10 * MINUTE_MS;
const PAUSED_EVERY_MS = HOUR_MS;
const RUNS = sql`('processing', 'in_review', 'live', 'needs_attention')`;

const ad_account = sql`COALESCE(c.selection ->> 'adAccountId', c.selection ->> 'advertiserId')`;

/**
 * Makes sure that every connection with an ad account is read: at once when it is new or another ad account was
 * selected, and soon when a campaign started to run. Campaigns whose last state was reset, because the platform was
 * just told something, are read at once.
 */
export async function addSyncs(ctx: SystemCtx, providers: readonly string[]): Promise<void> {
  const db = mainDb(ctx.env);
  const named = sql`(SELECT value FROM json_each(${JSON.stringify(providers)}))`;
  await db.run(sql`INSERT INTO ad_syncs (connection_id, platform, ad_account, due_at, lease_until, failures)
    SELECT c.id, c.provider, ${ad_account}, ${ctx.now}, 0, 0 FROM connections c
    WHERE c.status = 'active' AND c.provider IN ${named} AND ${ad_account} IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ad_syncs s WHERE s.connection_id = c.id AND s.ad_account = ${ad_account})
    ON CONFLICT (connection_id) DO UPDATE SET ad_account = excluded.ad_account, due_at = excluded.due_at,
      failures = 0, since = NULL, until = NULL, next_page = NULL, days_began_at = NULL, days_read_at = NULL,
      first_day = NULL, long_read_at = NULL, external_read_at = NULL, external_after = NULL`);
  await db.run(sql`UPDATE ad_syncs SET due_at = ${ctx.now}
    WHERE due_at > ${ctx.now} AND failures = 0
      AND EXISTS (SELECT 1 FROM campaign_platforms p WHERE p.connection_id = ad_syncs.connection_id
        AND p.platform_id IS NOT NULL
        AND ((p.status IN ${RUNS} AND ad_syncs.due_at > ${ctx.now + LIVE_EVERY_MS})
          OR (p.set_up_at IS NOT NULL AND p.state_read_at IS NULL AND p.status <> 'archived')))`);
}

const takeable = (now: number) => sql`ad_syncs.due_at <= ${now} AND ad_syncs.lease_until <= ${now}
  AND EXISTS (SELECT 1 FROM connections c WHERE c.id = ad_syncs.connection_id AND c.status = 'active')
  AND NOT EXISTS (SELECT 1 FROM platform_pauses p
    WHERE p.connection_id = ad_syncs.connection_id AND p.until > ${now})`;

export async function listDueSyncs(ctx: SystemCtx): Promise<AdSyncRow['platform'][]> {
  const rows = await mainDb(ctx.env)
    .selectDistinct({ platform: adSyncs.platform })
    .from(adSyncs)
    .where(takeable(ctx.now))
    .all();
  return rows.map(({ platform }) => platform);
}

export async function claimSync(
  ctx: SystemCtx,
  platform: AdSyncRow['platform'],
  until: number,
): Promise<ClaimedSync | null> {
  const db = mainDb(ctx.env);
  const next = db
    .select({ id: adSyncs.connectionId })
    .from(adSyncs)
    .where(and(eq(adSyncs.platform, platform), takeable(ctx.now)))
    .orderBy(asc(adSyncs.dueAt))
    .limit(1);
  const [row] = await db
    .update(adSyncs)
    .set({ lease: crypto.randomUUID(), leaseUntil: until })
    .where(and(sql`${adSyncs.connectionId} = (${next})`, sql`${adSyncs.leaseUntil} <= ${ctx.now}`))
    .returning();
  return row ? (row as ClaimedSync) : null;
}

/** Saves the progress, unless another run has taken over or another ad account was selected. */
export async function saveSync(
  ctx: SystemCtx,
  { connectionId, lease, adAccount }: ClaimedSync,
  changes: Partial<AdSyncRow>,
): Promise<void> {
  await mainDb(ctx.env)
    .update(adSyncs)
    .set(changes)
    .where(
      and(eq(adSyncs.connectionId, connectionId), eq(adSyncs.lease, lease), eq(adSyncs.adAccount, adAccount)),
    );
}

/**
 * How soon the connection has to be read again for its campaigns; null when it has none.
 * @param mayRise whether archived campaigns can be resumed in the ads manager.
 */
export async function findPace(
  ctx: SystemCtx,
  connectionId: string,
  mayRise: boolean,
): Promise<number | null> {
  const resumable = mayRise ? sql`('paused', 'archived')` : sql`('paused')`;
  const row = await mainDb(ctx.env).get<{ runs: number; paused: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM campaign_platforms WHERE connection_id = ${connectionId}
        AND platform_id IS NOT NULL AND status IN ${RUNS}) AS runs,
      EXISTS (SELECT 1 FROM campaign_platforms WHERE connection_id = ${connectionId}
        AND platform_id IS NOT NULL AND status IN ${resumable}) AS paused`);
  if (row?.runs) return LIVE_EVERY_MS;
  return row?.paused ? PAUSED_EVERY_MS : null;
}

/** Days with results that were not reported yet, except those reported a short while ago; the longest waiting first. */
export async function listUnreported(
  ctx: SystemCtx,
  reportedBefore: number,
  limit: number,
): Promise<AdDayRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adDays)
    .where(
      sql`ad_id IS NOT NULL AND (spend > reported_spend OR result > reported_result)
        AND counts = 1 AND reported_at <= ${reportedBefore}`,
    )
    .orderBy(asc(adDays.reportedAt))
    .limit(limit)
    .all();
}

const one = ({ connectionId, ad, day }: AdDayRow) =>
  and(eq(adDays.connectionId, connectionId), eq(adDays.ad, ad), eq(adDays.day, day));

/** Marks, in the caller's batch, the day's results as reported. */
export function saveReported(ctx: SystemCtx, row: AdDayRow): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(adDays)
      .set({
        reportedSpend: sql`max(${adDays.reportedSpend}, ${row.spend})`,
        reportedResult: sql`max(${adDays.reportedResult}, ${row.result})`,
        reportedAt: ctx.now,
      })
      .where(one(row)),
  );
}

/** Postpones a day whose report failed. */
export async function saveReportedLater(ctx: SystemCtx, row: AdDayRow): Promise<void> {
  await mainDb(ctx.env).update(adDays).set({ reportedAt: ctx.now }).where(one(row));
}

/** Campaigns with results since a day that the service did not create, sorted by the platform's IDs. */
export async function listExternalCampaigns(
  ctx: SystemCtx,
  connectionId: string,
  { since, after, limit }: { since: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .selectDistinct({ campaign: adDays.campaign })
    .from(adDays)
    .where(
      and(
        eq(adDays.connectionId, connectionId),
        sql`${adDays.campaign} > ${after}`,
        sql`${adDays.day} >= ${since}`,
        sql`${adDays.adId} IS NULL`,
        sql`NOT EXISTS (SELECT 1 FROM campaign_platforms p WHERE p.platform_id = ad_days.campaign
          AND p.connection_id IN (SELECT c.id FROM connections c
            WHERE c.holder = ad_days.account_id AND c.provider = ad_days.platform))`,
      ),
    )
    .orderBy(asc(adDays.campaign))
    .limit(limit)
    .all();
  return rows.map(({ campaign }) => campaign);
}

interface Sums {
  spend: number;
  impressions: number;
  clicks: number;
  revenue: number;
}

const SUMS = sql`SUM(d.spend) AS spend, SUM(d.impressions) AS impressions, SUM(d.clicks) AS clicks,
  SUM(d.revenue) AS revenue`;

/** The sums of a campaign's results since a day, for the acting account. */
export async function sumOwnResults(ctx: Ctx, campaign: string, since: string) {
  const db = mainDb(ctx.env);
  const own = sql`p.campaign_id = ${campaign} AND p.account_id = ${actingAccount(ctx.actor).id}`;
  const reported = sql`campaign_platforms p JOIN ad_days d
    ON d.connection_id = p.connection_id AND d.campaign = p.platform_id AND d.day >= ${since}`;
  const [wholes, days, ads, conversions] = await Promise.all([
    db.all<{ spent: number | null; readAt: number | null }>(
      sql`SELECT SUM(p.spent) AS spent, MAX(p.days_read_at) AS readAt FROM campaign_platforms p WHERE ${own}`,
    ),
    db.all<Sums & { day: string }>(
      sql`SELECT d.day, ${SUMS} FROM ${reported} WHERE ${own} GROUP BY d.day ORDER BY d.day`,
    ),
    db.all<Sums & { ad: string }>(
      sql`SELECT d.ad_id AS ad, ${SUMS} FROM ${reported} WHERE ${own} AND d.ad_id IS NOT NULL GROUP BY d.ad_id`,
    ),
    db.all<{ event: string; count: number }>(
      sql`SELECT j.key AS event, SUM(j.value) AS count FROM ${reported}, json_each(d.conversions) j
        WHERE ${own} GROUP BY j.key ORDER BY j.key`,
    ),
  ]);
  return { whole: wholes[0], days, ads, conversions };
}

/** How often ads with submissions were played up to a day of each, by submission. Those without any are left out. */
export async function listPlays(
  ctx: SystemCtx,
  asked: readonly { submissionId: string; until: string }[],
): Promise<{ id: string; plays: number }[]> {
  return await mainDb(ctx.env).all<{ id: string; plays: number }>(sql`
    SELECT d.submission_id AS id, sum(d.plays) AS plays
    FROM json_each(${JSON.stringify(asked.map(({ submissionId, until }) => [submissionId, until]))}) j
    JOIN ad_days d ON d.submission_id = j.value ->> 0 AND d.day <= j.value ->> 1 AND d.counts = 1
    GROUP BY 1 HAVING sum(d.plays) > 0`);
}
