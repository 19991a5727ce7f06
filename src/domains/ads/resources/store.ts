import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { type Db, mainDb, prepareOnce } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { mergedIds } from '../../../db/merged-list.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { connections } from '../../accounts/connections/table.ts';
import { adSets, ads, campaignPlatforms, campaigns } from '../campaign-record/table.ts';
import { platformSteps, platformTasks } from '../platform-tasks/table.ts';
import {
  type Drift,
  KEPT_KINDS,
  type KeptKind,
  type SetValues,
  type SyncState,
  type WholeResource,
} from './ads-resource.ts';
import { aboutVideo, adsResources } from './table.ts';

/** Selects resources with what their records say, newest first. */
function wholeOf(db: Db, which: SQL) {
  const own = adsResources;
  const kind = (name: KeptKind) => eq(own.resourceKind, name);
  const isPart = sql`${own.resourceKind} IN ('campaign', 'delivery_group', 'ad')`;
  const first = (...values: unknown[]) =>
    sql`COALESCE(${sql.join(
      values.map((one) => sql`${one}`),
      sql`, `,
    )})`;
  const adAccount = sql`${connections.selection} ->> 'adAccountId', ${connections.selection} ->> 'advertiserId'`;
  return db
    .select({
      id: own.id,
      resourceKind: own.resourceKind,
      platform: own.platform,
      campaignId: own.campaignId,
      parentId: own.parentId,
      localId: own.localId,
      syncState: own.syncState,
      drift: own.drift,
      updatedAt: own.updatedAt,
      connectionId: sql<
        string | null
      >`${first(connections.id, adSets.connectionId, ads.connectionId, campaignPlatforms.connectionId, platformTasks.connectionId)}`,
      name: sql<string | null>`${first(connections.name, campaigns.name, adSets.name, ads.name)}`,
      status: sql<string | null>`${first(connections.status, adSets.status, ads.status)}`,
      platformStatus: campaignPlatforms.status,
      providerId: sql<string | null>`CASE ${own.resourceKind} WHEN 'account' THEN COALESCE(${adAccount})
        WHEN 'campaign' THEN ${campaignPlatforms.platformId}
        ELSE ${first(adSets.platformId, ads.platformId, platformSteps.result)} END`,
      cover: sql<
        string | null
      >`CASE ${own.resourceKind} WHEN 'media' THEN (SELECT s.result FROM platform_steps s
        WHERE ${aboutVideo(sql`${own.taskId}`, sql`${own.localId}`, sql`${platformSteps.result}`)}
          AND s.kind = 'video_ready' AND s.status = 'done' ORDER BY s.task_id DESC, s.n DESC LIMIT 1) END`,
      source: sql<'service' | 'external'>`${first(adSets.source, ads.source, 'service')}`,
      readAt: sql<number | null>`${first(connections.lastSyncedAt, campaignPlatforms.stateReadAt)}`,
      changedAt: sql<
        number | null
      >`${first(connections.updatedAt, adSets.updatedAt, ads.updatedAt, campaigns.updatedAt, platformSteps.updatedAt)}`,
    })
    .from(own)
    .leftJoin(connections, and(kind('account'), eq(connections.id, own.localId)))
    .leftJoin(
      campaignPlatforms,
      and(
        isPart,
        eq(campaignPlatforms.campaignId, own.campaignId),
        eq(campaignPlatforms.platform, own.platform),
      ),
    )
    .leftJoin(campaigns, and(kind('campaign'), eq(campaigns.id, own.localId)))
    .leftJoin(adSets, and(kind('delivery_group'), eq(adSets.id, own.localId)))
    .leftJoin(ads, and(kind('ad'), eq(ads.id, own.localId)))
    .leftJoin(platformTasks, eq(platformTasks.id, own.taskId))
    .leftJoin(platformSteps, and(eq(platformSteps.taskId, own.taskId), eq(platformSteps.n, own.stepN)))
    .where(which)
    .orderBy(newestFirst(own.id));
}

/** A campaign's state is that of its platform. */
const withState = (rows: Awaited<ReturnType<typeof wholeOf>>): WholeResource[] =>
  rows.map(({ platformStatus, ...row }) => ({
    ...row,
    status: row.resourceKind === 'campaign' ? platformStatus : row.status,
  }));

/** A resource of the acting account. Throws not_found for any other. */
export async function requireOwnResource(ctx: Ctx, id: string): Promise<WholeResource> {
  const [row] = await findWhole(ctx, actingAccount(ctx.actor).id, [id]);
  if (!row) throw notFound('resource');
  return row;
}

/** The resources of an account among these IDs. */
export async function findWhole(
  ctx: SystemCtx,
  accountId: string,
  ids: readonly string[],
): Promise<WholeResource[]> {
  const query = prepareOnce(mainDb(ctx.env), 'resources', (db) => {
    const among = sql`${adsResources.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`;
    return wholeOf(db, and(among, eq(adsResources.accountId, sql.placeholder('accountId')))!).prepare();
  });
  return withState(await query.all({ ids: JSON.stringify(ids), accountId }));
}

export interface ResourceFilter {
  campaignId?: string | undefined;
  parentResourceId?: string | undefined;
  platform?: string | undefined;
  resourceKind?: string | undefined;
  syncState?: SyncState | undefined;
  limit: number;
  range: IdRange;
}

