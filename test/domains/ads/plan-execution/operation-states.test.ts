// How far an operation and its steps are, by what its platform was asked.
import { expect, it } from 'vitest';
import {
  ENDED_STATES,
  type OperationState,
  STEP_STATES,
  type StepState,
} from '../../../../src/domains/ads/plan-execution/operation-state.ts';
import { endedState, type HeldUp, stepState } from '../../../../src/domains/ads/plan-execution/states.ts';
import type { AskedStep } from '../../../../src/domains/ads/plan-execution/store.ts';

const NOW = 1_000;
const FREE: HeldUp = { waiting: new Set(), disconnected: false };
const asked = (status: string, sentAt: number | null = null, dueAt = NOW) =>
  ({ key: 'k', status, sentAt, dueAt }) as AskedStep;
const planned = asked('planned');

const STEPS: [StepState, AskedStep[], OperationState | null, HeldUp][] = [
  ['queued', [planned], null, FREE],
  ['running', [asked('done'), planned], null, FREE],
  ['waiting_provider', [asked('planned', 900)], null, FREE],
  ['waiting_provider', [asked('planned', null, NOW + 1)], null, FREE],
  ['blocked', [planned], null, { waiting: new Set(['k']), disconnected: false }],
  ['blocked', [asked('done'), planned], null, { waiting: new Set(), disconnected: true }],
  ['succeeded', [asked('done'), asked('skipped')], null, FREE],
  ['succeeded', [], 'succeeded', FREE],
  ['failed', [asked('done'), asked('failed')], null, FREE],
  ['failed', [planned], 'dead_lettered', FREE],
  ['cancelled', [asked('done'), asked('cancelled')], 'failed', FREE],
  ['cancelled', [planned], 'cancelled', FREE],
];

it.each(STEPS)('a step is %s', (state, own, ended, held) => {
  expect(stepState(own, ended, held, NOW)).toBe(state);
});

const ENDS: [OperationState, StepState[], boolean][] = [
  ['succeeded', ['succeeded', 'succeeded'], false],
  ['partially_succeeded', ['succeeded', 'failed'], false],
  ['failed', ['failed', 'failed'], false],
  ['dead_lettered', ['succeeded', 'failed'], true],
  ['cancelled', ['succeeded', 'cancelled'], true],
];

it.each(ENDS)('an operation ends as %s', (state, steps, triesUsedUp) => {
  expect(endedState(steps, triesUsedUp)).toBe(state);
});

it('leaves no state out', () => {
  expect(new Set(STEPS.map(([state]) => state))).toEqual(new Set(STEP_STATES));
  expect(new Set(ENDS.map(([state]) => state))).toEqual(new Set(ENDED_STATES));
});
