// Writes the daily results that platforms report.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { adAccountOf } from '../../../integrations/ads/platform.ts';
import type { AdDay } from '../../../integrations/ads/steps.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { setAdResults } from '../../work/creator-consent/interface.ts';
import { creatorOfSubmission, idsOfSubmissions } from '../../work/submissions/interface.ts';

/** The account's connections to the same platform, which may see the same ad account. */
const connectionsOf = ({ holder, provider }: ConnectionRow) =>
  sql`(SELECT c.id FROM connections c WHERE c.holder = ${holder} AND c.provider = ${provider})`;

/**
 * Stores a page of daily results and replaces earlier reports of the same days.
 * @returns the number of batches beyond the first.
 */
export async function saveDays(
  ctx: SystemCtx,
  connection: ConnectionRow,
  days: readonly AdDay[],
): Promise<number> {
  let batches = 0;
  for (const [json] of jsonRows(days)) {
    await saveSomeDays(ctx, connection, json);
    batches++;
  }
  return Math.max(0, batches - 1);
}

async function saveSomeDays(ctx: SystemCtx, connection: ConnectionRow, days: string): Promise<void> {
  const { id, holder, provider, currency, selection } = connection;
  const adAccount = adAccountOf(selection) ?? '';
  await inOneBatch(ctx, ({ write }) => {
    // The ad may have been created over another connection, from which its attribution is taken as well.
    write.addSql(sql`INSERT INTO ad_days (connection_id, ad, ad_set, campaign, day, account_id, platform, ad_account,
        counts, ad_id, campaign_id, submission_id, currency, spend, impressions, clicks, plays, conversions, revenue,
        view_purchases, other_window_purchases, result, read_at)
      SELECT ${id}, j.value ->> 'ad', j.value ->> 'adSet', j.value ->> 'campaign', j.value ->> 'day', ${holder},
        ${provider}, ${adAccount}, 1, a.id, a.campaign_id, a.submission_id, ${currency ?? 'usd'}, j.value ->> 'spend',
        j.value ->> 'impressions', j.value ->> 'clicks', coalesce(j.value ->> 'plays', 0), j.value -> 'conversions', j.value ->> 'revenue',
        coalesce(j.value ->> 'viewPurchases', 0), coalesce(j.value ->> 'otherWindowPurchases', 0),
        COALESCE(CASE p.model WHEN 'attributed_revenue' THEN j.value ->> 'revenue'
          WHEN 'lead' THEN j.value -> 'conversions' ->> p.event END, 0), ${ctx.now}
      FROM json_each(${days}) j
      LEFT JOIN ads a ON a.id = (SELECT o.id FROM ads o WHERE o.connection_id IN ${connectionsOf(connection)}
        AND o.platform_id = j.value ->> 'ad' AND o.source = 'service' ORDER BY o.connection_id = ${id} DESC LIMIT 1)
      LEFT JOIN campaign_pays p ON p.campaign_id = a.campaign_id AND p.counter = 'platform'
        AND a.submission_id IS NOT NULL
      WHERE true
      ON CONFLICT (connection_id, ad, day) DO UPDATE SET ad_set = excluded.ad_set, campaign = excluded.campaign,
        platform = excluded.platform, ad_account = excluded.ad_account, counts = 1,
        ad_id = excluded.ad_id, campaign_id = excluded.campaign_id, submission_id = excluded.submission_id,
        spend = excluded.spend, impressions = excluded.impressions, clicks = excluded.clicks, plays = excluded.plays,
        conversions = excluded.conversions, revenue = excluded.revenue,
        view_purchases = excluded.view_purchases, other_window_purchases = excluded.other_window_purchases,
        result = excluded.result, read_at = excluded.read_at`);
    write.addSql(sql`UPDATE ad_days SET counts = 0
      FROM (SELECT value ->> 'ad' AS ad, value ->> 'day' AS day FROM json_each(${days})) j
      WHERE ad_days.connection_id IN ${connectionsOf(connection)} AND ad_days.connection_id <> ${id}
        AND ad_days.ad = j.ad AND ad_days.day = j.day AND ad_days.ad_account = ${adAccount} AND ad_days.counts = 1`);
    // An archived campaign that spends may have been resumed in the ads manager, so its state has to be read again.
    write.addSql(sql`UPDATE campaign_platforms SET days_read_at = ${ctx.now}, spent = s.spent,
        state_read_at = CASE WHEN status = 'archived' AND s.spent > campaign_platforms.spent THEN NULL
          ELSE state_read_at END
      FROM (SELECT d.campaign, SUM(d.spend) AS spent FROM ad_days d
        WHERE d.connection_id = ${id} AND d.campaign IN (SELECT value ->> 'campaign' FROM json_each(${days}))
        GROUP BY d.campaign) s
      WHERE connection_id = ${id} AND platform_id = s.campaign`);
    setCreatorDays(
      { write },
      holder,
      sql`json_each(${days}) j JOIN ad_days c ON c.connection_id = ${id} AND c.ad = j.value ->> 'ad'
        AND c.day = j.value ->> 'day'`,
    );
  });
}

