import { and, asc, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { mergedIds } from '../../../db/merged-list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { PlanRow, WholePlan } from './plan.ts';
import { adsPlanFacts, adsPlanSteps, adsPlans } from './table.ts';
import {
  columnsOf,
  OPEN_STATES,
  type PlanAction,
  type PlanState,
  STATES,
  TRANSITIONS,
} from './transitions.ts';

export async function findPlan(
  ctx: SystemCtx,
  accountId: string,
  id: string,
): Promise<WholePlan | undefined> {
  return await findWhole(ctx, and(eq(adsPlans.id, id), eq(adsPlans.accountId, accountId)));
}

/** The plan that an account made under this `clientRequestId`. */
export async function findPlanOfRequest(
  ctx: SystemCtx,
  { makerId, accountId, clientRequestId }: Pick<PlanRow, 'makerId' | 'accountId' | 'clientRequestId'>,
): Promise<WholePlan | undefined> {
  return await findWhole(
    ctx,
    and(
      eq(adsPlans.makerId, makerId),
      eq(adsPlans.accountId, accountId),
      eq(adsPlans.clientRequestId, clientRequestId),
    ),
  );
}

async function findWhole(ctx: SystemCtx, which: SQL | undefined): Promise<WholePlan | undefined> {
  const found = await mainDb(ctx.env)
    .select({
      row: getTableColumns(adsPlans),
      steps: adsPlanSteps.steps,
      changedFrom: adsPlanSteps.changedFrom,
    })
    .from(adsPlans)
    .innerJoin(adsPlanSteps, eq(adsPlanSteps.planId, adsPlans.id))
    .where(which)
    .get();
  if (!found) return undefined;
  const { row, steps, changedFrom } = found;
  return { ...row, input: { ...row.head, steps }, changedFrom };
}

export interface PlanFilter {
  approvalState?: PlanRow['approvalState'] | undefined;
  executionState?: PlanRow['executionState'] | undefined;
  campaignId?: string | undefined;
}

/** A page of an account's plans, newest first, in the states of this moment. */
export async function listPlans(
  ctx: SystemCtx,
  accountId: string,
  filter: PlanFilter,
  limit: number,
  range: IdRange,
): Promise<PlanRow[]> {
  const db = mainDb(ctx.env);
  const shown = getTableColumns(adsPlans);
  const { approvalState, executionState, campaignId } = filter;
  if (approvalState === undefined && executionState === undefined && campaignId === undefined)
    return await db
      .select(shown)
      .from(adsPlans)
      .where(and(eq(adsPlans.accountId, accountId), withinRange(adsPlans.id, range)))
      .orderBy(newestFirst(adsPlans.id))
      .limit(limit);
  const branches = listedBranches(ctx, accountId, filter, range);
  if (branches.length === 0) return [];
  return await db
    .select(shown)
    .from(adsPlans)
    .where(sql`${adsPlans.id} IN (${mergedIds(branches, limit)})`)
    .orderBy(newestFirst(adsPlans.id))
    .all();
}

/** One branch for each state that is asked for. Without a `+`, SQLite could take the index of all of the account's. */
function listedBranches(
  { now }: SystemCtx,
  accountId: string,
  { approvalState, executionState, campaignId }: PlanFilter,
  range: IdRange,
): SQL[] {
  const owned =
    campaignId === undefined
      ? sql`account_id = ${accountId}`
      : sql`campaign_id = ${campaignId} AND +account_id = ${accountId}`;
  const branch = (state: PlanState, when: SQL | undefined) => {
    const { approvalState, executionState } = columnsOf(state);
    const where = and(
      owned,
      eq(adsPlans.approvalState, approvalState),
      eq(adsPlans.executionState, executionState),
      withinRange(adsPlans.id, range),
      when,
    );
    return sql`SELECT id FROM ${adsPlans} WHERE ${where}`;
  };
  const isAsked = (state: PlanState) => {
    const columns = columnsOf(state);
    return (
      (approvalState ?? columns.approvalState) === columns.approvalState &&
      (executionState ?? columns.executionState) === columns.executionState
    );
  };
  const asked = STATES.filter(isAsked).map((state) =>
    branch(state, OPEN_STATES.includes(state) ? sql`expires_at > ${now}` : undefined),
  );
  const expired = isAsked('expired/cancelled')
    ? OPEN_STATES.map((state) => branch(state, lte(adsPlans.expiresAt, now)))
    : [];
  return [...asked, ...expired];
}

/** Adds a plan to the batch. @param facts the IDs of the records that it was checked against. */
export function insertPlan(
  ctx: SystemCtx,
  { input, changedFrom, ...row }: WholePlan,
  facts: readonly string[],
): void {
  const db = mainDb(ctx.env);
  ctx.write.add(
    db.insert(adsPlans).values(row),
    db.insert(adsPlanSteps).values({ planId: row.id, steps: input.steps, changedFrom }),
  );
  ctx.write.addSql(sql`INSERT INTO ${adsPlanFacts} (fact_id, plan_id)
    SELECT DISTINCT value, ${row.id} FROM json_each(${JSON.stringify(facts)})`);
}

/** Saves a change in the caller's batch, which fails with a conflict where the plan is not as it was read. */
export function savePlan(
  ctx: SystemCtx,
  { id, revision, executionState }: PlanRow,
  changes: Partial<PlanRow>,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(adsPlans)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(adsPlans.id, id),
          eq(adsPlans.revision, revision),
          eq(adsPlans.executionState, executionState),
        ),
      ),
    overtaken,
  );
  if (changes.executionState && !isOpen(changes.executionState)) deleteFacts(ctx, sql`SELECT ${id}`);
}

