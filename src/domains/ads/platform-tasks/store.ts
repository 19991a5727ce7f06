import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { inOneBatch, overtaken } from '../../../db/one-batch.ts';
import { newIntentKey } from '../../../integrations/ads/intent-name.ts';
import { AppError } from '../../../kit/error.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { noteObjects } from '../../accounts/connections/note-objects.ts';
import type { StepRow, TaskRow } from './interface.ts';
import type { StepError, TaskOwnerName } from './step.ts';
import { platformSteps, platformTasks } from './table.ts';

/** Longer than one call to a platform may take. */
const CALL_MS = 40 * SECOND_MS;

/** A task that only this driver may drive while its lease lasts. */
export type ClaimedTask = TaskRow & { lease: string };

/**
 * Matches tasks that are due, not leased, the first of their record at the platform, or urgent while no other one of it is driven,
 * and whose connection is not paused.
 */
const takeable = (now: number) => sql`${platformTasks.status} = 'open' AND ${platformTasks.dueAt} <= ${now}
  AND ${platformTasks.leaseUntil} <= ${now}
  AND NOT EXISTS (SELECT 1 FROM platform_tasks e WHERE e.subject = platform_tasks.subject
    AND e.platform = platform_tasks.platform AND e.id < platform_tasks.id
    AND ((e.status = 'open' AND NOT platform_tasks.urgent) OR e.lease_until > ${now}))
  AND NOT EXISTS (SELECT 1 FROM platform_pauses p
    WHERE p.connection_id = platform_tasks.connection_id AND p.until > ${now})`;

export async function listDuePlatforms(ctx: SystemCtx): Promise<TaskRow['platform'][]> {
  const rows = await mainDb(ctx.env)
    .selectDistinct({ platform: platformTasks.platform })
    .from(platformTasks)
    .where(takeable(ctx.now))
    .all();
  return rows.map(({ platform }) => platform);
}

/** Claims the platform's task that has been due longest, until `until`; null when there is none. */
export async function claimTask(
  ctx: SystemCtx,
  platform: TaskRow['platform'],
  until: number,
): Promise<ClaimedTask | null> {
  const db = mainDb(ctx.env);
  const next = db
    .select({ id: platformTasks.id })
    .from(platformTasks)
    .where(and(eq(platformTasks.platform, platform), takeable(ctx.now)))
    .orderBy(asc(platformTasks.dueAt), asc(platformTasks.id))
    .limit(1);
  const [row] = await db
    .update(platformTasks)
    .set({ lease: crypto.randomUUID(), leaseUntil: until })
    .where(and(sql`${platformTasks.id} = (${next})`, sql`${platformTasks.leaseUntil} <= ${ctx.now}`))
    .returning();
  return row ? (row as ClaimedTask) : null;
}

export async function listSteps(ctx: SystemCtx, taskId: string): Promise<StepRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(platformSteps)
    .where(eq(platformSteps.taskId, taskId))
    .orderBy(asc(platformSteps.n))
    .all();
}

const mine = ({ id, lease }: ClaimedTask) => and(eq(platformTasks.id, id), eq(platformTasks.lease, lease));
const one = ({ taskId, n }: StepRow) => and(eq(platformSteps.taskId, taskId), eq(platformSteps.n, n));

/** Videos and creatives have no record of their own: they are told by their task and what they show. */
const CONTENT: readonly StepRow['kind'][] = ['video', 'video_ready', 'image', 'creative'];

const noteStep = (ctx: SystemCtx, { taskId, kind, about }: StepRow): void =>
  noteObjects(ctx, CONTENT.includes(kind) ? `${taskId} ${about}` : about);

/**
 * Releases a task until `dueAt`, unless another driver has it by now. What was woken since it was claimed is due at once: the driver
 * may have read before that what its steps wait for.
 */
export async function releaseTask(ctx: SystemCtx, task: ClaimedTask, dueAt: number): Promise<void> {
  const due = sql`CASE WHEN ${platformTasks.woken} = ${task.woken} THEN ${dueAt} ELSE ${platformTasks.dueAt} END`;
  await mainDb(ctx.env)
    .update(platformTasks)
    .set({ lease: null, leaseUntil: 0, dueAt: due })
    .where(mine(task));
}

/**
 * Cancels a subject's tasks, by platform and owner, in the caller's batch. Throws version_conflict when one of another owner than
 * `by` is not among those whose owners are told.
 */
