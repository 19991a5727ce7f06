// A plan that changes everything that one can change, on any platform, and what is to be true of its campaign after it.
import { expect } from 'vitest';
import { resourceIdOf } from '../../../src/domains/ads/resources/resource-id.ts';
import type { AdSession } from '../../../src/integrations/ads/platform.ts';
import type { RunningObject } from '../../../src/integrations/ads/steps.ts';
import { testEnv } from '../world.ts';
import type { CampaignPlace } from './campaign-places.ts';
import type { CampaignWorld } from './campaigns.ts';
import { planOf, type SaidStep } from './checked-plans.ts';
import { resourcesOf } from './resources.ts';

const MINUTE = 60_000;

interface Part {
  id: string;
  name: string;
}
export interface Layout {
  id: string;
  adSets: (Part & { budgetShare: number; ads: (Part & { creative: string })[] })[];
}

export const res = (one: Part) => ({ localResourceId: resourceIdOf(one.id) });

export const planOn = (
  { name: platform }: CampaignPlace,
  { id }: Pick<Layout, 'id'>,
  steps: readonly SaidStep[],
  productVariant: string,
) =>
  planOf(
    'update_campaign',
    { kind: 'paid_campaign', id },
    steps.map((one) => ({ ...one, platform, productVariant })),
    { clientRequestId: crypto.randomUUID() },
  );

const shareStep = (one: Part, budgetShare: number): SaidStep => ({
  ...{ id: `share ${one.id}`, resourceKind: 'delivery_group', mutation: 'update', ...res(one) },
  input: { budgetShare },
});

/** Archives one of three ad sets. */
export const endingPlan = (
  place: CampaignPlace,
  campaign: Layout,
  gone: Part,
  kept: readonly Part[],
  variant: string,
) =>
  planOn(
    place,
    campaign,
    [
      ...(place.adapter.capabilities.shares ? kept.map((one) => shareStep(one, 50)) : []),
      { id: 'gone', resourceKind: 'delivery_group', mutation: 'archive', ...res(gone) },
    ],
    variant,
  );

/**
 * Of a campaign with two ad sets: another name, budget and text, a third ad set with an ad that shows `fresh`, and the last ad of the
 * first one archived. @param variant the platform's.
 */
export function wholePlan(place: CampaignPlace, campaign: Layout, fresh: string, variant: string) {
  const { creatives, shares } = place.adapter.capabilities;
  const { adSets } = campaign;
  const [{ ads }] = adSets as [Layout['adSets'][number]];
  const source = { kind: 'submission', id: fresh };
  const byStep = (step: string) => ({ kind: 'step', id: step });
  const content = { submission: source, media: byStep('video') };
  const isOwn = creatives === 'own';
  const steps: SaidStep[] = [
    {
      ...{ id: 'campaign', resourceKind: 'campaign', mutation: 'update' },
      input: { name: 'Autumn', budget: { daily: 60_000 }, ad: { primaryText: 'Look.' } },
    },
    { id: 'video', resourceKind: 'media', mutation: 'upload', input: { source } },
    {
      ...{ id: 'set', resourceKind: 'delivery_group', mutation: 'create' },
      input: { name: 'Second', ...(shares && { budgetShare: 33.34 }) },
    },
    ...(shares ? adSets.map((one) => shareStep(one, 33.33)) : []),
    ...(isOwn
      ? [{ id: 'creative', resourceKind: 'creative', mutation: 'create', after: ['video'], input: content }]
      : []),
    {
      ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['set', isOwn ? 'creative' : 'video'] },
      input: {
        ...{ name: 'New', deliveryGroup: byStep('set') },
        ...(isOwn ? { creative: byStep('creative') } : content),
      },
    },
    ...(ads.length > 1
      ? [{ id: 'ended', resourceKind: 'ad', mutation: 'archive', ...res(ads.at(-1)!) }]
      : []),
  ];
  return planOn(place, campaign, steps, variant);
}