/**
 * Sums up again, in the caller's batch, what an account's ads brought its creators on the days of some rows of ad_days.
 * @param changed those rows, as `c` of a FROM.
 */
function setCreatorDays(own: Pick<SystemCtx, 'write'>, account: string, changed: SQL): void {
  const touched = sql`SELECT DISTINCT ${creatorOfSubmission(sql`c.submission_id`)} AS creator, c.day FROM ${changed}
    WHERE c.submission_id IS NOT NULL`;
  // The plus keeps SQLite from reading all of the account's ads on a day.
  setAdResults(
    own,
    sql`SELECT t.creator, ${account}, t.day, d.currency, SUM(d.spend), SUM(d.revenue), SUM(d.clicks), SUM(d.impressions),
        SUM(COALESCE(d.conversions ->> 'purchase', 0)), SUM(COALESCE(d.conversions ->> 'install', 0))
      FROM (${touched}) t CROSS JOIN ad_days d ON d.submission_id IN ${idsOfSubmissions({ creator: sql`t.creator` })}
        AND d.day = t.day AND d.counts = 1 AND +d.account_id = ${account}
      WHERE t.creator IS NOT NULL GROUP BY 1, 3, 4`,
  );
}

const IS_ZERO = sql`spend = 0 AND impressions = 0 AND clicks = 0 AND plays = 0 AND revenue = 0 AND result = 0
  AND view_purchases = 0 AND other_window_purchases = 0 AND conversions = '{}'`;

/**
 * Sets to zero what a whole reading of days since `beganAt` (milliseconds) has not met: platforms leave out what they
 * corrected to nothing. What money was told stays told.
 */
export async function saveVanishedDays(
  ctx: SystemCtx,
  connection: ConnectionRow,
  { since, until, beganAt }: { since: string; until: string; beganAt: number },
): Promise<void> {
  const { id, holder, provider, selection } = connection;
  // Another connection's row that doesn't count stays: a newer row of the same day counts instead of it.
  const vanished = sql`ad_days.account_id = ${holder} AND ad_days.day BETWEEN ${since} AND ${until}
    AND ad_days.platform = ${provider} AND ad_days.ad_account = ${adAccountOf(selection) ?? ''}
    AND ad_days.read_at < ${beganAt} AND (ad_days.counts = 1 OR ad_days.connection_id = ${id})`;
  await inOneBatch(ctx, ({ write }) => {
    write.addSql(sql`UPDATE campaign_platforms SET spent = spent - s.gone
      FROM (SELECT connection_id, campaign, SUM(spend) AS gone FROM ad_days WHERE ${vanished} GROUP BY 1, 2) s
      WHERE campaign_platforms.connection_id = s.connection_id AND campaign_platforms.platform_id = s.campaign`);
    write.addSql(sql`UPDATE ad_days SET spend = 0, impressions = 0, clicks = 0, plays = 0, conversions = '{}',
        revenue = 0, view_purchases = 0, other_window_purchases = 0, result = 0, read_at = ${ctx.now}
      WHERE ${vanished} AND NOT (${IS_ZERO})`);
    setCreatorDays(
      { write },
      holder,
      sql`(SELECT * FROM ad_days WHERE account_id = ${holder} AND day BETWEEN ${since} AND ${until} AND read_at = ${ctx.now}
        AND submission_id IS NOT NULL AND ${IS_ZERO}) c`,
    );
  });
}
