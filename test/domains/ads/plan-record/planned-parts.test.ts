// What a plan makes of ad sets and ads, and the shares of those that spend as one.
import { expect, it } from 'vitest';
import type { WholeCampaign } from '../../../../src/domains/ads/campaign-record/campaign-row.ts';
import { partsAfter, plannedParts } from '../../../../src/domains/ads/plan-record/planned-parts.ts';
import { googleAdapter } from '../../../../src/integrations/google/adapter.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { wholeHere } from '../../../harness/ads/live-campaigns.ts';

/** A campaign on two platforms: `own` with ad sets that spend as one, of which one was archived before, and Meta with one. */
function campaign(): WholeCampaign {
  const whole = wholeHere('acct_x', 'conn_x', { campaign: '1', set: '2', ad: '3' }, { status: 'live' });
  const [set, ad] = [whole.adSets[0]!, whole.ads[0]!];
  const there = whole.platforms[0]!;
  const google = { ...set, platform: 'google', share: 5_000 };
  return {
    ...whole,
    platforms: [{ ...there, platform: 'google' }, there],
    adSets: [
      { ...google, id: 'a' },
      { ...google, id: 'b' },
      { ...google, id: 'gone', share: 0, status: 'archived' },
      { ...set, id: 'm', share: 10_000 },
    ],
    ads: ['a', 'b', 'm'].map((adSetId) => ({ ...ad, id: `ad ${adSetId}`, adSetId })),
  };
}

function after(steps: readonly SaidStep[]) {
  const whole = campaign();
  const plan = planOf('update_campaign', { kind: 'paid_campaign', id: whole.row.id }, steps);
  const resources = new Map([...whole.adSets, ...whole.ads].map(({ id }) => [id, { localId: id }]));
  const adapters = { google: googleAdapter, meta: metaAdapter };
  const { parts } = plannedParts({ plan, whole, resources, adapters, now: 0 }, plan.steps);
  const { adSets, ads } = partsAfter(whole, parts);
  return {
    named: adSets.map(({ name, share }) => `${name} ${share}`),
    shares: adSets.map(({ name, id, share }) => `${id.includes('_') ? name : id} ${share}`),
    archived: [...adSets, ...ads].flatMap(({ id, status }) => (status === 'archived' ? id : [])),
  };
}

const set = (mutation: string, more: object): SaidStep => ({
  ...{ resourceKind: 'delivery_group', mutation, platform: 'google', ...more },
});

it('an ad set that is archived takes its ads along, and the others of its platform share equally', () => {
  expect(after([set('archive', { localResourceId: 'b' })])).toMatchObject({
    shares: ['a 10000', 'b 5000', 'gone 0', 'm 10000'],
    archived: ['b', 'gone', 'ad b'],
  });
});

it('a new ad set shares equally with those that are there, on its platform alone', () => {
  expect(after([set('create', { input: { name: 'New' } })]).shares).toEqual([
    ...['a 3334', 'b 3333', 'gone 0', 'm 10000', 'New 3333'],
  ]);
});

it('what several steps say of one ad set counts together', () => {
  const on = { localResourceId: 'm', platform: 'meta' };
  const steps = [{ name: 'First' }, { budgetShare: 40 }].map((input) => set('update', { ...on, input }));
  expect(after(steps).named).toContain('First 4000');
});
