// What a plan asks of one platform. Content is brought there once, whichever step needs it first.
import { type KnownVideos, step as keyOf, type StepInput } from '../campaign-delivery/plan-setup.ts';
import type { PlanStep } from '../plan-record/plan-input.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { sentBefore, type UploadedVideo, uploadedBefore } from './brought-before.ts';
import type { OwnInput } from './own-input.ts';
import type { EarlierStep } from './store.ts';

export class Asked {
  readonly known: KnownVideos | undefined;
  private readonly earlier: readonly EarlierStep[];
  private readonly brought = new Set<string>();
  private readonly taken = new Set<string>();
  /** By the key of what is asked for one step of the plan: the others that ask for the same. */
  private readonly sharers = new Map<string, string[]>();

  /** @param known the videos that the platform has. @param earlier what the operations that a repair follows have asked. */
  constructor(earlier: readonly EarlierStep[], known?: KnownVideos) {
    this.earlier = earlier;
    this.known = known;
  }

  /** Steps under keys of their own, each naming the step of the plan. */
  own({ id, mutation }: PlanStep, steps: readonly PlannedStep[]): PlannedStep[] {
    const keys = new Map(
      steps.map(({ key }) => [key, this.taken.has(key) ? `${key} for ${id}` : key] as const),
    );
    for (const key of keys.values()) this.taken.add(key);
    return steps.map((step) => {
      const { key, after = [], input, ...rest } = step;
      const sentAs = sentBefore(step, id, mutation === 'create', this.earlier);
      return {
        ...{ ...rest, key: keys.get(key)!, after: after.map((one) => keys.get(one) ?? one) },
        input: { ...(input as StepInput | undefined), step: id } satisfies OwnInput,
        ...(sentAs && { sentAs }),
      };
    });
  }

  /** Those that bring what no step has brought yet. */
  once(steps: readonly PlannedStep[]): PlannedStep[] {
    const fresh = steps.filter(({ key }) => !this.brought.has(key));
    for (const { key } of fresh) this.brought.add(key);
    return fresh;
  }

  /** What uploads a file's video, unless the platform has it or another step brings it. */
  video(file: string): PlannedStep[] {
    if (this.known?.has(file)) return [];
    const [video, ready] = [keyOf.video(file), keyOf.ready(file)];
    const there = this.unconfirmed(file);
    const input: StepInput = { file, ...(there && { video: there.video }) };
    const rest = { about: file, input };
    return this.once([
      ...(there ? [] : [{ ...rest, key: video, kind: 'video' as const }]),
      { ...rest, key: ready, kind: 'video_ready', after: there ? [] : [video] },
    ]);
  }

  /** A file's video that is there, and that the platform may not have processed yet. */
  unconfirmed = (file: string): UploadedVideo | undefined => uploadedBefore(file, this.earlier);

  /** Where others of the plan's steps bring all that a step asks for, it has their result. */
  shares({ id }: PlanStep, keys: readonly string[]): void {
    for (const key of keys) this.sharers.set(key, [...(this.sharers.get(key) ?? []), id]);
  }

  /** The same steps, each naming those that ask for the same as well. */
  withSharers(steps: readonly PlannedStep[]): PlannedStep[] {
    return steps.map((step) => {
      const also = this.sharers.get(step.key);
      return also ? { ...step, input: { ...(step.input as OwnInput), also } } : step;
    });
  }
}
