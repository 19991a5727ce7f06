// What the operations before a repair have brought to a platform, so that the repair goes on with it and makes no other.
import { isRecord } from '../../../kit/given.ts';
import { MAKING } from '../platform-tasks/interface.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { contentResourceId } from '../resources/interface.ts';
import { planStepOf } from './own-input.ts';
import type { EarlierStep } from './store.ts';

/** The platform's answers about a video after which asking again is useless: it is uploaded again. */
const UNUSABLE: readonly string[] = ['video_unusable', 'not_found', 'invalid'];

export interface UploadedVideo {
  /** The platform's ID of it. */
  video: string;
  /** The resource that stands for it. */
  resource: string;
}

/** A file's video that was uploaded, and of which nobody knows whether the platform has processed it. */
export function uploadedBefore(file: string, earlier: readonly EarlierStep[]): UploadedVideo | undefined {
  const own = earlier.filter(({ about }) => about === file);
  const made = own.findLast(({ kind, status, result }) => kind === 'video' && status === 'done' && result);
  if (!made) return undefined;
  const video = made.result!;
  const isUnusable = own.some(
    ({ kind, taskId, input, error }) =>
      kind === 'video_ready' &&
      (taskId === made.taskId || (isRecord(input) && input.video === video)) &&
      UNUSABLE.includes(error?.reason ?? ''),
  );
  return isUnusable ? undefined : { video, resource: contentResourceId(made.taskId, made.n) };
}

/**
 * What was sent for the same before without an answer: it may be there, and is looked for before it is made.
 * @param step what is asked for a step of the plan. @param creates whether that step creates the object.
 */
export function sentBefore(
  { kind, about }: PlannedStep,
  step: string,
  creates: boolean,
  earlier: readonly EarlierStep[],
): PlannedStep['sentAs'] {
  if (!(MAKING as readonly string[]).includes(kind)) return undefined;
  // What a step creates has another record in each plan.
  const isSame = (one: EarlierStep) =>
    kind === 'campaign' || one.about === about || (creates && planStepOf(one.input) === step);
  const sent = earlier.find(
    (one) => one.kind === kind && one.sentAt !== null && one.status !== 'done' && isSame(one),
  );
  return sent && { intent: sent.intent, at: sent.sentAt! };
}
