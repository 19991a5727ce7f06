import { and, asc, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { apiKeys } from '../../../db/keys-table.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { AppError } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { CampaignRow, PendingChange } from '../campaign-record/campaign-row.ts';
import { campaigns } from '../campaign-record/table.ts';
import type { PlanRow } from '../plan-record/plan.ts';
import type { PlanInput } from '../plan-record/plan-input.ts';
import { adsPlanSteps, adsPlans, sourceIn } from '../plan-record/table.ts';
import { AWAITED, MAKING, type StepRow } from '../platform-tasks/interface.ts';
import { platformSteps, platformWaits } from '../platform-tasks/table.ts';
import { ENDED_STATES, type EndedState, type OperationState } from './operation-state.ts';
import { adsOperations } from './table.ts';

export type OperationRow = typeof adsOperations.$inferSelect;

/** Whether an operation's connection can't be used. */
const isDisconnected = sql<number>`NOT EXISTS (SELECT 1 FROM connections c
  WHERE c.id = ads_operations.connection_id AND c.status = 'active')`;

/** How an operation is now: how it ended, or what holds it up. */
const stateNow = (now: number): SQL<OperationState> => {
  const left = sql`SELECT 1 FROM platform_steps s WHERE s.task_id = ads_operations.task_id AND s.status`;
  const awaited = sql.raw(AWAITED.map((one) => `'${one}'`).join(', '));
  const awaits = sql`COALESCE(s.error ->> 'reason', '') IN (${awaited})`;
  return sql`COALESCE(ads_operations.ended_as, CASE
    WHEN ${isDisconnected} THEN 'blocked'
    WHEN EXISTS (${left} = 'planned' AND (s.sent_at IS NOT NULL OR s.due_at > ${now}) AND NOT ${awaits})
      THEN 'waiting_provider'
    WHEN EXISTS (${left} = 'planned' AND ${awaits})
      OR EXISTS (SELECT 1 FROM platform_waits w JOIN platform_steps s ON s.task_id = w.on_task AND s.key = w.on_key
        WHERE w.task_id = ads_operations.task_id AND s.status = 'planned') THEN 'blocked'
    WHEN EXISTS (${left} <> 'planned') THEN 'running'
    ELSE 'queued' END)`;
};

/** Whether a repair of an operation has begun. The `+` keeps SQLite to the index of repairs. */
const isRepaired = sql<number>`EXISTS (SELECT 1 FROM ads_plans p
  WHERE ${sourceIn(sql`p.head`)} = +ads_operations.id AND +p.execution_state IN ('executing', 'completed'))`;

/** An operation with its state at this moment. */
export type SeenOperation = OperationRow & {
  state: OperationState;
  isDisconnected: boolean;
  isRepaired: boolean;
};

const seen = ({ now }: SystemCtx) => ({
  ...getTableColumns(adsOperations),
  state: stateNow(now),
  isDisconnected: isDisconnected.mapWith(Boolean),
  isRepaired: isRepaired.mapWith(Boolean),
});

export function insertOperation(ctx: SystemCtx, row: OperationRow): void {
  ctx.write.add(mainDb(ctx.env).insert(adsOperations).values(row));
}

/** An operation with the steps of its plan, and whether its brand is active and the key that executed it is not revoked. */
export interface BegunOperation {
  operation: OperationRow;
  steps: PlanInput['steps'];
  brand: 'active' | 'ended';
  revokedAt: number | null;
}

/** Throws where there is none: its task is planned in the same batch. */
export async function findBegun(ctx: SystemCtx, id: string): Promise<BegunOperation> {
  const row = await mainDb(ctx.env)
    .select({
      operation: getTableColumns(adsOperations),
      steps: adsPlanSteps.steps,
      brand: accounts.status,
      revokedAt: apiKeys.revokedAt,
    })
    .from(adsOperations)
    .innerJoin(adsPlanSteps, eq(adsPlanSteps.planId, adsOperations.planId))
    .innerJoin(accounts, eq(accounts.id, adsOperations.accountId))
    .leftJoin(apiKeys, eq(apiKeys.id, adsOperations.executedBy))
    .where(eq(adsOperations.id, id))
    .get();
  if (!row) throw new Error(`no operation ${id}`);
  return row;
}

/** The other operations of a plan. */
export async function listOthers(
  ctx: SystemCtx,
  { id, planId }: Pick<OperationRow, 'id' | 'planId'>,
): Promise<Pick<OperationRow, 'endedAs'>[]> {
  return await mainDb(ctx.env)
    .select({ endedAs: adsOperations.endedAs })
    .from(adsOperations)
    .where(and(eq(adsOperations.planId, planId), ne(adsOperations.id, id)))
    .all();
}

/** How the operations of these plans of an account have ended; those that go on are left out. */
export async function listEndings(
  ctx: SystemCtx,
  accountId: string,
  plans: readonly string[],
): Promise<{ planId: string; endedAs: EndedState }[]> {
  const rows = await mainDb(ctx.env)
    .select({ planId: adsOperations.planId, endedAs: adsOperations.endedAs })
    .from(adsOperations)
    .where(
      and(
        sql`${adsOperations.planId} IN (SELECT value FROM json_each(${JSON.stringify(plans)}))`,
        sql`+${adsOperations.accountId} = ${accountId}`,
      ),
    )
    .all();
  return rows.flatMap(({ planId, endedAs }) => (endedAs === null ? [] : { planId, endedAs }));
}

/** Ends an operation in the caller's batch, and with the last one its plan. The batch fails where it ended before. */
export function saveOperationEnded(
  ctx: SystemCtx,
  { id, planId }: Pick<OperationRow, 'id' | 'planId'>,
  endedAs: EndedState,
): void {
  const at = { endedAt: ctx.now, updatedAt: ctx.now };
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(adsOperations)
      .set({ endedAs, ...at })
      .where(and(eq(adsOperations.id, id), isNull(adsOperations.endedAs))),
    overtaken,
  );
  ctx.write.addSql(sql`UPDATE ads_plans SET execution_state = 'completed', updated_at = ${ctx.now}
    WHERE id = ${planId} AND execution_state = 'executing'
      AND NOT EXISTS (SELECT 1 FROM ads_operations WHERE plan_id = ${planId} AND ended_as IS NULL)`);
}

