// Plans from the catalogue: right ones, and right ones broken in exactly one way.
import { expect } from 'vitest';
import type { CatalogueRow } from '../../../src/domains/ads/field-catalogue/catalogue.ts';
import { rowsOf } from '../../../src/domains/ads/field-catalogue/catalogue-fields.ts';
import { leavesOf } from '../../../src/domains/ads/field-catalogue/check-input.ts';
import type { PlanInput } from '../../../src/domains/ads/plan-record/plan-input.ts';
import { campaignResourceId, resourceIdOf } from '../../../src/domains/ads/resources/resource-id.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { mintAccount } from '../world.ts';
import type { CampaignPlace } from './campaign-places.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from './campaigns.ts';
import { planOf, type SaidStep } from './checked-plans.ts';
import { type Here, insertHere } from './live-campaigns.ts';
import { at, fileOf, ref, run } from './planned-campaign.ts';

export type Json = Record<string, unknown>;
export type PlanBody = Omit<PlanInput, 'steps'> & {
  steps: (Json & { id: string; input: Json; fieldPaths: string[]; dependsOnStepIds: string[] })[];
};

interface Part {
  id: string;
  platform_id: string;
}

/** A campaign that is set up on one platform, and records that a plan of it may not use. */
export interface Ground {
  place: CampaignPlace;
  world: CampaignWorld;
  campaign: string;
  variant: string;
  rows: readonly CatalogueRow[];
  set: Part;
  ads: readonly Part[];
  /** Approved work that no ad shows yet. */
  fresh: string;
  /** Another account's. */
  strangers: Here & { submission: string; file: string };
  /** Another campaign of the account, and one that other tools made. */
  others: Here;
  external: Here;
  /** The account's own, which are not ready. */
  unready: { review: string; processing: string };
}

export async function groundAt(place: CampaignPlace): Promise<Ground> {
  const world = await campaignWorld(place.at);
  const budget = { billingLimit: 900_000 };
  const asked = world.body({ ...(await place.body(world)), launch: false, budget });
  const made = await world.send('POST', '/v1/campaigns', asked);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const campaign: string = made.body.data.id;
  const isSetUp = async () =>
    (await world.send('GET', `/v1/campaigns/${campaign}`)).body.data.status === 'paused';
  for (let n = 0; n < 20 && !(await isSetUp()); n++) await world.passAds();
  const parts = async (table: string) =>
    (
      await world.meta.env.DB.prepare(
        `SELECT id, platform_id FROM ${table} WHERE campaign_id = ? ORDER BY id`,
      )
        .bind(campaign)
        .all<Part>()
    ).results;
  const [set] = await parts('ad_sets');
  const ads = await parts('ads');
  expect([set?.platform_id, ads[0]?.platform_id]).not.toContain(null);
  const stranger = await mintAccount();
  const submission = await mintApproved(stranger.id);
  const more = { platform: place.name };
  // A connection of their own: nobody has made them at the platform, which would not find them.
  const elsewhere = newId('connection', clock.now());
  const external = await insertHere(world.brand.id, elsewhere, at(3), more);
  await run("UPDATE ad_sets SET source = 'external', campaign_id = NULL WHERE id = ?", external.set);
  const processing = await mintApproved(world.brand.id);
  await run("UPDATE files SET status = 'processing' WHERE id = ?", await fileOf(processing));
  const { capabilities } = place.adapter;
  const rows = rowsOf(place.name, capabilities);
  return {
    ...{ place, world, campaign, rows, ads, external },
    set: set!,
    variant: rows.find(({ productVariant }) => productVariant !== 'app')!.productVariant,
    fresh: await mintApproved(world.brand.id),
    strangers: {
      ...(await insertHere(stranger.id, elsewhere, at(1), more)),
      ...{ submission, file: await fileOf(submission) },
    },
    others: await insertHere(world.brand.id, elsewhere, at(2), more),
    unready: { review: await mintApproved(world.brand.id, { status: 'review' }), processing },
  };
}

/** The fields of a step of a campaign on the ground. */
export const rowsOfStep = (
  { rows, variant }: Ground,
  operationType: string,
  kind: string,
  mutation: string,
) =>
  rows.filter(
    (row) =>
      row.productVariant === variant &&
      row.operationType === operationType &&
      row.resourceKind === kind &&
      row.mutation === mutation,
  );

/** A body of POST /ads/plans about the ground's campaign. */
export function bodyOf(
  { place, campaign }: Ground,
  operationType: string,
  steps: readonly SaidStep[],
): PlanBody {
  const there = steps.map((step) => ({ platform: place.name, ...step }));
  const plan = planOf(operationType, ref('paid_campaign', campaign), there, {
    clientRequestId: crypto.randomUUID(),
  });
  return plan as unknown as PlanBody;
}

