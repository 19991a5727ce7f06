// Platform tasks for the domains above: they plan one in the batch that writes the record which needs it.
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newIntentKey } from '../../../integrations/ads/intent-name.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import type { ConnectionUses } from '../../accounts/connections/interface.ts';
import { noteObjects } from '../../accounts/connections/note-objects.ts';
import { connections } from '../../accounts/connections/table.ts';
import type { PlannedStep, TaskOwnerName } from './step.ts';
import { saveTakenOver } from './store.ts';
import { platformPauses, platformSteps, platformTasks } from './table.ts';
import { insertWaits, wakeLane } from './wait-store.ts';

export type TaskRow = typeof platformTasks.$inferSelect;
export type StepRow = typeof platformSteps.$inferSelect;

export interface NewTask {
  owner: TaskOwnerName;
  /** By default a new one. Given where tasks wait for each other's steps (newTaskId). */
  id?: string;
  /** The record's ID. Tasks of one record at one platform run one after another. */
  subject: string;
  /** The owner's record that the task carries out, where that is not the subject. */
  record?: string;
  connection: Pick<ConnectionRow, 'id' | 'provider'>;
  /** The steps in order. A step that waits or failed only holds up the steps that name it in `after`. */
  steps: readonly PlannedStep[];
  /** With `with_retry`, the task starts when the record's failed tasks are retried. */
  begins?: 'with_retry';
  /** It waits for no earlier task of its record, which may wait for people: it stops what must not run, and nothing turns that on again. */
  urgent?: true;
}

export const newTaskId = (ctx: SystemCtx): string => newId('platformTask', ctx.now);

/**
 * Plans a platform task in the caller's batch, so that it exists only together with the record that needs it. It starts
 * right after the commit, or with the next minute if that message is lost. Throws for steps that could never run.
 * @returns the task's ID.
 */
export function planTask(
  ctx: SystemCtx,
  { id = newTaskId(ctx), owner, subject, record, connection, steps, begins, urgent }: NewTask,
): string {
  const problem = planProblem(steps);
  if (problem !== null) throw new Error(`bad task for ${subject}: ${problem}`);
  const at = { createdAt: ctx.now, updatedAt: ctx.now };
  ctx.write.add(
    mainDb(ctx.env)
      .insert(platformTasks)
      .values({
        id,
        owner,
        subject,
        record: record ?? null,
        connectionId: connection.id,
        platform: connection.provider,
        status: begins === 'with_retry' ? 'failed' : 'open',
        urgent: urgent ?? false,
        dueAt: ctx.now,
        leaseUntil: 0,
        lease: null,
        ...at,
      }),
  );
  for (const { sentAs } of steps) if (sentAs) saveTakenOver(ctx, sentAs.intent);
  const rows = steps.map(({ key, kind, about = subject, after = [], input = null, sentAs }) => ({
    key,
    kind,
    about,
    after,
    input,
    intent: sentAs?.intent ?? newIntentKey(),
    sentAt: sentAs?.at ?? null,
  }));
  ctx.write.addSql(sql`INSERT INTO platform_steps
      (task_id, n, key, kind, about, "after", input, intent, status, sent_at, due_at, tries, created_at, updated_at)
    SELECT ${id}, j.key, j.value ->> 'key', j.value ->> 'kind', j.value ->> 'about', j.value -> 'after', j.value -> 'input',
      j.value ->> 'intent', 'planned', j.value ->> 'sentAt', 0, 0, ${ctx.now}, ${ctx.now}
    FROM json_each(${JSON.stringify(rows)}) j`);
  insertWaits(ctx, id, steps);
  noteObjects(ctx, id);
  if (begins === undefined) wakeLane(ctx);
  return id;
}

function planProblem(steps: readonly PlannedStep[]): string | null {
  if (steps.length === 0) return 'no steps';
  const before = new Set<string>();
  for (const { key, after = [] } of steps) {
    if (before.has(key)) return `two steps ${key}`;
    const missing = after.find((one) => !before.has(one));
    if (missing !== undefined) return `${key} comes after ${missing}, which is not before it`;
    before.add(key);
  }
  return null;
}

/**
 * Retries, in the caller's batch, a task's failed steps and then the steps that wait for them. Does nothing for a task
 * that has not failed or that another owner planned. Completed steps stay completed.
 */
