// What a plan does to a day's spend, by who has the budget: ad sets of their own, copies beside them, or the campaign as a whole.
import { describe, expect, it } from 'vitest';
import type { AdSetRow, WholeCampaign } from '../../../../src/domains/ads/campaign-record/campaign-row.ts';
import { plannedSpend } from '../../../../src/domains/ads/plan-execution/planned-spend.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { snapchatAdapter } from '../../../../src/integrations/snapchat/adapter.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { wholeHere } from '../../../harness/ads/live-campaigns.ts';

const adapters = { meta: metaAdapter, snapchat: snapchatAdapter };
type Row = Partial<WholeCampaign['row']>;
type Set = Partial<AdSetRow>;

/** A campaign of $60 a day at Meta, with ad sets called 0, 1 and so on. */
function campaignOf(sets: readonly Set[], { terms, ...more }: Row = {}): WholeCampaign {
  const whole = wholeHere('acct_x', 'conn_x', { campaign: '1', set: '2', ad: '3' }, { status: 'live' });
  const { row, adSets } = whole;
  const budget = { daily: 6_000, billingLimit: 900_000 };
  return {
    ...whole,
    row: { ...row, terms: { ...row.terms, budget, ...terms }, ...more },
    adSets: sets.map((set, n) => ({ ...adSets[0]!, id: String(n), name: String(n), ...set })),
  };
}

function spendOf(whole: WholeCampaign, steps: readonly SaidStep[], floors = new Map<string, number>()) {
  const plan = planOf('update_campaign', { kind: 'paid_campaign', id: whole.row.id }, steps);
  const resources = new Map(
    whole.adSets.map(({ id, platformId }) => [
      id,
      { localId: id, providerResourceId: platformId, cover: null },
    ]),
  );
  const { before, after } = plannedSpend({ plan, whole, resources, adapters, floors, now: 0 });
  return [before, after];
}
const set = (mutation: string, n: number, input: Record<string, unknown> = {}): SaidStep => ({
  ...{ resourceKind: 'delivery_group', mutation, input, localResourceId: String(n) },
});
const campaign = (mutation: string, input: Record<string, unknown>): SaidStep => ({
  ...{ resourceKind: 'campaign', mutation, input },
});

const HALVES: Set[] = [{ share: 5_000 }, { share: 5_000, status: 'paused' }];
const COPY: Set = { share: null, budget: { daily: 1_000 } };
const ONE = { settings: { budgetOptimization: 'campaign' } };

describe('a day of ad sets with budgets of their own', () => {
  it('is that of those that run', () => {
    expect(spendOf(campaignOf(HALVES), [set('set_status', 1, { status: 'active' })])).toEqual([3_000, 6_000]);
    expect(spendOf(campaignOf(HALVES), [set('set_status', 0, { status: 'paused' })])).toEqual([3_000, 0]);
    expect(
      spendOf(campaignOf(HALVES), [
        set('update', 0, { budgetShare: 80 }),
        set('update', 1, { budgetShare: 20 }),
      ]),
    ).toEqual([3_000, 4_800]);
    const less = [set('archive', 1), set('update', 0, { budgetShare: 100 })];
    expect(spendOf(campaignOf(HALVES), less)).toEqual([3_000, 6_000]);
    const more = [set('update', 0, { budgetShare: 30 }), set('create', 9, { name: 'New', budgetShare: 20 })];
    expect(spendOf(campaignOf(HALVES), more)).toEqual([3_000, 3_000]);
  });

  it('has those of copies on top', () => {
    const whole = campaignOf([...HALVES, COPY, { ...COPY, status: 'paused' }]);
    expect(spendOf(whole, [campaign('update', { budget: { daily: 8_000 } })])).toEqual([4_000, 5_000]);
    expect(spendOf(whole, [set('archive', 2)])).toEqual([4_000, 3_000]);
    expect(spendOf(whole, [set('set_status', 3, { status: 'active' })])).toEqual([4_000, 5_000]);
    // A copy that gets a share has no budget of its own any more.
    const shared = [set('update', 2, { budgetShare: 10 }), set('update', 0, { budgetShare: 40 })];
    expect(spendOf(whole, shared)).toEqual([4_000, 3_000]);
  });

  it('is at least the platform’s minimum where the limit alone says it', () => {
    const whole = campaignOf(HALVES, { terms: { budget: { daily: null, billingLimit: 30_000 } } as never });
    const run = [set('set_status', 1, { status: 'active' })];
    expect(spendOf(whole, run)).toEqual([500, 1_000]);
    expect(spendOf(whole, run, new Map([['meta', 800]]))).toEqual([800, 1_600]);
  });

  it('is an average over the days of a lifetime budget', () => {
    const budget = { daily: null, billingLimit: 90_000 };
    const terms = { budget, schedule: { startDate: '2032-02-20', endDate: '2032-02-29' } } as never;
    const copy = { ...COPY, budget: { lifetime: 5_000 } };
    const whole = campaignOf([...HALVES, copy], { terms });
    expect(spendOf(whole, [set('set_status', 1, { status: 'active' })])).toEqual([5_000, 9_500]);
    const longer = campaign('update', { schedule: { endDate: '2032-03-10' } });
    expect(spendOf(whole, [longer])).toEqual([5_000, 2_500]);
  });
});

it('a day of a campaign with one budget is that, while any of its ad sets runs', () => {
  const copy = { share: null, budget: null };
  const sets = [{ share: 10_000, status: 'paused' as const }, copy];
  const whole = campaignOf(sets, { terms: ONE as never });
  expect(spendOf(whole, [set('set_status', 1, { status: 'paused' })])).toEqual([6_000, 0]);
  expect(spendOf(whole, [set('set_status', 0, { status: 'active' })])).toEqual([6_000, 6_000]);
});

it('a campaign that begins to run spends with all of its ad sets, also after its limit was reached', () => {
  const run = campaign('set_status', { status: 'active' });
  expect(spendOf(campaignOf(HALVES, { wanted: 'paused' }), [run])).toEqual([0, 6_000]);
  expect(spendOf(campaignOf(HALVES, { hold: 'billing_limit_reached' }), [run])).toEqual([0, 3_000]);
  expect(spendOf(campaignOf(HALVES), [campaign('set_status', { status: 'paused' })])).toEqual([3_000, 0]);
});

it('what could not be set up spends nothing before the plan that makes it', () => {
  const whole = campaignOf([{ share: 5_000 }, { share: 5_000, platformId: null, status: 'draft' }]);
  expect(spendOf(whole, [set('create', 1, { name: '1' })])).toEqual([3_000, 6_000]);
  const there = { ...whole.platforms[0]!, platform: 'snapchat', platformId: null, status: 'draft' as const };
  const settings = { snapchat: {} } as never;
  const both = campaignOf([{}, { platform: 'snapchat', platformId: null, status: 'draft' }]);
  both.platforms.push(there);
  both.row.terms.settings = settings;
  const steps = [campaign('create', { name: 'Summer' }), set('create', 1, { name: '1' })].map((one) => ({
    ...one,
    platform: 'snapchat',
  }));
  expect(spendOf(both, steps)).toEqual([3_000, 6_000]);
});