/** A change of the campaign, and a new ad set with a new video beside the one there is: every kind of step that creates. */
export function wholePlan(ground: Ground, changes: Json, fresh = ground.fresh): PlanBody {
  const { set } = ground;
  const has = (kind: string, mutation: string, path: string) =>
    rowsOfStep(ground, 'update_campaign', kind, mutation).some((row) => row.path === path);
  const share = (mutation: string, percent: number) =>
    has('delivery_group', mutation, '/budgetShare') ? { budgetShare: percent } : {};
  const submission = ref('submission', fresh);
  const own = has('creative', 'create', '/submission');
  const shown = { submission, media: ref('step', 'video') };
  const renamed = has('delivery_group', 'update', '/name') ? { name: 'First' } : {};
  const kept = { ...renamed, ...share('update', 60) };
  const steps: SaidStep[] = [
    { id: 'campaign', resourceKind: 'campaign', mutation: 'update', input: changes },
    { id: 'video', resourceKind: 'media', mutation: 'upload', input: { source: submission } },
    ...(own
      ? [{ id: 'creative', resourceKind: 'creative', mutation: 'create', after: ['video'], input: shown }]
      : []),
    {
      id: 'set',
      resourceKind: 'delivery_group',
      mutation: 'create',
      input: { name: 'Second', ...share('create', 40) },
    },
    ...(Object.keys(kept).length > 0
      ? [
          {
            ...{ id: 'kept', resourceKind: 'delivery_group', mutation: 'update', input: kept },
            ...{ localResourceId: resourceIdOf(set.id), providerResourceId: set.platform_id },
          },
        ]
      : []),
    {
      ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['set', own ? 'creative' : 'video'] },
      input: {
        name: 'New',
        deliveryGroup: ref('step', 'set'),
        ...(own ? { creative: ref('step', 'creative') } : shown),
      },
    },
  ];
  return bodyOf(
    ground,
    'update_campaign',
    steps.filter(({ input }) => Object.keys(input!).length > 0),
  );
}

/** The campaign turned on, off, or over, as a plan of the type. */
export const statusPlan = (
  ground: Ground,
  operationType: string,
  mutation: 'set_status' | 'archive',
  status = '',
): PlanBody =>
  bodyOf(ground, operationType, [
    {
      ...{ resourceKind: 'campaign', mutation, input: mutation === 'archive' ? {} : { status } },
      localResourceId: campaignResourceId(ground.campaign, ground.place.name),
    },
  ]);

const text = (length: number) => 'x'.repeat(Math.max(0, length));
const MATCHING = ['utm_source=ads', 'https://shop.example/a', 'Shoes'];
const UNLIKE = ['a?b #', 'ftp://x', '%%% '];

/** By path, values that go with each other where any would not, and addresses. */
const TOGETHER: Record<string, readonly unknown[]> = {
  '/destination/value': ['https://shop.example/a', 'https://shop.example/b?c=d'],
  '/budget/billingLimit': [3_000_000, 3_456_789],
  '/budget/daily': [50_000, 56_789],
  '/audience/countries': [['US'], ['CA']],
  '/audience/ageMin': [18, 25],
  '/audience/ageMax': [54, 65],
};

/** Values that a field's row allows: at its bounds, and each of its values. */
export function valuesOf({ path, type, values, min, max, pattern }: CatalogueRow): readonly unknown[] {
  const bounds = [min, max].filter((one) => one !== null);
  const fits = (one: string) => pattern === null || new RegExp(`^(?:${pattern})$`, 'u').test(one);
  if (TOGETHER[path]) return TOGETHER[path];
  switch (type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'money':
      return values ? values.map(Number) : bounds;
    case 'array':
      return values ? [values.slice(0, 1), values.slice(0, 2)] : [];
    case 'date':
      return ['2099-12-31'];
    case 'timestamp':
      return ['2099-12-31T00:00:00.000Z'];
    case 'string':
      return values ?? [...bounds.map(text), ...MATCHING].filter((one) => fits(one) && one.trim() !== '');
    default:
      return values ?? [];
  }
}

/** Values that break one rule of a field's row each. */
export function wrongFor({ type, values, min, max, pattern }: CatalogueRow): unknown[] {
  const outside = [...(min === null ? [] : [min - 1]), ...(max === null ? [] : [max + 1])];
  const unlike = UNLIKE.filter((one) => pattern && !new RegExp(`^(?:${pattern})$`, 'u').test(one));
  switch (type) {
    case 'boolean':
      return ['true', 1, null];
    case 'integer':
    case 'money':
    case 'percent':
      return [...outside, '7', null, type === 'percent' ? 33.333 : 1.5];
    case 'array':
      return ['US', 7, null, ...(values ? [['no such value']] : [])];
    case 'date':
      return ['2027-02-30', '2027-12-02T00:00:00Z', 7];
    case 'timestamp':
      return ['2027-12-02', 'soon', 7];
    case 'reference':
      return [
        'sub_1',
        7,
        null,
        {},
        [],
        { kind: 'paid_campaign', id: 'x' },
        { id: 'x' },
        { kind: 'step', id: '' },
      ];
    case 'url':
      return ['ftp://x', 'javascript:alert(1)', 7];
    default:
      return [7, null, ...(values ? ['no such value'] : outside.map(text)), ...unlike];
  }
}

/** An input with a value at a JSON pointer. */
export function withValue(input: Json, path: string, value: unknown): Json {
  const [key = '', ...rest] = path.slice(1).split('/');
  if (rest.length === 0) return { ...input, [key]: value };
  return { ...input, [key]: withValue((input[key] ?? {}) as Json, `/${rest.join('/')}`, value) };
}

/** A copy of a plan whose step has another input, with the paths of that. */
export const withInput = (plan: PlanBody, n: number, input: Json): PlanBody =>
  withStep(plan, n, { input, fieldPaths: leavesOf(input).map(([path]) => path) });

export const withStep = (plan: PlanBody, n: number, more: Json): PlanBody => ({
  ...plan,
  steps: plan.steps.map((step, at) => (at === n ? { ...step, ...more } : step)),
});
