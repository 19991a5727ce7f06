import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { CampaignRow } from '../campaign-record/campaign-row.ts';
import { campaigns } from '../campaign-record/table.ts';
import type { PlanRow } from '../plan-record/plan.ts';
import type { PlanInput } from '../plan-record/plan-input.ts';
import { adsPlanSteps, adsPlans } from '../plan-record/table.ts';
import type { StepRow } from '../platform-tasks/interface.ts';
import { platformSteps, platformWaits } from '../platform-tasks/table.ts';
import { ENDED_STATES, type EndedState, type OperationState } from './operation-state.ts';
import { adsOperations } from './table.ts';

export type OperationRow = typeof adsOperations.$inferSelect;

/** How an operation is now: how it ended, or what holds it up. */
const STATE = (now: number): SQL<OperationState> => {
  const left = sql`SELECT 1 FROM platform_steps s WHERE s.task_id = ads_operations.task_id AND s.status`;
  return sql`COALESCE(ads_operations.ended_as, CASE
    WHEN EXISTS (${left} = 'planned' AND (s.sent_at IS NOT NULL OR s.due_at > ${now})) THEN 'waiting_provider'
    WHEN EXISTS (SELECT 1 FROM platform_waits w JOIN platform_steps s ON s.task_id = w.on_task AND s.key = w.on_key
        WHERE w.task_id = ads_operations.task_id AND s.status = 'planned')
      OR NOT EXISTS (SELECT 1 FROM connections c WHERE c.id = ads_operations.connection_id AND c.status = 'active')
      THEN 'blocked'
    WHEN EXISTS (${left} <> 'planned') THEN 'running'
    ELSE 'queued' END)`;
};

/** An operation with its state at this moment. */
export type SeenOperation = OperationRow & { state: OperationState };

const seen = ({ now }: SystemCtx) => ({ ...getTableColumns(adsOperations), state: STATE(now) });

export function insertOperation(ctx: SystemCtx, row: OperationRow): void {
  ctx.write.add(mainDb(ctx.env).insert(adsOperations).values(row));
}

/** An operation with the steps of its plan. Throws where there is none: its task is planned in the same batch. */
export async function findBegun(
  ctx: SystemCtx,
  id: string,
): Promise<{ operation: OperationRow; steps: PlanInput['steps'] }> {
  const row = await mainDb(ctx.env)
    .select({ operation: getTableColumns(adsOperations), steps: adsPlanSteps.steps })
    .from(adsOperations)
    .innerJoin(adsPlanSteps, eq(adsPlanSteps.planId, adsOperations.planId))
    .where(eq(adsOperations.id, id))
    .get();
  if (!row) throw new Error(`no operation ${id}`);
  return row;
}

