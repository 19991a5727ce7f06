// Drives one platform task: its steps in order, each as far as possible now.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { type Answer, askPlatform } from './ask-platform.ts';
import { pauseConnection, type StepRow } from './interface.ts';
import { BLOCKED_FOR_MS, setbackOf } from './outcome.ts';
import type { RunBudget } from './run-budget.ts';
import {
  DEPENDENCY_FAILED,
  ownerOf,
  type PlatformAct,
  type StepAtHand,
  type TaskEnded,
  type TaskOwner,
  taskOf,
} from './step.ts';
import {
  type ClaimedTask,
  claimStep,
  listSteps,
  releaseTask,
  saveStepEnded,
  saveStepPutOff,
  saveTaskEnded,
} from './store.ts';
import { findWaits, saveWoken, type WaitState, type Waits } from './wait-store.ts';

/** Longer than a run may take. A run that is too late starts no further step (claimStep). */
export const LEASE_MS = 4 * MINUTE_MS;
/** How long to wait when another change kept a step's result from being stored. */
const OVERTAKEN_MS = 5 * SECOND_MS;
/**
 * Two platform tasks of one record often end at the same moment, so the consequences are recalculated and written
 * again.
 */
const TRIES_AT_ONCE = 3;
/**
 * The subrequests of a step including the rows that its owner reads, and of looking for the result of an earlier try.
 */
const STEP_SUBREQUESTS = 12;
const LOOK_SUBREQUESTS = 10;
/** A video that is not ready after this time counts as unusable. */
const VIDEO_FOR_MS = DAY_MS;
/** The subrequests to read a task, and to end or release it. */
export const TASK_SUBREQUESTS = 10;

const over = ({ status }: StepRow) => status === 'done' || status === 'skipped';

/** Drives a claimed task until nothing more can be done now. */
export async function driveTask(run: RunBudget, task: ClaimedTask): Promise<void> {
  const [owner, steps, connection, waits] = await Promise.all([
    ownerOf(run.ctx, task.owner),
    listSteps(run.ctx, task.id),
    connectionById(run.ctx, task.connectionId),
    findWaits(run.ctx, task.id),
  ]);
  if (!connection) throw new Error(`${task.id} lost its connection`);
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const ready = (step: StepRow) =>
    step.status === 'planned' && step.after.every((key) => over(byKey.get(key)!));
  const dueAt = (step: StepRow) =>
    waits.of.get(step.key) === 'open' ? step.createdAt + BLOCKED_FOR_MS : step.dueAt;
  for (const { key } of steps) {
    const step = byKey.get(key)!;
    if (!ready(step) || dueAt(step) > run.ctx.now) continue;
    const cost = STEP_SUBREQUESTS + (step.sentAt === null ? 0 : LOOK_SUBREQUESTS);
    if (!run.take(cost)) return await releaseTask(run.ctx, task, run.ctx.now);
    const { next, stop } = await driveStep(run, { task, owner, connection, step, byKey, waits });
    byKey.set(key, next);
    if (stop !== null) return await releaseTask(run.ctx, task, stop);
  }
  const waiting = [...byKey.values()].filter(ready);
  if (waiting.length > 0) return await releaseTask(run.ctx, task, Math.min(...waiting.map(dueAt)));
  await end(run.ctx, task, owner, [...byKey.values()], waits.awaited.size > 0);
}

/** Throws operation_rejected where what a step waits for never comes, or came too late. */
function requireUnblocked(waiting: WaitState | undefined): void {
  if (waiting === 'lost') throw rejected(DEPENDENCY_FAILED.reason, DEPENDENCY_FAILED.message);
  if (waiting === 'open')
    throw rejected('blocked_too_long', 'A step that this one needs was not completed within a day.');
}

interface Scene {
  task: ClaimedTask;
  owner: TaskOwner;
  connection: ConnectionRow;
  step: StepRow;
  byKey: ReadonlyMap<string, StepRow>;
  waits: Waits;
}

interface Driven {
  next: StepRow;
  /** Until when the whole task has to wait. */
  stop: number | null;
}

