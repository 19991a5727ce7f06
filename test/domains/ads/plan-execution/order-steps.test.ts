// What waits for what: the platforms' steps follow from those of the plan.
import { expect, it } from 'vitest';
import { orderSteps } from '../../../../src/domains/ads/plan-execution/order-steps.ts';
import type { PlannedStep } from '../../../../src/domains/ads/platform-tasks/step.ts';
import { planOf } from '../../../harness/ads/checked-plans.ts';

const ask = (key: string, ...after: string[]): PlannedStep => ({
  key,
  kind: 'change',
  ...(after.length > 0 && { after }),
});
const TASKS = new Map([
  ['meta', 'm'],
  ['snapchat', 's'],
]);

/** @param asked by step: what its platform is asked. */
function ordered(
  steps: { id: string; platform?: string; after?: string[] }[],
  asked: Record<string, PlannedStep[]>,
) {
  const said = steps.map((one) => ({ ...one, resourceKind: 'ad', mutation: 'update', input: { name: 'x' } }));
  const plan = planOf('update_campaign', { kind: 'paid_campaign', id: 'camp_x' }, said);
  const all = orderSteps(plan.steps, new Map(Object.entries(asked)), TASKS);
  return Object.fromEntries(
    [...all].map(([platform, own]) => [
      platform,
      own.map(({ key, after = [], waitsFor = [] }) => [key, after, waitsFor]),
    ]),
  );
}

it('waits through a step that asks nothing, also over platforms', () => {
  const steps = [
    { id: 'one' },
    { id: 'none', platform: 'snapchat', after: ['one'] },
    { id: 'two', after: ['none'] },
    { id: 'far', platform: 'snapchat', after: ['none'] },
  ];
  expect(
    ordered(steps, { one: [ask('a'), ask('b', 'a')], none: [], two: [ask('c')], far: [ask('d')] }),
  ).toEqual({
    meta: [
      ['a', [], []],
      ['b', ['a'], []],
      ['c', ['a', 'b'], []],
    ],
    snapchat: [
      [
        'd',
        [],
        [
          { task: 'm', key: 'a' },
          { task: 'm', key: 'b' },
        ],
      ],
    ],
  });
});

it('waits for what another step brings for one that asks for the same', () => {
  const steps = [{ id: 'one' }, { id: 'same' }, { id: 'two', after: ['same'] }];
  const video = { ...ask('video'), input: { step: 'one', also: ['same'] } };
  expect(ordered(steps, { one: [video], same: [], two: [ask('ad')] })).toEqual({
    meta: [
      ['video', [], []],
      ['ad', ['video'], []],
    ],
  });
});

it('has what is brought by a later step before what needs it', () => {
  const steps = [{ id: 'one' }, { id: 'two' }];
  expect(ordered(steps, { one: [ask('ad', 'video')], two: [ask('video')] })).toEqual({
    meta: [
      ['video', [], []],
      ['ad', ['video'], []],
    ],
  });
});