/** Keeps in the caller's batch what a plan that begins changes, as it is now. */
export function saveChangedFrom(ctx: SystemCtx, planId: string, changedFrom: WholePlan['changedFrom']): void {
  ctx.write.add(
    mainDb(ctx.env).update(adsPlanSteps).set({ changedFrom }).where(eq(adsPlanSteps.planId, planId)),
  );
}

/** The plan that superseded another one: the next that the same account made for the same. */
export async function findSuccessor(
  ctx: SystemCtx,
  { id, accountId, makerId, targetId, operationType }: PlanRow,
): Promise<string | null> {
  const same = and(
    eq(adsPlans.targetId, targetId),
    eq(adsPlans.accountId, accountId),
    eq(adsPlans.makerId, makerId),
    eq(adsPlans.operationType, operationType),
  );
  const next = await mainDb(ctx.env)
    .select({ id: adsPlans.id })
    .from(adsPlans)
    .where(and(same, gt(adsPlans.id, id)))
    .orderBy(asc(adsPlans.id))
    .limit(1)
    .get();
  return next?.id ?? null;
}

const isOpen = (state: PlanRow['executionState']): boolean =>
  OPEN_STATES.some((open) => columnsOf(open).executionState === state);

/** What a plan was checked against matters as long as it is open. @param ids selects the IDs of plans. */
const withoutFacts = (ids: SQL): SQL => sql`DELETE FROM ads_plan_facts WHERE plan_id IN (${ids})`;

function deleteFacts(ctx: SystemCtx, ids: SQL): void {
  ctx.write.addSql(withoutFacts(ids));
}

/** Notes, in the caller's batch, that records changed which plans were checked against: open ones are approved anew. */
export function saveRecheck(ctx: SystemCtx, factIds: readonly string[]): void {
  const changed = sql`fact_id IN (SELECT value FROM json_each(${JSON.stringify(factIds)}))`;
  ctx.write.addSql(sql`UPDATE ${adsPlans} SET ${moved('recheck')}, revision = revision + 1,
      changed_record = (SELECT MIN(fact_id) FROM ads_plan_facts WHERE plan_id = ads_plans.id AND ${changed}),
      answered_by = NULL, answered_at = NULL, updated_at = ${ctx.now}
    WHERE id IN (SELECT plan_id FROM ads_plan_facts WHERE ${changed})
      AND ${isIn(statesOf('recheck'))} AND expires_at > ${ctx.now}`);
}

/** An account's open plans, by the index of its states. */
const ownOpen = (
  { now }: SystemCtx,
  accountId: string,
): SQL => sql`FROM ads_plans WHERE account_id = ${accountId}
  AND approval_state IN ('draft', 'pending_approval', 'approved') AND execution_state IN ('planned', 'ready')
  AND expires_at > ${now}`;

/** The connections that an account's open plans were checked against. */
export async function listPlannedConnections(ctx: SystemCtx, accountId: string): Promise<string[]> {
  const rows = await mainDb(ctx.env).all<{ id: string }>(sql`SELECT DISTINCT fact_id AS id FROM ads_plan_facts
    WHERE plan_id IN (SELECT id ${ownOpen(ctx, accountId)}) AND fact_id >= 'conn_' AND fact_id < 'conn\`'`);
  return rows.map(({ id }) => id);
}

