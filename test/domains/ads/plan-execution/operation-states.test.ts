// How far an operation and its steps are, by what its platform was asked.
import { expect, it } from 'vitest';
import {
  ENDED_STATES,
  type OperationState,
  STEP_STATES,
  type StepState,
} from '../../../../src/domains/ads/plan-execution/operation-state.ts';
import { endedState, type HeldUp, stepState } from '../../../../src/domains/ads/plan-execution/states.ts';
import { type AskedStep, saveOperationEnded } from '../../../../src/domains/ads/plan-execution/store.ts';
import { mintOperation, mintPlan } from '../../../harness/ads/kept-plans.ts';
import { mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

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

it('an operation ends once, and its plan with the last one', async () => {
  const brand = await mintAccount();
  const plan = await mintPlan(brand.id, { approvalState: 'approved', executionState: 'executing' });
  const open = { planId: plan.id, endedAs: null, endedAt: null };
  const operations = [
    await mintOperation(brand, open),
    await mintOperation(brand, { ...open, platform: 'tiktok' }),
  ];
  const ends = async (id: string, as: 'succeeded' | 'failed') => {
    const ctx = systemCtx();
    saveOperationEnded(ctx, { id, planId: plan.id }, as);
    await ctx.write.commit();
    return await testEnv.DB.prepare('SELECT execution_state FROM ads_plans WHERE id = ?')
      .bind(plan.id)
      .first('execution_state');
  };
  const [first, last] = operations as [string, string];
  expect(await ends(first, 'failed')).toBe('executing');
  await expect(ends(first, 'succeeded')).rejects.toThrow();
  expect(await ends(last, 'succeeded')).toBe('completed');
  const kept = await testEnv.DB.prepare('SELECT ended_as FROM ads_operations WHERE id = ?')
    .bind(first)
    .first('ended_as');
  expect(kept).toBe('failed');
});