export function retryTask(ctx: SystemCtx, by: TaskOwnerName, taskId: string): void {
  ctx.write.addSql(sql`UPDATE platform_steps SET status = 'planned', due_at = 0, tries = 0, error = NULL,
      updated_at = ${ctx.now}
    WHERE task_id = ${taskId} AND status = 'failed'
      AND EXISTS (SELECT 1 FROM platform_tasks w WHERE w.id = ${taskId} AND w.owner = ${by} AND w.status = 'failed')`);
  ctx.write.addSql(sql`UPDATE platform_tasks SET status = 'open', due_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE id = ${taskId} AND owner = ${by} AND status = 'failed'`);
  noteObjects(ctx, taskId);
  wakeLane(ctx);
}

/** A record's tasks in order, each with its steps in order. */
export async function tasksOf(
  ctx: SystemCtx,
  subject: string | SQL,
): Promise<(TaskRow & { steps: StepRow[] })[]> {
  const db = mainDb(ctx.env);
  const ofThem = db
    .select({ id: platformTasks.id })
    .from(platformTasks)
    .where(eq(platformTasks.subject, subject));
  const [tasks, steps] = await db.batch([
    db.select().from(platformTasks).where(eq(platformTasks.subject, subject)).orderBy(asc(platformTasks.id)),
    db
      .select()
      .from(platformSteps)
      .where(inArray(platformSteps.taskId, ofThem))
      .orderBy(asc(platformSteps.taskId), asc(platformSteps.n)),
  ]);
  return tasks.map((task) => ({ ...task, steps: steps.filter(({ taskId }) => taskId === task.id) }));
}

export { AWAITED, DEPENDENCY_FAILED, MAKING } from './step.ts';
export { listSteps as stepsOfTask } from './store.ts';

/** Whether the record has an open platform task. */
export async function hasOpenTask(ctx: SystemCtx, subject: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: platformTasks.id })
    .from(platformTasks)
    .where(and(eq(platformTasks.subject, subject), eq(platformTasks.status, 'open')))
    .limit(1)
    .get();
  return row !== undefined;
}

/** Which of these records have an open platform task. */
export async function openAmong(ctx: SystemCtx, subjects: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await mainDb(ctx.env)
    .selectDistinct({ subject: platformTasks.subject })
    .from(platformTasks)
    .where(
      and(
        sql`${platformTasks.subject} IN (SELECT value FROM json_each(${JSON.stringify(subjects)}))`,
        eq(platformTasks.status, 'open'),
      ),
    )
    .all();
  return new Set(rows.map(({ subject }) => subject));
}

/** An open platform task keeps its connection from being disconnected. */
export const taskUses: ConnectionUses = {
  async usesOf(ctx, holder) {
    const rows = await mainDb(ctx.env)
      .selectDistinct({ id: platformTasks.connectionId })
      .from(platformTasks)
      .innerJoin(connections, eq(connections.id, platformTasks.connectionId))
      .where(and(eq(connections.holder, holder), eq(platformTasks.status, 'open')))
      .all();
    return new Map(rows.map(({ id }) => [id, { activeCampaigns: 0, inUse: true }]));
  },
  requireUnused(ctx, connectionId) {
    ctx.write.require(
      sql`NOT EXISTS (SELECT 1 FROM platform_tasks WHERE connection_id = ${connectionId} AND status = 'open')`,
      async () =>
        new AppError('conflict', 'Another change is in progress on the platform. Try again when it is done.'),
    );
  },
};

/**
 * Pauses a connection until the given time because its platform asked for it. A longer pause that was set before stays.
 */
export async function pauseConnection(ctx: SystemCtx, connectionId: string, until: number): Promise<void> {
  await mainDb(ctx.env)
    .insert(platformPauses)
    .values({ connectionId, until })
    .onConflictDoUpdate({
      target: platformPauses.connectionId,
      set: { until: sql`max(${platformPauses.until}, ${until})` },
    });
}

/** Until when a connection is paused; 0 when it is not. */
export async function pausedUntil(ctx: SystemCtx, connectionId: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ until: platformPauses.until })
    .from(platformPauses)
    .where(eq(platformPauses.connectionId, connectionId))
    .get();
  return row?.until ?? 0;
}