/** The campaign's objects as its platform has them, by their IDs, without those that are over there. */
export async function thereOf(
  world: CampaignWorld,
  { adapter }: CampaignPlace,
  campaign: string,
  session?: AdSession,
) {
  const { id } = (await testEnv.DB.prepare(
    'SELECT platform_id AS id FROM campaign_platforms WHERE campaign_id = ?1 AND platform = ?2',
  )
    .bind(campaign, world.meta.provider)
    .first<{ id: string }>())!;
  const all = await adapter.state(session ?? (await world.meta.session()), [id]);
  const isOver = ({ state }: RunningObject) => state === 'archived' || state === 'deleted';
  return new Map(all.flatMap((one) => (isOver(one) ? [] : [[one.id, one] as const])));
}

/**
 * What v1 says of a campaign, what its platform has and its resources are the same, and an edit of its name changes nothing else
 * there.
 */
export async function expectAgreed(
  world: CampaignWorld,
  place: CampaignPlace,
  campaign: string,
): Promise<Layout & { name: string; status: string }> {
  const get = async () => (await world.send('GET', `/v1/campaigns/${campaign}`)).body.data;
  await world.passAds(11 * MINUTE);
  const now = await get();
  expect(now.pendingChange).toBeNull();
  const there = await thereOf(world, place, campaign);
  const { results } = await testEnv.DB.prepare(
    `SELECT id, platform_id AS there, name, status FROM ad_sets WHERE campaign_id = ?1 UNION ALL
     SELECT id, platform_id, name, status FROM ads WHERE campaign_id = ?1`,
  )
    .bind(campaign)
    .all<{ id: string; there: string; name: string; status: string }>();
  const left = results.filter(({ status }) => status !== 'archived' && status !== 'deleted');
  // Snapchat has no archive: what is over is paused there for good, with all in it.
  const isOn = (one: RunningObject | undefined) => one?.kind === 'campaign' || one?.on !== false;
  const known = (one: RunningObject) =>
    place.name !== 'snapchat' || (isOn(one) && isOn(there.get(one.parent ?? '')));
  const parts = [...there.values()].filter((one) => one.kind !== 'campaign' && known(one));
  expect(left.map((one) => one.there).sort(), 'what is there').toEqual(parts.map(({ id }) => id).sort());
  for (const one of left) expect(one.name, one.id).toBe(there.get(one.there)!.name);
  const shown = now.adSets.flatMap(({ id, ads }: Layout['adSets'][number]) => [
    id,
    ...ads.map((ad) => ad.id),
  ]);
  expect(shown.sort()).toEqual(left.map(({ id }) => id).sort());
  const sum = now.adSets.reduce((all: number, one: Layout['adSets'][number]) => all + one.budgetShare, 0);
  expect(sum, 'shares').toBeCloseTo(100, 5);
  const [top] = [...there.values()].filter(({ kind }) => kind === 'campaign');
  expect(top!.name).toBe(now.name);
  const budgets = (all: Iterable<RunningObject>) => [...all].map(({ id, budget }) => [id, budget]);
  const total = [...there.values()]
    .filter(known)
    .reduce((all, { budget }) => all + (budget && 'daily' in budget ? budget.daily : 0), 0);
  if (now.budget.daily !== null) expect(total, 'budget a day').toBe(now.budget.daily);
  const resources = await resourcesOf(world.brand, `&campaignId=${campaign}`);
  for (const one of resources.filter(({ resourceKind }) =>
    /^(campaign|delivery_group|ad)$/.test(resourceKind),
  )) {
    const isLeft = one.resourceKind === 'campaign' || left.some(({ id }) => id === one.localId);
    expect([one.localId, one.syncState, one.drift]).toEqual([one.localId, isLeft ? 'synced' : 'deleted', []]);
    if (isLeft) expect(there.has(one.providerResourceId!), one.id).toBe(true);
  }
  const edit = await world.send('PATCH', `/v1/campaigns/${campaign}`, { name: `${now.name} later` });
  expect(edit.status, JSON.stringify(edit.body)).toBe(200);
  await world.passAds();
  const after = await thereOf(world, place, campaign);
  const unnamed = (all: Map<string, RunningObject>) =>
    [...all.values()].map(({ id, kind, on, name }) => [id, on, kind === 'campaign' ? '' : name]);
  expect(unnamed(after)).toEqual(unnamed(there));
  expect(budgets(after.values())).toEqual(budgets(there.values()));
  expect((await get()).adSets).toEqual(now.adSets);
  return now;
}