/**
 * Notes, behind all else in the caller's batch, that plans no longer keep the campaign from being changed, once none of them goes on: what
 * the batch itself asks of a platform does, if anything.
 */
export function saveChangeOver(ctx: SystemCtx, campaignId: string): void {
  const update = JSON.stringify({ action: 'update', status: 'in_progress' } satisfies PendingChange);
  ctx.write.atEnd('plans are over', [campaignId], async (ids) => {
    for (const id of ids)
      ctx.write.addSql(sql`UPDATE campaigns SET pending_change = CASE WHEN EXISTS (
          SELECT 1 FROM platform_tasks WHERE subject = ${id} AND status = 'open') THEN ${update} END
        WHERE id = ${id} AND pending_change ->> 'action' = 'plan'
          AND NOT EXISTS (SELECT 1 FROM ads_operations WHERE campaign_id = ${id} AND ended_as IS NULL)`);
  });
}

/** An account's operation with what it is told by. */
export async function findOperation(
  ctx: SystemCtx,
  accountId: string,
  id: string,
): Promise<ToldOperation | undefined> {
  return (await listTold(ctx, sql`id = ${id} AND account_id = ${accountId}`, 1))[0];
}

/** The operations of a plan, newest first. */
export async function listOfPlan(ctx: SystemCtx, planId: string): Promise<ToldOperation[]> {
  return await listTold(ctx, sql`plan_id = ${planId}`, AD_PLATFORMS.length);
}

export interface OperationFilter {
  campaignId?: string | undefined;
  planId?: string | undefined;
  state?: OperationState | undefined;
}

/** How long the steps of a list page's plans are together: a plan's may be half a megabyte. */
const MOST_OF_STEPS = 2 * 1024 * 1024;

/**
 * A page of an account's operations, newest first, and one more. Few go on at a time, so each of these is looked at. It ends early behind
 * plans that are long: the one more is `beyond` then.
 */
export async function listOperations(
  ctx: SystemCtx,
  accountId: string,
  { campaignId, planId, state }: OperationFilter,
  limit: number,
  range: IdRange,
): Promise<ToldOperation[]> {
  const narrowed = campaignId !== undefined || planId !== undefined;
  const ended = (ENDED_STATES as readonly (string | undefined)[]).includes(state);
  const which = and(
    // Without a `+`, SQLite could take an index of all of the account's.
    narrowed ? sql`+account_id = ${accountId}` : sql`account_id = ${accountId}`,
    campaignId === undefined ? undefined : sql`campaign_id = ${campaignId}`,
    planId === undefined ? undefined : sql`plan_id = ${planId}`,
    state === undefined
      ? undefined
      : ended
        ? sql`ended_as = ${state}`
        : sql`ended_as IS NULL AND ${stateNow(ctx.now)} = ${state}`,
    withinRange(adsOperations.id, range),
  );
  return await listTold(ctx, which!, limit, MOST_OF_STEPS);
}