/** A page of the acting account's resources, newest first, plus one more to tell whether another page follows. */
export async function listOwnResources(ctx: Ctx, filter: ResourceFilter): Promise<WholeResource[]> {
  const ids = resourceListIds(actingAccount(ctx.actor).id, filter);
  return withState(await wholeOf(mainDb(ctx.env), sql`${adsResources.id} IN (${ids})`).all());
}

/** Compares with a word of one of our enums, in the text: so many branches would bind too many values. */
function is(column: SQLiteColumn, word: string): SQL {
  if (!/^[a-z_]+$/.test(word)) throw new RangeError(`Not a word: ${word}`);
  return sql`${column} = ${sql.raw(`'${word}'`)}`;
}

/**
 * Selects the page's IDs. Each branch is one range of one index: a column of the index that the filter leaves open has
 * a branch for each of its values. A campaign's or a parent's objects are few, so the rest is checked row by row.
 */
export function resourceListIds(accountId: string, filter: ResourceFilter): SQL {
  const { campaignId, parentResourceId, platform, resourceKind, syncState, limit, range } = filter;
  const own = adsResources;
  const isOwn = eq(own.accountId, accountId);
  const among = withinRange(own.id, range);
  const branch = (...conditions: (SQL | undefined)[]) =>
    sql`SELECT ${own.id} AS id FROM ${own} WHERE ${and(...conditions, among)}`;
  const kinds = resourceKind === undefined ? KEPT_KINDS : [resourceKind];
  const platforms = platform === undefined ? AD_PLATFORMS : [platform];
  // The `+` keeps SQLite from using the account's wider index.
  const also = [
    sql`+${isOwn}`,
    platform === undefined ? undefined : sql`+${eq(own.platform, platform)}`,
    resourceKind === undefined ? undefined : sql`+${own.resourceKind} = ${resourceKind}`,
    syncState === undefined ? undefined : sql`+${eq(own.syncState, syncState)}`,
  ];
  const branches =
    parentResourceId !== undefined
      ? [
          branch(
            eq(own.parentId, parentResourceId),
            campaignId === undefined ? undefined : sql`+${eq(own.campaignId, campaignId)}`,
            ...also,
          ),
        ]
      : campaignId !== undefined
        ? [branch(eq(own.campaignId, campaignId), ...also)]
        : syncState !== undefined
          ? kinds.flatMap((kind) =>
              platforms.map((one) =>
                branch(
                  isOwn,
                  is(own.syncState, syncState),
                  is(own.resourceKind, kind),
                  is(own.platform, one),
                ),
              ),
            )
          : resourceKind !== undefined
            ? platforms.map((one) => branch(isOwn, is(own.resourceKind, resourceKind), is(own.platform, one)))
            : [branch(isOwn, platform === undefined ? undefined : eq(own.platform, platform))];
  return mergedIds(branches, limit + 1);
}

/** What was last set at the platform, and what it has instead. */
export type SetResource = Pick<
  typeof adsResources.$inferSelect,
  | 'id'
  | 'resourceKind'
  | 'platform'
  | 'campaignId'
  | 'localId'
  | 'setName'
  | 'setStatus'
  | 'setBudget'
  | 'drift'
>;

/** What was last set of campaigns, their ad sets and ads. */
export async function listSet(ctx: SystemCtx, campaigns: readonly string[]): Promise<SetResource[]> {
  const { id, resourceKind, platform, campaignId, localId, setName, setStatus, setBudget, drift } =
    adsResources;
  return await mainDb(ctx.env)
    .select({ id, resourceKind, platform, campaignId, localId, setName, setStatus, setBudget, drift })
    .from(adsResources)
    .where(
      and(
        sql`${campaignId} IN (SELECT value FROM json_each(${JSON.stringify(campaigns)}))`,
        inArray(resourceKind, ['campaign', 'delivery_group', 'ad']),
      ),
    )
    .all();
}

/** Keeps, in the caller's batch, what was set. What the platform had instead of it is over. */
export function saveSet(ctx: SystemCtx, id: string, set: SetValues): void {
  const { name, status, budget } = set;
  const values = {
    ...(name === undefined ? {} : { setName: name }),
    ...(status === undefined ? {} : { setStatus: status }),
    ...(budget === undefined ? {} : { setBudget: budget }),
  };
  const fields = JSON.stringify(Object.keys(set));
  ctx.write.add(
    mainDb(ctx.env)
      .update(adsResources)
      .set({
        ...values,
        drift: sql`(SELECT json_group_array(json(value)) FROM json_each(${adsResources.drift})
          WHERE value ->> 'field' NOT IN (SELECT value FROM json_each(${fields})))`,
        updatedAt: ctx.now,
      })
      .where(eq(adsResources.id, id)),
  );
}

/** Keeps, in the caller's batch, what the platform has instead of what was set, unless something else was set since. */
export function saveDrift(
  ctx: SystemCtx,
  seen: readonly { set: SetResource; drift: readonly Drift[] }[],
): void {
  const rows = seen.map(({ set: { id, setName, setStatus, setBudget }, drift }) => [
    ...[id, drift, setName, setStatus, setBudget],
  ]);
  ctx.write.addSql(sql`UPDATE ads_resources SET drift = j.value -> 1, updated_at = ${ctx.now}
    FROM json_each(${JSON.stringify(rows)}) j WHERE ads_resources.id = j.value ->> 0 AND set_name IS (j.value ->> 2)
      AND set_status IS (j.value ->> 3) AND set_budget IS (j.value ->> 4)`);
}
