// What a step at a platform is, and what its owner is asked and told.
import type { SystemCtx } from '../../../context.ts';
import type { AdErrorKind } from '../../../integrations/ads/error.ts';
import type { Place } from '../../../integrations/ads/places.ts';
import type { AdStepSpec, Intent, Running, RunningChange } from '../../../integrations/ads/steps.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';

/** The domains that plan task; src/reactions.ts lists each (`platformTasks`). */
export const TASK_OWNERS = ['campaign'] as const;

export type TaskOwnerName = (typeof TASK_OWNERS)[number];

/** What is made, in the adapters' words; a video that must be ready; what runs, changes. */
export const STEP_KINDS = [
  ...(['campaign', 'ad_set', 'video', 'image', 'creative', 'ad'] as const),
  ...(['video_ready', 'run', 'change'] as const),
] as const;

export type StepKind = (typeof STEP_KINDS)[number];

export interface PlannedStep {
  /** Names it within its task, such as `ad_set adset_…`. */
  key: string;
  kind: StepKind;
  /** The keys of steps of the same task that must be done before. */
  after?: readonly string[];
  /** What its owner needs to prepare it, as JSON: IDs rather than secrets, addresses or bytes. */
  input?: unknown;
}

/** What is asked of a platform; of the same kind as its step. */
export type PlatformAct =
  | AdStepSpec
  /** Done once the platform has the video ready. */
  | { kind: 'video_ready'; video: string }
  | { kind: 'run'; what: Running; id: string; to: 'active' | 'paused' | 'archived' }
  | { kind: 'change'; what: Running; id: string; change: RunningChange };

export interface StepError {
  reason: AdErrorKind | 'reconnect_required' | 'too_many_tries' | 'fault' | (string & {});
  /** Our sentence, for people. */
  message: string;
  /** The platform's name of the field and number of the refusal, where it has them. */
  field: string | null;
  platformCode: string | null;
  /** Where that field comes from in a campaign. */
  path: Place | null;
}

export interface Task {
  id: string;
  owner: TaskOwnerName;
  subject: string;
  connectionId: string;
  platform: ConnectionRow['provider'];
}

/** A step as it is about to be asked. */
export interface StepAtHand {
  task: Task;
  key: string;
  kind: StepKind;
  input: unknown;
  intent: Intent;
  connection: ConnectionRow;
  /** The platform's ID of what a step of this task made. Throws for one that is not done. */
  resultOf(key: string): string;
}

export interface StepDone extends Omit<StepAtHand, 'connection'> {
  /** The platform's ID of what was made; of `video_ready` the address of a still, perhaps empty; else empty. */
  result: string;
}

export interface TaskEnded {
  task: Task;
  outcome: 'done' | 'failed';
  /** The steps that failed; steps that depend on them were not sent. */
  failures: readonly { key: string; kind: StepKind; input: unknown; error: StepError }[];
}

/** What the engine asks of the domain that planned a task. */
export interface TaskOwner {
  /**
   * What to ask of the platform now; null when it need not be asked any more. Asked again at each try, so that addresses
   * are fresh and secrets are stored nowhere. Writes nothing. An AppError that it throws is the step's failure.
   */
  prepare(ctx: SystemCtx, step: StepAtHand): Promise<PlatformAct | null>;
  /** Adds to the batch of a step's result what follows from it. When the batch fails, both are asked again. */
  stepDone(ctx: SystemCtx, step: StepDone): Promise<void>;
  /**
   * Adds to the batch that ends a task what follows: nothing of it is tried any more, until somebody retries what failed.
   * When the batch fails with a conflict, it is asked again.
   */
  taskEnded(ctx: SystemCtx, ended: TaskEnded): Promise<void>;
}
