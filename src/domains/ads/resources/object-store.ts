// Writes the rows of objects from the records that stand for them, and what their state follows from.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { PLATFORM_LETTERS } from './resource-id.ts';
import { aboutVideo } from './table.ts';

/**
 * The state of an object `o`. `status` is its record's, `work` 3 while a request is under way, 2 while the platform has
 * not answered or is processing it, and 1 while one is planned; `failed` says whether the last one failed.
 */
const STATE = sql`CASE
  WHEN o.status = 'deleted' THEN 'deleted'
  WHEN o.work = 3 THEN 'syncing'
  WHEN o.work = 2 THEN 'waiting_provider'
  WHEN o.work = 1 THEN 'queued'
  WHEN o.failed THEN 'failed'
  WHEN o.provider IS NULL THEN 'local_only'
  WHEN o.status = 'archived' THEN 'deleted'
  WHEN d.drift <> '[]' THEN 'drifted'
  ELSE 'synced' END`;

/**
 * A step that is put off after it was sent is due after that: its answer is awaited. A video is asked about until it
 * is ready.
 */
const WORK = sql`MAX(CASE
  WHEN s.sent_at IS NULL THEN CASE WHEN s.kind = 'video_ready' AND s.due_at > 0 THEN 2 ELSE 1 END
  WHEN s.due_at > s.sent_at THEN 2 ELSE 3 END)`;

const TASK = sql`platform_tasks t ON t.id = s.task_id`;

/** What is open about a record at a platform, and whether the last step about it failed or was not reached. */
const stepsAbout = (record: SQL, platform: SQL) => sql`
  (SELECT ${WORK} FROM platform_steps s JOIN ${TASK} WHERE s.about = ${record} AND t.platform = ${platform}
    AND s.status = 'planned' AND t.status = 'open') AS work,
  (SELECT s.status IN ('failed', 'planned') FROM platform_steps s JOIN ${TASK} WHERE s.about = ${record}
    AND t.platform = ${platform} AND t.status <> 'cancelled' ORDER BY s.task_id DESC, s.n DESC LIMIT 1) AS failed`;

/** Which records: an SQL condition for each kind, or null for none. */
interface Which {
  connections: SQL | null;
  platforms: SQL | null;
  adSets: SQL | null;
  ads: SQL | null;
  content: SQL | null;
}

const idOf = (column: SQL) => sql`'res_' || substr(${column}, instr(${column}, '_') + 1)`;
const campaignIdOf = (campaign: SQL, platform: SQL) =>
  sql`substr(${idOf(campaign)}, 1, ${sql.raw(String(4 + 26 - PLATFORM_LETTERS))}) || substr(${platform}, 1, ${sql.raw(String(PLATFORM_LETTERS))})`;

const PROVIDERS = sql.raw(AD_PLATFORMS.map((name) => `'${name}'`).join(', '));

const ofContent = aboutVideo(sql`r.task_id`, sql`r.about`, sql`r.result`);

function objects({ connections, platforms, adSets, ads, content }: Which): SQL[] {
  const part = (kind: string, table: string, parent: SQL, which: SQL) => sql`
    SELECT ${idOf(sql`r.id`)} AS id, r.account_id AS account, ${kind} AS kind, r.platform, r.campaign_id AS campaign,
      ${parent} AS parent, r.id AS local, NULL AS task, NULL AS n,
      CASE WHEN p.status = 'archived' AND r.status <> 'deleted' THEN 'archived' ELSE r.status END AS status,
      r.platform_id AS provider, ${stepsAbout(sql`r.id`, sql`r.platform`)}
    FROM ${sql.raw(table)} r LEFT JOIN campaign_platforms p
      ON p.campaign_id = r.campaign_id AND p.platform = r.platform WHERE ${which}`;
  const inCampaign = sql`CASE WHEN r.campaign_id IS NULL THEN ${idOf(sql`r.connection_id`)}
    ELSE ${campaignIdOf(sql`r.campaign_id`, sql`r.platform`)} END`;
  return [
    connections &&
      sql`SELECT ${idOf(sql`r.id`)} AS id, r.holder AS account, 'account' AS kind, r.provider AS platform,
        NULL AS campaign, NULL AS parent, r.id AS local, NULL AS task, NULL AS n,
        CASE r.status WHEN 'disconnected' THEN 'deleted' ELSE r.status END AS status,
        COALESCE(r.selection ->> 'adAccountId', r.selection ->> 'advertiserId') AS provider, 0 AS work,
        r.status = 'expired' AS failed
      FROM connections r WHERE r.provider IN (${PROVIDERS}) AND r.holder LIKE 'acct!_%' ESCAPE '!'
        AND (${connections})`,
    platforms &&
      sql`SELECT ${campaignIdOf(sql`r.campaign_id`, sql`r.platform`)} AS id, r.account_id AS account,
        'campaign' AS kind, r.platform, r.campaign_id AS campaign, ${idOf(sql`r.connection_id`)} AS parent,
        r.campaign_id AS local, NULL AS task, NULL AS n, r.status, r.platform_id AS provider,
        ${stepsAbout(sql`r.campaign_id`, sql`r.platform`)}
      FROM campaign_platforms r WHERE ${platforms}`,
    adSets && part('delivery_group', 'ad_sets', inCampaign, adSets),
    ads && part('ad', 'ads', idOf(sql`r.ad_set_id`), ads),
    content &&
      sql`SELECT substr(${idOf(sql`r.task_id`)}, 1, 27) || printf('%03d', r.n) AS id, c.holder AS account,
        CASE r.kind WHEN 'creative' THEN 'creative' ELSE 'media' END AS kind, c.provider AS platform,
        CASE WHEN k.subject LIKE 'camp!_%' ESCAPE '!' THEN k.subject END AS campaign, ${idOf(sql`c.id`)} AS parent,
        r.about AS local, r.task_id AS task, r.n, NULL AS status, r.result AS provider,
        (SELECT ${WORK} FROM platform_steps s JOIN ${TASK} WHERE ${ofContent}
          AND s.status = 'planned' AND t.status = 'open') AS work,
        (SELECT s.status IN ('failed', 'planned') FROM platform_steps s JOIN ${TASK} WHERE ${ofContent}
          AND t.status <> 'cancelled' ORDER BY s.task_id DESC, s.n DESC LIMIT 1) AS failed
      FROM platform_steps r JOIN platform_tasks k ON k.id = r.task_id JOIN connections c ON c.id = k.connection_id
      WHERE r.kind IN ('video', 'image', 'creative') AND (${content})`,
  ].filter((one) => one !== null);
}

