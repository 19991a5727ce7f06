// How far an operation and its steps are, by what its platform was asked.
import { expect, it } from 'vitest';
import { inOneBatch } from '../../../../src/db/one-batch.ts';
import {
  ENDED_STATES,
  type OperationState,
  planOutcome,
  STEP_STATES,
  type StepState,
} from '../../../../src/domains/ads/plan-execution/operation-state.ts';
import { planTasks } from '../../../../src/domains/ads/plan-execution/plan-tasks.ts';
import { endedState, type HeldUp, stepState } from '../../../../src/domains/ads/plan-execution/states.ts';
import { type AskedStep, saveOperationEnded } from '../../../../src/domains/ads/plan-execution/store.ts';
import type { Task } from '../../../../src/domains/ads/platform-tasks/step.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { mintOperation, mintPlan, mintRunning } from '../../../harness/ads/kept-plans.ts';
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

const OUTCOMES: [OperationState | null, OperationState[]][] = [
  [null, []],
  ['succeeded', ['succeeded', 'succeeded']],
  ['dead_lettered', ['dead_lettered']],
  ['partially_succeeded', ['succeeded', 'failed']],
  ['partially_succeeded', ['cancelled', 'partially_succeeded']],
  ['failed', ['failed', 'dead_lettered', 'cancelled']],
];

it.each(OUTCOMES)('of a plan comes %s', (outcome, operations) => {
  expect(planOutcome(operations)).toBe(outcome);
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

/** What the owner of a plan's tasks is told of. */
const taskOf = (record: string): Task => ({
  ...{ id: 'ptsk_x', owner: 'plan', subject: 'camp_x', record, connectionId: 'conn_x', platform: 'meta' },
});

it.each(['ends', 'is cancelled'])('a campaign takes no change until the last of a plan %s', async (how) => {
  const brand = await mintAccount();
  const campaign = await mintRunning(brand);
  const pending = async () =>
    JSON.parse(
      (await testEnv.DB.prepare('SELECT pending_change AS one FROM campaigns WHERE id = ?')
        .bind(campaign)
        .first<string>('one')) ?? 'null',
    )?.action;
  const end = async (operation: string) =>
    await inOneBatch(systemCtx(), async (ctx) => {
      const task = taskOf(operation);
      if (how === 'ends') await planTasks.taskEnded(ctx, { task, outcome: 'done', failures: [] });
      else await planTasks.taskCancelled(ctx, { task, open: [] });
    });
  // Where its limit was reached meanwhile, it is being paused.
  for (const [action, after] of [
    ['plan', undefined],
    ['pause', 'pause'],
  ] as const) {
    const plan = await mintPlan(brand.id, { approvalState: 'approved', executionState: 'executing' });
    const open = { planId: plan.id, campaignId: campaign, endedAs: null, endedAt: null };
    const first = await mintOperation(brand, open);
    const last = await mintOperation(brand, { ...open, platform: 'tiktok' });
    await testEnv.DB.prepare('UPDATE campaigns SET pending_change = ? WHERE id = ?')
      .bind(JSON.stringify({ action, status: 'in_progress' }), campaign)
      .run();
    expect([await end(first), await pending()]).toEqual([true, action]);
    expect([await end(last), await pending()]).toEqual([true, after]);
    // Archiving the campaign cancels the tasks that have failed, too.
    if (how === 'is cancelled') expect(await end(last)).toBe(true);
  }
  const ends = (await eventsOf(brand.id)).filter((type) => type === 'ads_operation.ended');
  expect(ends).toHaveLength(4);
});

it('once its key is revoked, what was sent is looked up, and no more is sent', async () => {
  const brand = await mintAccount();
  const record = await mintOperation(brand, { campaignId: null, executedBy: brand.keyId });
  const prepared = async (isSent: boolean) =>
    await planTasks.prepare(systemCtx(), {
      ...{ task: taskOf(record), key: 'ready s', kind: 'video_ready', input: { file: 'file_x', step: 's' } },
      ...{ intent: { key: 'x' }, isSent, connection: {} as never, resultOf: () => 'v1' },
    });
  await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE id = ?').bind(brand.keyId).run();
  await expect(prepared(false)).rejects.toMatchObject({ details: { reason: 'key_revoked' } });
  expect(await prepared(true)).toEqual({ kind: 'video_ready', video: 'v1' });
});
