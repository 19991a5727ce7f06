// A campaign that is set up, records that a plan of it may not use, and a plan that is right in everything.
import { expect } from 'vitest';
import { resourceIdOf } from '../../../src/domains/ads/resources/resource-id.ts';
import { mintAccount, testEnv } from '../world.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from './campaigns.ts';
import type { SaidStep } from './checked-plans.ts';
import { type Here, insertHere } from './live-campaigns.ts';

interface Part {
  id: string;
  platform_id: string;
}

export interface PlannedCampaign {
  world: CampaignWorld;
  campaign: string;
  target: { kind: string; id: string };
  set: Part;
  ad: Part;
  /** Approved work that no ad shows yet. */
  fresh: string;
  /** Another account's. */
  strangers: Here & { submission: string; file: string };
  /** Another campaign of the account. */
  others: Here;
}

export const run = async (sql: string, ...values: unknown[]) =>
  await testEnv.DB.prepare(sql)
    .bind(...values)
    .run();
const first = async <T>(sql: string, ...values: unknown[]) =>
  (await testEnv.DB.prepare(sql)
    .bind(...values)
    .first<T>())!;

export const fileOf = async (submission: string) =>
  (await first<{ id: string }>('SELECT file_id AS id FROM submissions WHERE id = ?', submission)).id;

/** The platform's IDs of a campaign that nobody has made there. */
export const at = (n: number) => ({ campaign: `c${n}`, set: `s${n}`, ad: `a${n}` });

export async function plannedCampaign(): Promise<PlannedCampaign> {
  const world = await campaignWorld();
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const campaign: string = made.body.data.id;
  for (let n = 0; n < 12; n++) await world.passAds();
  const set = await first<Part>('SELECT id, platform_id FROM ad_sets WHERE campaign_id = ?', campaign);
  const ad = await first<Part>('SELECT id, platform_id FROM ads WHERE campaign_id = ? ORDER BY id', campaign);
  expect(ad.platform_id).not.toBe(null);
  const stranger = await mintAccount();
  const submission = await mintApproved(stranger.id);
  const theirs = await insertHere(stranger.id, world.connection, at(1));
  return {
    ...{ world, campaign, target: { kind: 'paid_campaign', id: campaign }, set, ad },
    fresh: await mintApproved(world.brand.id),
    strangers: { ...theirs, submission, file: await fileOf(submission) },
    others: await insertHere(world.brand.id, world.connection, at(2)),
  };
}

export const ref = (kind: string, id: string) => ({ kind, id });

/** A budget, and a new ad set with a new video beside the one there is. */
export const rightPlan = ({ fresh, set }: PlannedCampaign): SaidStep[] => [
  {
    ...{ resourceKind: 'campaign', mutation: 'update' },
    input: { name: 'Autumn', budget: { billingLimit: 120_000 } },
  },
  { resourceKind: 'media', mutation: 'upload', input: { source: ref('submission', fresh) } },
  {
    ...{ resourceKind: 'creative', mutation: 'create', after: ['step 1'] },
    input: { submission: ref('submission', fresh), media: ref('step', 'step 1') },
  },
  { resourceKind: 'delivery_group', mutation: 'create', input: { name: 'New', budgetShare: 40 } },
  {
    ...{ resourceKind: 'delivery_group', mutation: 'update', input: { budgetShare: 60 } },
    ...{ localResourceId: resourceIdOf(set.id), providerResourceId: set.platform_id },
  },
  {
    ...{ resourceKind: 'ad', mutation: 'create', after: ['step 2', 'step 3'] },
    input: { name: 'New', deliveryGroup: ref('step', 'step 3'), creative: ref('step', 'step 2') },
  },
];

export const run1 = (status: string, more: Partial<SaidStep> = {}): SaidStep[] => [
  { resourceKind: 'campaign', mutation: 'set_status', input: { status }, ...more },
];