/** Adds rows that are missing, and writes states that changed, at the end of the caller's batch. */
function saveWhich({ write, now }: SystemCtx, which: Which): void {
  const all = objects(which);
  if (all.length === 0) return;
  write.addSql(sql`INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id,
      task_id, step_n, sync_state, drift, updated_at)
    SELECT o.id, o.account, o.kind, o.platform, o.campaign, o.parent, o.local, o.task, o.n, ${STATE}, '[]', ${now}
    FROM (${sql.join(all, sql` UNION ALL `)}) o LEFT JOIN ads_resources d ON d.id = o.id WHERE true
    ON CONFLICT (id) DO UPDATE SET sync_state = excluded.sync_state, updated_at = excluded.updated_at
      WHERE ads_resources.sync_state <> excluded.sync_state`);
}

/** Follows records and steps that the caller's batch writes (ObjectsWritten). */
export function saveObjects(ctx: SystemCtx, ids: readonly string[]): void {
  const of = (prefix: string) => ids.filter((id) => id.startsWith(`${prefix}_`) && !id.includes(' '));
  const inList = (column: SQL, values: readonly string[]) =>
    sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
  const [conns, campaigns, sets, ads, tasks] = ['conn', 'camp', 'adset', 'ad', 'ptsk'].map(of) as [
    ...[string[], string[], string[], string[], string[]],
  ];
  const contents = ids.filter((id) => id.includes(' ')).map((id) => id.split(' '));
  const anyOf = (...conditions: (SQL | null)[]): SQL | null => {
    const asked = conditions.filter((one) => one !== null);
    return asked.length === 0 ? null : sql.join(asked, sql` OR `);
  };
  const inTasks = tasks.length === 0 ? null : inList(sql`task_id`, tasks);
  const about = (column: SQL) =>
    inTasks && sql`${column} IN (SELECT about FROM platform_steps WHERE ${inTasks})`;
  const among = (column: SQL, values: readonly string[]) =>
    values.length === 0 ? null : inList(column, values);
  const inContents =
    contents.length === 0
      ? null
      : sql`(task_id, about) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(contents)}))`;
  /** What was made by earlier tasks, and is asked about by these. */
  const askedAbout = (which: SQL | null) =>
    which &&
    sql`(r.about, r.result) IN (SELECT about, input ->> 'video' FROM platform_steps
      WHERE kind = 'video_ready' AND input ->> 'video' IS NOT NULL AND ${which})`;
  saveWhich(ctx, {
    connections: among(sql`r.id`, conns),
    platforms: anyOf(among(sql`r.campaign_id`, campaigns), about(sql`r.campaign_id`)),
    adSets: anyOf(among(sql`r.id`, sets), among(sql`r.campaign_id`, campaigns), about(sql`r.id`)),
    ads: anyOf(among(sql`r.id`, ads), among(sql`r.campaign_id`, campaigns), about(sql`r.id`)),
    content: anyOf(
      among(sql`r.task_id`, tasks),
      contents.length === 0
        ? null
        : sql`(r.task_id, r.about) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(contents)}))`,
      askedAbout(inTasks),
      askedAbout(inContents),
    ),
  });
}

/** Follows the ad sets and ads of other origin that the caller's batch writes. */
export function saveExternalObjects(ctx: SystemCtx, connectionId: string): void {
  const which = sql`r.connection_id = ${connectionId} AND r.source = 'external' AND r.updated_at = ${ctx.now}`;
  saveWhich(ctx, { connections: null, platforms: null, adSets: which, ads: which, content: null });
}