/** A condition that holds while no open plan was checked against the connection. */
export const notPlanned = ({ now }: SystemCtx, connectionId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ads_plan_facts f JOIN ads_plans p ON p.id = f.plan_id
    WHERE f.fact_id = ${connectionId} AND p.expires_at > ${now})`;

/** Supersedes, in the caller's batch, the open plans that the same account made for the same. */
export function saveSuperseded(
  ctx: SystemCtx,
  { makerId, accountId, targetId, operationType }: PlanRow,
): void {
  const same = sql`target_id = ${targetId} AND account_id = ${accountId} AND maker_id = ${makerId}
    AND operation_type = ${operationType} AND expires_at > ${ctx.now}`;
  const which = sql`${isIn(statesOf('supersede'))} AND ${same}`;
  deleteFacts(ctx, sql`SELECT id FROM ads_plans WHERE ${which}`);
  ctx.write.addSql(sql`UPDATE ${adsPlans} SET ${moved('supersede')}, updated_at = ${ctx.now} WHERE ${which}`);
}

/** Notes what has expired, oldest first. @returns how many. */
export async function saveExpired(ctx: SystemCtx, limit: number): Promise<number> {
  const db = mainDb(ctx.env);
  const due = sql`SELECT id FROM ads_plans
    WHERE ${isIn(statesOf('expire'))} AND expires_at <= ${ctx.now} ORDER BY expires_at LIMIT ${limit}`;
  // These facts count nowhere any more, so nothing is lost where only they are deleted.
  await db.run(withoutFacts(due));
  const { meta } = await db.run(sql`UPDATE ${adsPlans}
    SET ${moved('expire')}, updated_at = ${ctx.now} WHERE id IN (${due})`);
  return meta.changes;
}

/** Plans whose brand is to be reminded, the earliest first. */
export async function listToRemind(ctx: SystemCtx, limit: number): Promise<PlanRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adsPlans)
    .where(lte(adsPlans.remindAt, ctx.now))
    .orderBy(asc(adsPlans.remindAt))
    .limit(limit)
    .all();
}

/** Notes in the caller's batch that the brand was reminded, unless it answered meanwhile. */
export function saveReminded(ctx: SystemCtx, { id, executionState, remindAt }: PlanRow): void {
  const asRead = and(
    eq(adsPlans.id, id),
    eq(adsPlans.executionState, executionState),
    eq(adsPlans.remindAt, remindAt!),
  );
  ctx.write.guarded(mainDb(ctx.env).update(adsPlans).set({ remindAt: null }).where(asRead), overtaken);
}

/** Makes the batch fail with rate_limited while the account has more open plans, those of the batch among them. */
export function requireFewOpen(ctx: SystemCtx, accountId: string, most: number): void {
  const open = sql`(SELECT COUNT(*) ${ownOpen(ctx, accountId)})`;
  ctx.write.require(
    sql`${open} <= ${most}`,
    async () =>
      new AppError('rate_limited', `An account can have at most ${most} open plans. Cancel some first.`, {
        details: { limit: most },
        headers: { 'Retry-After': '60' },
      }),
  );
}

const statesOf = (action: PlanAction): PlanState[] => STATES.filter((state) => TRANSITIONS[state][action]);

/** Whether a plan is in one of these states. */
function isIn(states: readonly PlanState[]): SQL {
  const executions = [...new Set(states.map((state) => columnsOf(state).executionState))];
  return sql`execution_state IN (${sql.raw(executions.map(quoted).join(', '))})
    AND approval_state || '/' || execution_state IN (${sql.raw(states.map(quoted).join(', '))})`;
}

/** The columns after an action of the service, by the table of transitions. */
function moved(action: PlanAction): SQL {
  const column = (name: 'approvalState' | 'executionState') =>
    statesOf(action)
      .map(
        (state) =>
          `WHEN ${quoted(state)} THEN ${quoted(columnsOf(TRANSITIONS[state][action]![0]!.to)[name])}`,
      )
      .join(' ');
  const was = "CASE approval_state || '/' || execution_state";
  return sql.raw(
    `approval_state = ${was} ${column('approvalState')} END, execution_state = ${was} ${column('executionState')} END`,
  );
}

const quoted = (state: string): string => `'${state}'`;
