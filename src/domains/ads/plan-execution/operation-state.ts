/** How an operation can have ended. */
export const ENDED_STATES = [
  'partially_succeeded',
  'succeeded',
  'failed',
  'dead_lettered',
  'cancelled',
] as const;
export type EndedState = (typeof ENDED_STATES)[number];

export const OPERATION_STATES = [
  ...(['queued', 'running', 'blocked', 'waiting_provider'] as const),
  ...ENDED_STATES,
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** What became of a completed plan, from the states of its operations; null where it has none. */
export function planOutcome(operations: readonly OperationState[]): OperationState | null {
  const [first, ...others] = new Set(operations);
  if (first === undefined || others.length === 0) return first ?? null;
  const done = operations.some((state) => state === 'succeeded' || state === 'partially_succeeded');
  return done ? 'partially_succeeded' : 'failed';
}

/** The states of a plan's step. Nothing repeats one but a repair. */
export const STEP_STATES = [
  ...(['queued', 'running', 'blocked', 'waiting_provider', 'succeeded', 'failed', 'cancelled'] as const),
] as const;
export type StepState = (typeof STEP_STATES)[number];