/** Fails the batch of a repair that begins where another one of the same operation has begun. */
export function requireOnlyRepair(ctx: SystemCtx, { id, head }: PlanRow): void {
  const source = head.sourceOperationId;
  if (source === undefined) return;
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM ads_plans p WHERE ${sourceIn(sql`p.head`)} = ${source} AND p.id <> ${id}
      AND +p.execution_state IN ('executing', 'completed'))`,
    async () => new AppError('conflict', 'Another repair of the operation has begun.'),
  );
}

/** What an operation, or one that it repairs, asked of its platform. */
export type EarlierStep = Pick<
  StepRow,
  'taskId' | 'n' | 'key' | 'kind' | 'about' | 'input' | 'intent' | 'status' | 'sentAt' | 'result' | 'error'
>;

/** What an operation and those that it repairs have made and turned on or off, or were to, the oldest first. */
export async function listEarlier(ctx: SystemCtx, operation: string): Promise<EarlierStep[]> {
  const tasks = sql`WITH RECURSIVE chain (task_id, source) AS (
      SELECT o.task_id, p.head ->> '$.sourceOperationId' FROM ads_operations o
        JOIN ads_plans p ON p.id = o.plan_id WHERE o.id = ${operation}
      UNION SELECT o.task_id, p.head ->> '$.sourceOperationId' FROM chain c
        JOIN ads_operations o ON o.id = c.source JOIN ads_plans p ON p.id = o.plan_id)
    SELECT task_id FROM chain`;
  return await mainDb(ctx.env)
    .select()
    .from(platformSteps)
    .where(
      and(
        sql`${platformSteps.taskId} IN (${tasks})`,
        inArray(platformSteps.kind, [...MAKING, 'video_ready', 'run']),
      ),
    )
    .orderBy(asc(platformSteps.taskId), asc(platformSteps.n))
    .all();
}

/** What was asked of a platform, and what came of it. */
export type AskedStep = Pick<
  StepRow,
  'taskId' | 'n' | 'key' | 'kind' | 'input' | 'status' | 'sentAt' | 'dueAt' | 'tries' | 'error'
>;

/** What an operation is told by. */
export interface Around {
  plan: PlanInput;
  steps: readonly AskedStep[];
  /** The keys of steps that wait for one of another platform. */
  waiting: ReadonlySet<string>;
  campaign: Pick<CampaignRow, 'platform' | 'terms' | 'status' | 'wanted'> | null;
}

export interface ToldOperation {
  row: SeenOperation;
  around: Around;
  /** Whether those before it are as much as is told at once. */
  beyond: boolean;
}

/** The newest operations of a page: as many as their plans' steps let be told at once, and one more. */
const shortened = (page: SQL, most: number): SQL => sql`SELECT id FROM (
  SELECT id, COALESCE(SUM(size) OVER (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING), 0) AS before FROM (
    SELECT o.id, octet_length(s.steps) AS size FROM (${page}) o JOIN ads_plan_steps s ON s.plan_id = o.plan_id))
  WHERE before < ${most}`;

/** Operations with what they are told by, newest first, in one trip. @param most the bytes of their plans' steps. */
async function listTold(ctx: SystemCtx, which: SQL, limit: number, most?: number): Promise<ToldOperation[]> {
  const db = mainDb(ctx.env);
  const all = sql`SELECT id, plan_id FROM ads_operations WHERE ${which} ORDER BY id DESC LIMIT ${limit}`;
  const page = most === undefined ? sql`SELECT id FROM (${all})` : shortened(all, most);
  const among = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM ads_operations WHERE id IN (${page}))`;
  const [rows, plans, steps, waits, named] = await db.batch([
    db
      .select(seen(ctx))
      .from(adsOperations)
      .where(sql`${adsOperations.id} IN (${page})`)
      .orderBy(newestFirst(adsOperations.id)),
    db
      .select({
        id: adsPlans.id,
        head: adsPlans.head,
        steps: adsPlanSteps.steps,
        size: sql<number>`octet_length(${adsPlanSteps.steps})`,
      })
      .from(adsPlans)
      .innerJoin(adsPlanSteps, eq(adsPlanSteps.planId, adsPlans.id))
      .where(sql`${adsPlans.id} IN ${among('plan_id')}`),
    db
      .select()
      .from(platformSteps)
      .where(sql`${platformSteps.taskId} IN ${among('task_id')}`)
      .orderBy(asc(platformSteps.taskId), asc(platformSteps.n)),
    db
      .select({ taskId: platformWaits.taskId, key: platformWaits.key })
      .from(platformWaits)
      .innerJoin(
        platformSteps,
        and(eq(platformSteps.taskId, platformWaits.onTask), eq(platformSteps.key, platformWaits.onKey)),
      )
      .where(and(sql`${platformWaits.taskId} IN ${among('task_id')}`, eq(platformSteps.status, 'planned'))),
    db
      .select({
        id: campaigns.id,
        platform: campaigns.platform,
        terms: campaigns.terms,
        status: campaigns.status,
        wanted: campaigns.wanted,
      })
      .from(campaigns)
      .where(sql`${campaigns.id} IN ${among('campaign_id')}`),
  ]);
  let told = 0;
  return rows.map((row) => {
    const { head, steps: planned, size } = plans.find(({ id }) => id === row.planId)!;
    const beyond = most !== undefined && told >= most;
    told += size;
    const around: Around = {
      plan: { ...head, steps: planned },
      steps: steps.filter(({ taskId }) => taskId === row.taskId),
      waiting: new Set(waits.flatMap((one) => (one.taskId === row.taskId ? one.key : []))),
      campaign: named.find(({ id }) => id === row.campaignId) ?? null,
    };
    return { row, around, beyond };
  });
}
