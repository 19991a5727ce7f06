// An object at an ad platform as a record of the business API.
import * as z from 'zod';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { idTime } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { RESOURCE_KINDS, type ResourceKind } from '../field-catalogue/catalogue.ts';

export const SYNC_STATES = [
  ...(['local_only', 'queued', 'syncing', 'synced'] as const),
  ...(['waiting_provider', 'drifted', 'failed', 'deleted'] as const),
] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** The kinds of objects that the service keeps. */
export const KEPT_KINDS = [
  ...(['account', 'campaign', 'delivery_group', 'ad', 'media', 'creative'] as const),
] as const satisfies ResourceKind[];
export type KeptKind = (typeof KEPT_KINDS)[number];

/** A field whose value at the platform is not the one that was last set from here. */
export type Drift = { readAt: number } & (
  | { field: 'name' | 'status'; here: string; there: string }
  | { field: 'budget'; here: AdBudget; there: AdBudget }
);

/** Values that are set at a platform, and compared with what it has. */
export interface SetValues {
  name?: string;
  status?: 'active' | 'paused';
  budget?: AdBudget;
}

const minor = z.int().nullable();
const Value = z.union([
  z.string(),
  z.object({
    daily: minor.describe('Cents a day; null for a lifetime budget.'),
    lifetime: minor.describe('Cents for the whole lifetime; null for a daily budget.'),
  }),
]);

export const AdsResource = z
  .object({
    id: ownId('adsResource'),
    resourceKind: z
      .enum(RESOURCE_KINDS)
      .describe('`account` is an ad account, `delivery_group` an ad set, `media` an uploaded video.'),
    platform: z.enum(AD_PLATFORMS).describe('Where it is.'),
    syncState: z
      .enum(SYNC_STATES)
      .describe(
        '`local_only`: it was not made there and nothing is planned. `queued`, `syncing`: something is planned or being sent. `waiting_provider`: the platform has not answered, or is processing it. `failed`: the last request failed. `deleted`: archived or deleted there. `drifted`: see `drift`. `synced`: as it was set here.',
      ),
    name: z.string().nullable().describe('As the platform has it; null for media and creatives.'),
    status: z
      .string()
      .nullable()
      .describe('The status that its record has in /v1; null for media and creatives.'),
    parentResourceId: id('adsResource')
      .nullable()
      .describe(
        "What it is a part of: an ad's ad set, an ad set's campaign, and for all else the ad account. Null for an account.",
      ),
    campaignId: id('campaign').nullable().describe("The service's campaign that it belongs to."),
    localId: z
      .string()
      .describe(
        'The record of /v1 that stands for it: a connection, campaign, ad set, ad, file or submission.',
      ),
    providerResourceId: z.string().nullable().describe("The platform's ID; null until it is made there."),
    source: z
      .enum(['service', 'external'])
      .describe('`external`: it was not made by the service, and is only read.'),
    drift: z
      .array(
        z.object({
          field: z.enum(['name', 'status', 'budget']).describe('What differs.'),
          here: Value.describe('What was last set from here.'),
          there: Value.describe('What the platform has.'),
          readAt: z.string().describe('When that was first seen. RFC 3339, UTC.'),
        }),
      )
      .describe(
        'What somebody changed at the platform, until it is set again from here or is the same again.',
      ),
    readAt: z
      .string()
      .nullable()
      .describe('When its state was last read at the platform. RFC 3339, UTC; null before that.'),
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'AdsResource' });
recordExample(AdsResource, {
  id: 'res_01k2d9q3v7h5m8r4t6w0x1y2z3',
  resourceKind: 'delivery_group',
  platform: 'meta',
  syncState: 'drifted',
  name: 'Runners',
  status: 'active',
  parentResourceId: 'res_01k2d9q3v7h5m8r4t6w0x1meta',
  campaignId: 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3',
  localId: 'adset_01k2d9q3v7h5m8r4t6w0x1y2z3',
  providerResourceId: '120210000000000001',
  source: 'service',
  drift: [
    {
      field: 'budget',
      here: { daily: 2500, lifetime: null },
      there: { daily: 3000, lifetime: null },
      readAt: '2026-08-12T10:00:00.000Z',
    },
  ],
  readAt: '2026-08-12T10:10:00.000Z',
  createdAt: '2026-08-11T09:30:00.000Z',
  updatedAt: '2026-08-12T10:00:00.000Z',
});
export type AdsResource = z.output<typeof AdsResource>;

export const resourceQuery = {
  limit: listQuery.limit,
  cursor: listQuery.cursor,
  campaignId: z.string().min(1).max(200).optional().describe('Only objects of this campaign.'),
  parentResourceId: z.string().min(1).max(200).optional().describe('Only parts of this resource.'),
  platform: z.enum(AD_PLATFORMS).optional().describe('Only objects on this platform.'),
  resourceKind: z.enum(RESOURCE_KINDS).optional().describe('Only objects of this kind.'),
  syncState: z.enum(SYNC_STATES).optional().describe('Only objects in this state.'),
};

/** A resource with what its record says. */
export interface WholeResource {
  id: string;
  resourceKind: KeptKind;
  platform: string;
  campaignId: string | null;
  parentId: string | null;
  localId: string;
  syncState: SyncState;
  drift: readonly Drift[];
  updatedAt: number;
  connectionId: string | null;
  name: string | null;
  status: string | null;
  providerId: string | null;
  /** The thumbnail's address once the platform has processed a video; it may be empty. */
  cover: string | null;
  source: 'service' | 'external';
  readAt: number | null;
  /** When its record last changed. */
  changedAt: number | null;
}

const presentValue = (value: string | AdBudget) =>
  typeof value === 'string'
    ? value
    : {
        daily: 'daily' in value ? value.daily : null,
        lifetime: 'lifetime' in value ? value.lifetime : null,
      };

export const presentAdsResource = (row: WholeResource): AdsResource => ({
  id: row.id,
  resourceKind: row.resourceKind,
  platform: row.platform as AdsResource['platform'],
  syncState: row.syncState,
  name: row.name,
  status: row.status,
  parentResourceId: row.parentId,
  campaignId: row.campaignId,
  localId: row.localId,
  providerResourceId: row.providerId,
  source: row.source,
  drift: row.drift.map(({ field, here, there, readAt }) => ({
    field,
    here: presentValue(here),
    there: presentValue(there),
    readAt: iso(readAt),
  })),
  readAt: row.readAt === null ? null : iso(row.readAt),
  createdAt: iso(idTime(row.id)),
  updatedAt: iso(Math.max(row.updatedAt, row.changedAt ?? 0)),
});
