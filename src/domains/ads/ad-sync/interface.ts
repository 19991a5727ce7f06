// What the domains above may ask of the results that platforms reported: sums by day, and how far they were read.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { creatorOfSubmission, idsOfSubmissions } from '../../work/submissions/interface.ts';
import { accountsOf, type ResultGroup, type ResultsAsked, type ResultsOf } from './asked-store.ts';

export { RESULT_GROUPS, type ResultGroup, type ResultsAsked, type ResultsOf } from './asked-store.ts';
export { type CampaignWithSales, listCampaignsWithSales, listSubmissionsShown } from './credited-store.ts';

export interface ResultRow extends Partial<Record<ResultGroup, string | null>> {
  currency: string;
  date: string;
  spend: number;
  impressions: number;
  clicks: number;
  installs: number;
  purchases: number;
  revenue: number;
  /** Only with `split`: how the purchases split by window. */
  viewPurchases?: number;
  otherWindowPurchases?: number;
  /** Only with `split`, where ads of both kinds are asked for: how many of the days are of ads of the service. */
  launchedHere?: number;
}

const SUMS = sql`SUM(d.spend) AS spend, SUM(d.impressions) AS impressions, SUM(d.clicks) AS clicks,
  SUM(COALESCE(d.conversions ->> 'install', 0)) AS installs,
  SUM(COALESCE(d.conversions ->> 'purchase', 0)) AS purchases, SUM(d.revenue) AS revenue`;
const SUMS_AGAIN = again('spend', 'impressions', 'clicks', 'installs', 'purchases', 'revenue');
const SPLIT = sql`SUM(d.view_purchases) AS viewPurchases, SUM(d.other_window_purchases) AS otherWindowPurchases`;
const SPLIT_AGAIN = again('viewPurchases', 'otherWindowPurchases');
const LAUNCHED = sql`SUM(d.ad_id IS NOT NULL) AS launchedHere`;
const LAUNCHED_AGAIN = again('launchedHere');

function again(...names: string[]): SQL {
  return sql.raw(names.map((name) => `SUM(g.${name}) AS ${name}`).join(', '));
}

/** What a group's key is made from in the rows of days, and the key itself where that takes one more look-up. */
interface GroupKey {
  parts: readonly string[];
  key?: SQL;
}
const KEYS: Readonly<Record<ResultGroup, GroupKey>> = {
  account: { parts: ['account_id'] },
  campaign: { parts: ['campaign_id'] },
  submission: { parts: ['submission_id'] },
  creator: { parts: ['submission_id'], key: creatorOfSubmission(sql`g.submission_id`) },
  ad: { parts: ['ad_id'] },
  platform: { parts: ['platform'] },
};
/** Ads that the service did not create have an ID of ours once they were imported. */
const ANY_AD: GroupKey = {
  parts: ['ad_id', 'connection_id', 'ad'],
  key: sql`COALESCE(g.ad_id, (SELECT a.id FROM ads a WHERE a.connection_id = g.connection_id AND a.platform_id = g.ad))`,
};

const columns = (table: string, names: readonly string[]) =>
  sql.raw(names.map((name) => `${table}.${name}, `).join(''));