async function driveStep(run: RunBudget, scene: Scene): Promise<Driven> {
  const { task, owner, connection, step } = scene;
  const atHand = stepAtHand(scene);
  let sentNow: number | null = null;
  let answer: Answer | 'skipped';
  let act: PlatformAct | null;
  try {
    const { ctx } = run;
    requireUnblocked(scene.waits.of.get(step.key));
    act = await owner.prepare(ctx, atHand);
    if (act && act.kind !== step.kind) throw new Error(`${step.key} is ${step.kind}, not ${act.kind}`);
    const claim = async () => {
      const { ctx: now } = run;
      if (!(await claimStep(now, task, step))) return false;
      sentNow = now.now;
      return true;
    };
    answer = act ? await askPlatform(ctx, connection, step, act, claim) : 'skipped';
    if (step.kind === 'video_ready' && 'wait' in Object(answer) && ctx.now - step.createdAt > VIDEO_FOR_MS)
      throw rejected('video_unusable', 'The platform did not finish processing the video.');
  } catch (error) {
    return await setBack(run.ctx, scene, error, sentNow);
  }
  const { ctx } = run;
  if (answer === 'overtaken') return { next: step, stop: ctx.now + OVERTAKEN_MS };
  if (answer === 'skipped' || act === null)
    return await finish(ctx, scene, 'skipped', '', async () => undefined);
  if ('wait' in answer) {
    const put = { dueAt: ctx.now + answer.wait, tries: step.tries, sentAt: step.sentAt, error: null };
    await saveStepPutOff(ctx, step, put);
    return { next: { ...step, ...put }, stop: null };
  }
  const { connection: _, ...told } = atHand;
  const result = answer.done;
  return await finish(ctx, scene, 'done', result, (own) => owner.stepDone(own, { ...told, act, result }));
}

function stepAtHand({ task, step, connection, byKey }: Scene): StepAtHand {
  const resultOf = (key: string) => {
    const made = byKey.get(key);
    if (made?.status !== 'done' || made.result === null)
      throw rejected('not_made', `A step that this depends on failed: ${key}.`);
    return made.result;
  };
  return {
    task: taskOf(task),
    key: step.key,
    kind: step.kind,
    input: step.input,
    intent: { key: step.intent },
    isSent: step.sentAt !== null,
    connection,
    resultOf,
  };
}

async function finish(
  ctx: SystemCtx,
  { task, step, waits }: Scene,
  status: 'done' | 'skipped',
  result: string,
  follow: (own: SystemCtx) => Promise<void>,
): Promise<Driven> {
  const written = await inBatch(ctx, async (own) => {
    saveStepEnded(own, step, { status, result });
    if (waits.awaited.has(step.key)) saveWoken(own, [task.id], step.key);
    await follow(own);
  });
  // The row records that the step was sent, so the next try will find its result.
  if (!written) return { next: step, stop: ctx.now + OVERTAKEN_MS };
  return { next: { ...step, status, result, sentAt: null }, stop: null };
}

/** @param sentNow when this try was sent to the platform; null when it was not. */
async function setBack(
  ctx: SystemCtx,
  { task, owner, step, waits }: Scene,
  error: unknown,
  sentNow: number | null,
): Promise<Driven> {
  if (!(error instanceof AppError))
    log('error', { task: task.id, step: step.key, error: describeError(error) });
  const setback = setbackOf(step, error, ctx.now, owner.waits);
  // If an earlier try may have succeeded, that still has to be looked up, unless this try got an answer.
  const sentAt = sentNow === null ? step.sentAt : setback.unknown ? sentNow : null;
  if (setback.failed) {
    const failed = { status: 'failed' as const, sentAt, error: setback.error };
    const written = await inOneBatch(ctx, (own) => {
      saveStepEnded(own, step, failed);
      if (waits.awaited.has(step.key)) saveWoken(own, [task.id], step.key);
    });
    return { next: { ...step, ...failed }, stop: written ? null : ctx.now + OVERTAKEN_MS };
  }
  const dueAt = ctx.now + setback.pauseMs;
  const put = { dueAt, sentAt, error: setback.error, tries: step.tries + (setback.counts ? 1 : 0) };
  await saveStepPutOff(ctx, step, put);
  if (setback.holds === 'connection') await pauseConnection(ctx, task.connectionId, dueAt);
  return { next: { ...step, ...put }, stop: setback.holds === 'step' ? null : dueAt };
}

async function end(
  ctx: SystemCtx,
  task: ClaimedTask,
  owner: TaskOwner,
  steps: StepRow[],
  isAwaited: boolean,
): Promise<void> {
  const outcome = steps.every(over) ? 'done' : 'failed';
  const ended: TaskEnded = {
    task: taskOf(task),
    outcome,
    failures: steps
      .filter(({ status }) => status === 'failed')
      .map(({ key, kind, input, error }) => ({ key, kind, input, error: error! })),
  };
  const written = await inBatch(ctx, async (own) => {
    saveTaskEnded(own, task, outcome);
    // What depends on a failed step is not sent any more either.
    if (isAwaited && outcome === 'failed') saveWoken(own, [task.id]);
    await owner.taskEnded(own, ended);
  });
  if (!written) await releaseTask(ctx, task, ctx.now + OVERTAKEN_MS);
}

/**
 * @returns false when every try was overtaken by another change of the owner's record, or when another driver has the
 * step.
 */
async function inBatch(ctx: SystemCtx, fill: (own: SystemCtx) => Promise<void>): Promise<boolean> {
  for (let tries = 1; tries <= TRIES_AT_ONCE; tries++) {
    try {
      return await inOneBatch(ctx, fill);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'version_conflict')) throw error;
    }
  }
  return false;
}
