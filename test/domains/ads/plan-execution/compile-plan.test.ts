// What a plan's steps ask of a platform, and which of them asks it.
import { expect, it } from 'vitest';
import type { WholeCampaign } from '../../../../src/domains/ads/campaign-record/campaign-row.ts';
import { compilePlan } from '../../../../src/domains/ads/plan-execution/compile-plan.ts';
import { evenOut } from '../../../../src/domains/ads/plan-execution/even-out.ts';
import { intend } from '../../../../src/domains/ads/plan-execution/intend.ts';
import { asIntended } from '../../../../src/domains/ads/plan-execution/intended.ts';
import type { EarlierStep } from '../../../../src/domains/ads/plan-execution/store.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { wholeHere } from '../../../harness/ads/live-campaigns.ts';
import { systemCtx } from '../../../harness/world.ts';

/** A campaign at Meta with two ad sets, of which each has half of the budget. */
function campaign(budget: object = { daily: 6_000, billingLimit: 900_000 }): WholeCampaign {
  const whole = wholeHere('acct_x', 'conn_x', { campaign: '1', set: '2', ad: '3' }, { status: 'live' });
  const { row, adSets } = whole;
  return {
    ...whole,
    row: { ...row, terms: { ...row.terms, budget: { ...row.terms.budget, ...budget } } },
    adSets: ['a', 'b'].map((id) => ({
      ...adSets[0]!,
      id,
      name: id,
      share: 5_000,
      platformId: `there ${id}`,
    })),
    ads: [{ ...whole.ads[0]!, adSetId: 'a' }],
  };
}

/** By step, the keys of what it asks, with what is changed. */
function asked(
  whole: WholeCampaign,
  steps: readonly SaidStep[],
  { floor = 0, earlier = [] as readonly EarlierStep[] } = {},
) {
  const plan = planOf('update_campaign', { kind: 'paid_campaign', id: whole.row.id }, steps);
  const resources = new Map(
    [...whole.adSets, ...whole.ads].map(({ id, platformId }) => [
      id,
      { localId: id, providerResourceId: platformId, cover: null },
    ]),
  );
  const scene = { plan, whole, resources, adapters: { meta: metaAdapter }, now: 0 };
  const { intended, made } = intend(scene);
  const compiled = compilePlan({
    ...{ ...scene, before: whole, after: asIntended(whole, intended, metaAdapter, ['meta']), made, earlier },
    ...{ files: new Map(), known: new Map(), floors: new Map([['meta', floor]]) },
  });
  const keys = [...compiled.values()].flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  return Object.fromEntries(
    [...compiled].map(([id, all]) => [
      id,
      Object.fromEntries(all.map(({ key, input }) => [key, (input as { change?: object }).change])),
    ]),
  );
}
const top = (input: Record<string, unknown>): SaidStep => ({
  ...{ id: 'top', resourceKind: 'campaign', mutation: 'update', input },
});

it("an ad set's own step asks what the campaign's change means for it, and that of the campaign the rest", () => {
  const named: SaidStep = {
    ...{ id: 'set', resourceKind: 'delivery_group', mutation: 'update', localResourceId: 'a' },
    input: { name: 'New' },
  };
  expect(asked(campaign(), [top({ budget: { daily: 8_000 } }), named])).toEqual({
    top: { 'change b': { budget: { daily: 4_000 } } },
    set: { 'change a': { name: 'New', budget: { daily: 4_000 } } },
  });
});

it('a change reaches what is there, and ads of the same work share what is new', () => {
  const whole = campaign();
  const [set] = whole.adSets;
  const ad = (id: string, more: object = {}) => ({ ...whole.ads[0]!, id, submissionId: 'sub', ...more });
  const left = { adSets: [...whole.adSets, { ...set!, id: 'over', status: 'archived' as const }] };
  const ads = [ad('1'), ad('2'), ad('over', { status: 'archived' }), ad('never', { platformId: null })];
  const steps = [top({ budget: { daily: 8_000 }, ad: { primaryText: 'Look.' } })];
  expect(Object.keys(asked({ ...whole, ...left, ads }, steps).top!)).toEqual([
    ...['change a', 'change b', 'creative sub'],
    ...['ad 1', 'run 1', 'retire 1', 'ad 2', 'run 2', 'retire 2'],
  ]);
});

it('a budget that its limit alone says is at least what the platform takes', () => {
  const steps = [top({ budget: { daily: null } })];
  expect(asked(campaign({ daily: 6_000, billingLimit: 60_000 }), steps, { floor: 5_000 })).toEqual({
    top: { 'change a': { budget: { daily: 5_000 } }, 'change b': { budget: { daily: 5_000 } } },
  });
});

it('what a repair has begun and its own repair goes on with is asked once', () => {
  const whole = campaign();
  const { id, platformId } = whole.ads[0]!;
  const shared = { about: id, result: null };
  const run = { ...shared, key: `run ${id}`, kind: 'run', status: 'failed' } as const;
  const input = { step: 'top', ad: id, to: 'active' };
  const earlier = [
    { ...shared, taskId: 'first', key: `ad ${id}`, kind: 'ad', status: 'done', input, result: platformId },
    { ...run, taskId: 'first', input },
    { ...run, taskId: 'second', key: `run ${id} for top`, input },
  ] as EarlierStep[];
  expect(asked(whole, [top({ ad: { primaryText: 'Look.' } })], { earlier })).toStrictEqual({
    top: { [`run ${id}`]: undefined },
  });
});

it('ad sets that spend as one share equally with those that are there on their platform', async () => {
  const [set] = campaign().adSets;
  const on = (id: string, more: object) => ({ ...set!, id, platform: 'google', ...more });
  const sets = [on('a', {}), on('over', { status: 'archived' }), on('other', { platform: 'tiktok' })];
  expect([...(await evenOut(systemCtx(), 'google', sets, on('new', { share: 0 })))]).toEqual([
    ['a', 5_000],
    ['new', 5_000],
  ]);
  expect((await evenOut(systemCtx(), 'meta', sets)).size).toBe(0);
});

it('a step can be called anything', () => {
  for (const id of ['__proto__', 'constructor', '1', ' '])
    expect(Object.values(asked(campaign(), [{ ...top({ name: 'Named' }), id }])), id).toEqual([
      { change: { name: 'Named' } },
    ]);
});