/** The sums by currency, day and group; at most `limit` rows after the first `offset`. */
export async function listResults(
  ctx: SystemCtx,
  asked: ResultsAsked,
  limit: number,
  offset = 0,
): Promise<ResultRow[]> {
  const { group, source, split = false } = asked;
  const both = split && source === 'all';
  const sums = sql.join([SUMS, ...(split ? [SPLIT] : []), ...(both ? [LAUNCHED] : [])], sql`, `);
  const sumsAgain = sql.join(
    [SUMS_AGAIN, ...(split ? [SPLIT_AGAIN] : []), ...(both ? [LAUNCHED_AGAIN] : [])],
    sql`, `,
  );
  const named = group.map((name) => ({
    name: sql.raw(`"${name}"`),
    ...(name === 'ad' && source !== 'service' ? ANY_AD : KEYS[name]),
  }));
  const places = sql.raw(group.map((_, index) => `, ${index + 3}`).join(''));
  const ordered = sql`GROUP BY 1, 2${places} ORDER BY 1, 2${places} LIMIT ${limit} OFFSET ${offset}`;
  const rows = sql`FROM ad_days d WHERE ${conditions(asked)}`;
  const db = mainDb(ctx.env);
  if (named.every(({ key }) => key === undefined)) {
    const keys = named.map(({ name, parts }) => sql`d.${sql.raw(parts[0]!)} AS ${name}, `);
    return await db.all<ResultRow>(
      sql`SELECT d.currency, d.day AS date, ${sql.join(keys)} ${sums} ${rows} ${ordered}`,
    );
  }
  // What is looked up is looked up once for a group and not for each of its rows.
  const parts = [...new Set(named.flatMap((one) => one.parts))];
  const keys = named.map(({ name, key, parts }) => sql`${key ?? sql.raw(`g.${parts[0]!}`)} AS ${name}, `);
  const byParts = sql`SELECT d.currency, d.day, ${columns('d', parts)} ${sums} ${rows}
    GROUP BY ${columns('d', parts)} d.currency, d.day`;
  return await db.all<ResultRow>(
    sql`SELECT g.currency, g.day AS date, ${sql.join(keys)} ${sumsAgain} FROM (${byParts}) g ${ordered}`,
  );
}

function conditions({ of, from, to, source, ...asked }: ResultsAsked): SQL {
  const { campaign, submission, program, creator, platform } = asked;
  const all = [sql`d.day BETWEEN ${from} AND ${to}`, sql`d.counts = 1`];
  if ('creator' in of) all.push(sql`d.submission_id IN ${idsOfSubmissions(of)}`);
  else all.push(sql`d.account_id IN ${accountsOf(of)}`);
  if (source !== 'all') all.push(source === 'service' ? sql`d.ad_id IS NOT NULL` : sql`d.ad_id IS NULL`);
  if (campaign !== undefined) all.push(sql`d.campaign_id = ${campaign}`);
  if (submission !== undefined) all.push(sql`d.submission_id = ${submission}`);
  if (platform !== undefined) all.push(sql`d.platform = ${platform}`);
  if (program !== undefined) all.push(sql`d.submission_id IN ${idsOfSubmissions({ program })}`);
  if (creator !== undefined) all.push(sql`d.submission_id IN ${idsOfSubmissions({ creator })}`);
  return sql.join(all, sql` AND `);
}

/** How far the days of an ad account were read. */
export interface AdAccountRead {
  currency: string;
  timezone: string;
  /** When the last whole reading began, in milliseconds; null before the first. */
  readAt: number | null;
  firstDay: string | null;
  /** False for one that nobody reads any more. */
  isConnected: boolean;
}

/** The ad accounts that the results come from, each once, however many connections see it. */
export async function listAdAccountsRead(
  ctx: SystemCtx,
  of: ResultsOf,
  platform: string | undefined,
): Promise<AdAccountRead[]> {
  const whose =
    'creator' in of
      ? sql`c.id IN (SELECT a.connection_id FROM ads a WHERE a.submission_id IN ${idsOfSubmissions(of)})`
      : sql`c.holder IN ${accountsOf(of)}`;
  const rows = await mainDb(ctx.env).all<Omit<AdAccountRead, 'isConnected'> & { isConnected: number }>(sql`
    SELECT COALESCE(MAX(c.currency), 'usd') AS currency, COALESCE(MAX(c.timezone), 'UTC') AS timezone,
      MAX(s.days_read_at) AS readAt, MIN(s.first_day) AS firstDay, MAX(c.status <> 'disconnected') AS isConnected
    FROM connections c JOIN ad_syncs s ON s.connection_id = c.id
    WHERE ${whose} ${platform === undefined ? sql`` : sql`AND s.platform = ${platform}`}
    GROUP BY c.holder, s.platform, s.ad_account`);
  return rows.map((row) => ({ ...row, isConnected: row.isConnected === 1 }));
}
