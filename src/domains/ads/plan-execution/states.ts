// How far an operation and its steps are, from the steps of its platform task.

import { AWAITED } from '../platform-tasks/interface.ts';
import type { EndedState, OperationState, StepState } from './operation-state.ts';
import { planStepsOf } from './own-input.ts';
import type { AskedStep } from './store.ts';

/** What the task of an operation that has not ended is held up by. */
export interface HeldUp {
  /** The keys of steps that wait for one of another platform. */
  waiting: ReadonlySet<string>;
  /** Whether the connection can't be used. */
  disconnected: boolean;
}

/** By step of the plan, what is asked for it: one upload may be for several. */
export function byPlanStep<S extends Pick<AskedStep, 'input'>>(steps: readonly S[]): Map<string, S[]> {
  const by = new Map<string, S[]>();
  for (const one of steps)
    for (const step of planStepsOf(one.input)) by.set(step, [...(by.get(step) ?? []), one]);
  return by;
}

const isOver = ({ status }: AskedStep) => status === 'done' || status === 'skipped';

/**
 * The state of a step of the plan.
 * @param own what the platform is asked for it; nothing for what was done as the plan began.
 * @param ended how the operation ended; null while it goes on.
 */
export function stepState(
  own: readonly AskedStep[],
  ended: OperationState | null,
  { waiting, disconnected }: HeldUp,
  now: number,
): StepState {
  if (own.every(isOver)) return 'succeeded';
  if (own.some(({ status }) => status === 'failed')) return 'failed';
  if (ended !== null) return ended === 'cancelled' || own.some(isCancelled) ? 'cancelled' : 'failed';
  const left = own.filter(({ status }) => status === 'planned');
  const awaits = ({ key, error }: AskedStep) => waiting.has(key) || AWAITED.includes(error?.reason ?? '');
  if (disconnected || left.some(awaits)) return 'blocked';
  if (left.some(({ sentAt, dueAt }) => sentAt !== null || dueAt > now)) return 'waiting_provider';
  return own.some(isOver) ? 'running' : 'queued';
}

const isCancelled = ({ status }: AskedStep) => status === 'cancelled';

/** How an operation ends, from the states of its steps. @param triesUsedUp whether that is why some failed. */
export function endedState(states: readonly StepState[], triesUsedUp: boolean): EndedState {
  if (states.every((state) => state === 'succeeded')) return 'succeeded';
  if (states.includes('cancelled')) return 'cancelled';
  if (triesUsedUp) return 'dead_lettered';
  return states.includes('succeeded') ? 'partially_succeeded' : 'failed';
}