/** The operations of a plan, in the order of its platforms. */
export async function listOfPlan(ctx: SystemCtx, planId: string): Promise<SeenOperation[]> {
  return await mainDb(ctx.env)
    .select(seen(ctx))
    .from(adsOperations)
    .where(eq(adsOperations.planId, planId))
    .orderBy(asc(adsOperations.id))
    .all();
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

export async function findOperation(
  ctx: SystemCtx,
  accountId: string,
  id: string,
): Promise<SeenOperation | undefined> {
  return await mainDb(ctx.env)
    .select(seen(ctx))
    .from(adsOperations)
    .where(and(eq(adsOperations.id, id), eq(adsOperations.accountId, accountId)))
    .get();
}

export interface OperationFilter {
  campaignId?: string | undefined;
  planId?: string | undefined;
  state?: OperationState | undefined;
}

/** A page of an account's operations, newest first. Few go on at a time, so each of these is looked at. */
export async function listOperations(
  ctx: SystemCtx,
  accountId: string,
  { campaignId, planId, state }: OperationFilter,
  limit: number,
  range: IdRange,
): Promise<SeenOperation[]> {
  const narrowed = campaignId !== undefined || planId !== undefined;
  const ended = (ENDED_STATES as readonly (string | undefined)[]).includes(state);
  return await mainDb(ctx.env)
    .select(seen(ctx))
    .from(adsOperations)
    .where(
      and(
        // Without a `+`, SQLite could take an index of all of the account's.
        narrowed ? sql`+account_id = ${accountId}` : eq(adsOperations.accountId, accountId),
        campaignId === undefined ? undefined : eq(adsOperations.campaignId, campaignId),
        planId === undefined ? undefined : eq(adsOperations.planId, planId),
        state === undefined
          ? undefined
          : ended
            ? eq(adsOperations.endedAs, state as EndedState)
            : and(isNull(adsOperations.endedAs), sql`${STATE(ctx.now)} = ${state}`),
        withinRange(adsOperations.id, range),
      ),
    )
    .orderBy(newestFirst(adsOperations.id))
    .limit(limit);
}

/** The operation that a plan is a repair of. */
const SOURCE = sql<string | null>`${adsPlans.head} ->> '$.sourceOperationId'`;
const BEGUN = inArray(adsPlans.executionState, ['executing', 'completed']);

/** Fails the batch of a repair that begins where another one of the same operation has begun. */
export function requireOnlyRepair(ctx: SystemCtx, { id, targetId, head }: PlanRow): void {
  const source = head.sourceOperationId;
  if (source === undefined) return;
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM ${adsPlans} WHERE ${adsPlans.targetId} = ${targetId} AND ${adsPlans.id} <> ${id}
      AND ${BEGUN} AND ${SOURCE} = ${source})`,
    async () => new AppError('conflict', 'Another repair of the operation has begun.'),
  );
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
  campaign: Pick<CampaignRow, 'platform' | 'terms'> | null;
  /** Whether a repair of it has begun. */
  isRepaired: boolean;
}

/** What some operations are told by, in one trip. */
export async function findAround(
  ctx: SystemCtx,
  rows: readonly OperationRow[],
): Promise<(row: OperationRow) => Around> {
  const db = mainDb(ctx.env);
  const among = (values: readonly (string | null)[]) =>
    sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;
  const tasks = among(rows.map(({ taskId }) => taskId));
  const planIds = among(rows.map(({ planId }) => planId));
  const [plans, steps, waits, named, repairs] = await db.batch([
    db
      .select({ id: adsPlans.id, head: adsPlans.head, steps: adsPlanSteps.steps })
      .from(adsPlans)
      .innerJoin(adsPlanSteps, eq(adsPlanSteps.planId, adsPlans.id))
      .where(sql`${adsPlans.id} IN ${planIds}`),
    db
      .select()
      .from(platformSteps)
      .where(sql`${platformSteps.taskId} IN ${tasks}`)
      .orderBy(asc(platformSteps.taskId), asc(platformSteps.n)),
    db
      .select({ taskId: platformWaits.taskId, key: platformWaits.key })
      .from(platformWaits)
      .innerJoin(
        platformSteps,
        and(eq(platformSteps.taskId, platformWaits.onTask), eq(platformSteps.key, platformWaits.onKey)),
      )
      .where(and(sql`${platformWaits.taskId} IN ${tasks}`, eq(platformSteps.status, 'planned'))),
    db
      .select({ id: campaigns.id, platform: campaigns.platform, terms: campaigns.terms })
      .from(campaigns)
      .where(sql`${campaigns.id} IN ${among(rows.map(({ campaignId }) => campaignId))}`),
    db
      .select({ source: SOURCE })
      .from(adsPlans)
      .where(
        sql`${adsPlans.targetId} IN (SELECT target_id FROM ads_plans WHERE id IN ${planIds}) AND ${BEGUN} AND ${SOURCE} IS NOT NULL`,
      ),
  ]);
  return ({ id: operation, planId, taskId, campaignId }) => {
    const { head, steps: planned } = plans.find(({ id }) => id === planId)!;
    return {
      plan: { ...head, steps: planned },
      steps: steps.filter((one) => one.taskId === taskId),
      waiting: new Set(waits.flatMap((one) => (one.taskId === taskId ? one.key : []))),
      campaign: named.find(({ id }) => id === campaignId) ?? null,
      isRepaired: repairs.some(({ source }) => source === operation),
    };
  };
}
