// The steps of platform tasks, and what their owners have to implement.
import type { SystemCtx } from '../../../context.ts';
import type { AdErrorKind } from '../../../integrations/ads/error.ts';
import type { Place } from '../../../integrations/ads/places.ts';
import type { AdStepSpec, Intent, Running, RunningChange } from '../../../integrations/ads/steps.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';

/** The domains that plan platform tasks. src/reactions.ts lists each (`platformTasks`). */
export const TASK_OWNERS = ['campaign', 'plan'] as const;

export type TaskOwnerName = (typeof TASK_OWNERS)[number];

/** The objects to create, in the adapters' words. */
export const MAKING = ['campaign', 'ad_set', 'video', 'image', 'creative', 'ad'] as const;

/** What is created; a video that must become ready; status changes; edits. */
export const STEP_KINDS = [...MAKING, ...(['video_ready', 'run', 'change'] as const)] as const;

export type StepKind = (typeof STEP_KINDS)[number];

/** A step of a task. */
export interface StepName {
  task: string;
  key: string;
}

export interface PlannedStep {
  /** Unique within its task, such as `ad_set adset_…`. */
  key: string;
  kind: StepKind;
  /** The ID of the record that stands for the object; by default the task's subject. */
  about?: string;
  /** The keys of steps of the same task that have to be completed first. */
  after?: readonly string[];
  /** Steps of other tasks that have to be completed first. When one fails or is cancelled, this step fails. */
  waitsFor?: readonly StepName[];
  /** What its owner needs to prepare the request, as JSON: IDs, but no secrets, URLs or bytes. */
  input?: unknown;
  /**
   * The intent of the same step of an ended task that was sent, and never answered. This step takes its place: it looks for what that
   * made before it asks again.
   */
  sentAs?: { intent: string; at: number };
}

/** A request to a platform. Its kind is the step's. */
export type PlatformAct =
  | AdStepSpec
  /** Completed when the platform has processed the video. */
  | { kind: 'video_ready'; video: string }
  | { kind: 'run'; what: Running; id: string; to: 'active' | 'paused' | 'archived' }
  | { kind: 'change'; what: Running; id: string; change: RunningChange };

export interface StepError {
  reason:
    | AdErrorKind
    | 'reconnect_required'
    | 'too_many_tries'
    | 'fault'
    | 'dependency_failed'
    | 'blocked_too_long'
    | (string & {});
  /** Our sentence for people. */
  message: string;
  /** The platform's name of the refused field and its error code, if it gives them. */
  field: string | null;
  platformCode: string | null;
  /** The campaign field that the refused field comes from. */
  path: Place | null;
}

/** Why a step is not asked for any more once one that it depends on has failed. */
export const DEPENDENCY_FAILED = {
  reason: 'dependency_failed',
  message: 'A step that this one needs was not completed.',
} as const;

export interface Task {
  id: string;
  owner: TaskOwnerName;
  subject: string;
  /** The owner's record that the task carries out, such as an operation; null where that is the subject. */
  record: string | null;
  connectionId: string;
  platform: ConnectionRow['provider'];
}

/** What an owner is told of a task. */
export const taskOf = ({ id, owner, subject, record, connectionId, platform }: Task): Task => ({
  ...{ id, owner, subject, record, connectionId, platform },
});

/** A step that is about to be sent. */
export interface StepAtHand {
  task: Task;
  key: string;
  kind: StepKind;
  input: unknown;
  intent: Intent;
  /** Whether an earlier try may have reached the platform. */
  isSent: boolean;
  connection: ConnectionRow;
  /** The platform's ID of what another step of the task created. Throws when that step is not completed. */
  resultOf(key: string): string;
}

export interface StepDone extends Omit<StepAtHand, 'connection'> {
  /** What the platform was asked. */
  act: PlatformAct;
  /**
   * The platform's ID of what was created; for `video_ready` the URL of a thumbnail, which may be empty; otherwise
   * empty.
   */
  result: string;
}

export interface TaskEnded {
  task: Task;
  outcome: 'done' | 'failed';
  /** The failed steps. Steps that depend on them were not sent. */
  failures: readonly { key: string; kind: StepKind; input: unknown; error: StepError }[];
}

export interface TaskCancelled {
  task: Task;
  /** The steps that were not completed. One that is under way may still be, and is told by `stepDone`. */
  open: readonly string[];
}

/** Why a step is put off that may wait for people (TaskOwner.waits): for whoever connects the account or permits the ad again. */
export const AWAITED: readonly string[] = ['reconnect_required', 'authorization_missing'];

/** What a domain that plans platform tasks has to implement. */
export interface TaskOwner {
  /** Whether steps wait a day for a connection or a permission that has ended, instead of failing at once. */
  waits?: true;
  /**
   * The request to send now; null when it is no longer needed. Called again for each try, so that URLs are fresh and
   * secrets are never stored. Must not write. An AppError that it throws fails the step.
   */
  prepare(ctx: SystemCtx, step: StepAtHand): Promise<PlatformAct | null>;
  /** Adds the consequences to the batch that stores a step's result. When the batch fails, both are called again. */
  stepDone(ctx: SystemCtx, step: StepDone): Promise<void>;
  /**
   * Adds the consequences to the batch that ends a task. After that nothing runs until somebody retries the failed
   * steps.
   * When the batch fails with a conflict, it is called again.
   */
  taskEnded(ctx: SystemCtx, ended: TaskEnded): Promise<void>;
  /** Adds the consequences to the batch that cancels a task, which another owner of its subject may have asked for. */
  taskCancelled(ctx: SystemCtx, cancelled: TaskCancelled): Promise<void>;
}

/** Throws where nobody is registered as this owner. */
export async function ownerOf(ctx: SystemCtx, name: TaskOwnerName): Promise<TaskOwner> {
  const load = ctx.reactions.platformTasks[name];
  if (!load) throw new Error(`nobody is ${name}`);
  return await load();
}