export function saveCancelled(
  ctx: SystemCtx,
  {
    by,
    subject,
    platform,
    owner,
    told,
  }: {
    by: TaskOwnerName;
    subject: string;
    platform: string | undefined;
    owner: TaskOwnerName | undefined;
    told: readonly string[];
  },
): void {
  const these = and(
    eq(platformTasks.subject, subject),
    platform === undefined ? undefined : sql`platform = ${platform}`,
    owner === undefined ? undefined : eq(platformTasks.owner, owner),
  );
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM ${platformTasks} WHERE ${these} AND owner <> ${by} AND status = 'open'
      AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(told)})))`,
    async () => new AppError('version_conflict', 'Another change began meanwhile. Read the record again.'),
  );
  ctx.write.add(
    mainDb(ctx.env)
      .update(platformTasks)
      .set({ status: 'cancelled', updatedAt: ctx.now })
      .where(and(these, inArray(platformTasks.status, ['open', 'failed']))),
  );
  noteObjects(ctx, subject, ...told);
}

/** Ends a task, in the caller's batch. The batch fails when somebody cancelled or retried it meanwhile. */
export function saveTaskEnded(ctx: SystemCtx, task: ClaimedTask, status: 'done' | 'failed'): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(platformTasks)
      .set({ status, lease: null, leaseUntil: 0, updatedAt: ctx.now })
      .where(and(mine(task), eq(platformTasks.status, 'open'))),
    overtaken,
  );
  noteObjects(ctx, task.id);
}

/** Records that a step is about to be sent to the platform. @returns false when another driver has its task by now. */
export async function claimStep(ctx: SystemCtx, task: ClaimedTask, step: StepRow): Promise<boolean> {
  const claimed = mainDb(ctx.env)
    .update(platformSteps)
    .set({ sentAt: ctx.now, updatedAt: ctx.now })
    .where(
      and(
        one(step),
        eq(platformSteps.status, 'planned'),
        sql`EXISTS (SELECT 1 FROM platform_tasks w WHERE w.id = ${task.id} AND w.lease = ${task.lease}
          AND w.status = 'open' AND w.lease_until > ${ctx.now + CALL_MS})`,
      ),
    );
  return await inOneBatch(ctx, (own) => {
    own.write.guarded(claimed, overtaken);
    noteStep(own, step);
  });
}

/** Stores a step's result, in the caller's batch. The batch fails when somebody else has stored one. */
export function saveStepEnded(
  ctx: SystemCtx,
  step: StepRow,
  ended:
    | { status: 'done' | 'skipped'; result: string }
    | { status: 'failed'; sentAt: number | null; error: StepError },
): void {
  const shared = ended.status === 'failed' ? {} : { error: null, sentAt: null };
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(platformSteps)
      .set({ ...shared, ...ended, tries: step.tries + 1, updatedAt: ctx.now })
      .where(and(one(step), eq(platformSteps.status, 'planned'))),
    overtaken,
  );
  noteStep(ctx, step);
}

/** Gives up, in the caller's batch, what an ended task sent: another step waits for its answer. The batch fails where that came. */
export function saveTakenOver(ctx: SystemCtx, intent: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(platformSteps)
      .set({
        intent: newIntentKey(),
        sentAt: null,
        status: sql`CASE ${platformSteps.status} WHEN 'planned' THEN 'cancelled' ELSE ${platformSteps.status} END`,
      })
      .where(
        and(
          eq(platformSteps.intent, intent),
          inArray(platformSteps.status, ['planned', 'failed']),
          sql`EXISTS (SELECT 1 FROM platform_tasks t WHERE t.id = ${platformSteps.taskId} AND t.status <> 'open')`,
        ),
      ),
    overtaken,
  );
}

/** Postpones a step. `sentAt` is null when the platform has certainly not done it. */
export async function saveStepPutOff(
  ctx: SystemCtx,
  step: StepRow,
  put: { dueAt: number; tries: number; sentAt: number | null; error: StepError | null },
): Promise<void> {
  await inOneBatch(ctx, (own) => {
    own.write.add(
      mainDb(ctx.env)
        .update(platformSteps)
        .set({ ...put, updatedAt: ctx.now })
        .where(and(one(step), eq(platformSteps.status, 'planned'))),
    );
    noteStep(own, step);
  });
}
