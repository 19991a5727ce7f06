// Ad sets and ads as API resources.
import * as z from 'zod';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { iso } from '../../../kit/time.ts';
import { bodyExample, recordExample, widerExample } from '../../../resource/example.ts';
import { createdAt, currencyCode, id, ownId, singleLine, Version } from '../../../resource/fields.ts';
import { AD_STATUSES, type AdRow, type AdSetRow } from '../campaign-record/campaign-row.ts';
import { ShareChange } from '../campaign-record/shares.ts';
import { Audience } from '../campaign-terms/terms.ts';

export const SOURCES = ['service', 'external'] as const;

const ofAll = {
  campaign: id('campaign').nullable().describe('Null for what was not made by the service.'),
  platform: z.string().describe('Where it runs.'),
  platformId: z.string().nullable().describe("The platform's; null until it is made there."),
  name: z.string().describe('As it is called at the platform.'),
  status: z
    .enum(AD_STATUSES)
    .describe(
      '`draft` until it is made at the platform; `deleted`: somebody took it away there; `unknown`: the platform says something new.',
    ),
  source: z.enum(SOURCES).describe('`external`: it was not made by the service, and is only read.'),
  version: Version,
  createdAt,
  updatedAt: createdAt,
};

const minor = z.int().nullable();

export const AdSet = z
  .object({
    id: ownId('adSet'),
    ...ofAll,
    budget: z
      .object({
        daily: minor.describe('Cents a day; null for a lifetime budget.'),
        lifetime: minor.describe('Cents for the whole lifetime; null for a daily budget.'),
      })
      .nullable()
      .describe("Null where the budget is the campaign's or is not known yet."),
    currency: currencyCode.describe("The ad account's: ISO 4217, in lower case."),
    bidding: z
      .unknown()
      .describe(
        'How it bids at the platform, once it was changed here; null while it bids as the campaign was set up.',
      ),
    audience: z.unknown().describe("Its own; null while it is the campaign's."),
  })
  .meta({ id: 'AdSet' });
recordExample(AdSet, {
  id: 'adset_01k2d9q3v7h5m8r4t6w0x1y2z3',
  campaign: 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3',
  platform: 'meta',
  platformId: '120210000000000001',
  name: 'Runners',
  status: 'active',
  source: 'service',
  version: 2,
  createdAt: '2026-08-11T09:30:00.000Z',
  updatedAt: '2026-08-12T10:00:00.000Z',
  budget: { daily: 2500, lifetime: null },
  currency: 'usd',
  bidding: null,
  audience: null,
});

export type AdSet = z.output<typeof AdSet>;

export const ChangedAdSet = AdSet.extend({
  shares: z
    .array(ShareChange)
    .optional()
    .describe('When it was archived: how the shares of its campaign changed, its own among them.'),
}).meta({ id: 'ChangedAdSet' });
widerExample(ChangedAdSet, AdSet, {
  status: 'archived',
  version: 3,
  shares: [
    { adSet: 'adset_01k2d9q3v7h5m8r4t6w0x1y2z3', name: 'Runners', before: 25, after: 0 },
    { adSet: 'adset_01k2d9q3v7h5m8r4t6w0x1y2z4', name: 'Hikers', before: 75, after: 100 },
  ],
});

export type ChangedAdSet = z.output<typeof ChangedAdSet>;

export const Ad = z
  .object({
    id: ownId('ad'),
    ...ofAll,
    adSet: id('adSet').describe('What it is a part of.'),
    creative: id('submission')
      .nullable()
      .describe('The submission that it shows; null where the service did not create the ad.'),
    review: z
      .object({
        status: z.enum(['pending', 'approved', 'rejected']).describe('What it decided.'),
        reasons: z.array(z.string()).describe('Why it was rejected, as the platform says it; else empty.'),
      })
      .nullable()
      .describe('What the platform thinks of it; null until it says so.'),
  })
  .meta({ id: 'Ad' });
recordExample(Ad, {
  id: 'ad_01k2d9q3v7h5m8r4t6w0x1y2z3',
  campaign: 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3',
  platform: 'meta',
  platformId: '120210000000000002',
  name: 'With the blue shoe',
  status: 'active',
  source: 'service',
  version: 1,
  createdAt: '2026-08-11T09:30:00.000Z',
  updatedAt: '2026-08-12T10:00:00.000Z',
  adSet: 'adset_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creative: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3',
  review: { status: 'approved', reasons: [] },
});

export type Ad = z.output<typeof Ad>;

/** No platform allows a longer name for an ad set or ad. */
export const MAX_NAME = 380;

const status = z
  .enum(['active', 'paused', 'archived'])
  .optional()
  .describe(
    'Comes alone. `archived` stops it for good: it is archived here at once, and the platform follows.',
  );

const Bidding = z.strictObject({
  strategy: z
    .enum(['automatic', 'cost_cap', 'bid_cap'])
    .describe('`cost_cap` holds what a result costs on average, `bid_cap` each bid.'),
  amount: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .optional()
    .describe('Cents for a result or a bid. Automatic bidding has none.'),
});

const ofThere = z
  .array(z.string().regex(/^[0-9]{1,32}$/, "Must be a platform's ID, in digits."))
  .max(100)
  .optional();

const AdSetAudience = Audience.extend({
  interests: ofThere.describe('IDs of GET /v1/ad-interests; an empty list for none.'),
  audiences: ofThere.describe('IDs of GET /v1/ad-audiences; an empty list for none.'),
});

export const AdSetUpdate = z.object({
  name: singleLine(MAX_NAME).optional().describe('The new name, here and on the platform.'),
  status,
  budget: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Cents, daily or lifetime like the present budget. Only where ad sets have budgets.'),
  bidding: Bidding.optional().describe(
    'Meta takes all of them; TikTok another amount of a cost cap. The other platforms take none.',
  ),
  audience: AdSetAudience.optional().describe('What is left out stays. Only where ad sets have audiences.'),
  version: Version.optional(),
});
bodyExample(AdSetUpdate, 'AdSetUpdate', { name: 'Runners' });

export const AdUpdate = z.object({
  name: singleLine(MAX_NAME).optional().describe('The new name, where the platform allows renaming an ad.'),
  status,
  version: Version.optional(),
});
bodyExample(AdUpdate, 'AdUpdate', { name: 'With the blue shoe' });

export const AdSetCopyCreate = z.object({
  name: singleLine(MAX_NAME).optional().describe("By default the copied one's name with ` (copy)`."),
  into: id('campaign')
    .optional()
    .describe('Another campaign that is set up in the same ad account; by default its own.'),
});
bodyExample(AdSetCopyCreate, 'AdSetCopyCreate', { name: 'Runners again' });

export const AdCopyCreate = z.object({
  name: singleLine(MAX_NAME).optional().describe("By default the copied one's name with ` (copy)`."),
  into: id('adSet').optional().describe('Another ad set of the same ad account; by default its own.'),
});
bodyExample(AdCopyCreate, 'AdCopyCreate', { name: 'With the red shoe' });

export const CopyAccepted = z
  .object({ id: z.string().describe('The ID of the copy: found once the platform has confirmed it.') })
  .meta({ id: 'CopyAccepted' });
recordExample(CopyAccepted, { id: 'adset_01k2d9q3v7h5m8r4t6w0x1y2z4' });

export type CopyAccepted = z.output<typeof CopyAccepted>;

const shared = (row: AdSetRow | AdRow) => ({
  campaign: row.campaignId,
  platform: row.platform,
  platformId: row.platformId,
  name: row.name,
  status: row.status,
  source: row.source,
  version: row.version,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

const budgetOf = (budget: AdBudget | null) =>
  budget && {
    daily: 'daily' in budget ? budget.daily : null,
    lifetime: 'lifetime' in budget ? budget.lifetime : null,
  };

export function presentAdSet(row: AdSetRow): AdSet {
  return {
    id: row.id,
    ...shared(row),
    budget: budgetOf(row.budget),
    currency: row.currency,
    bidding: row.bidding ?? null,
    audience: row.audience ?? null,
  };
}

export function presentAd(row: AdRow): Ad {
  return {
    id: row.id,
    ...shared(row),
    adSet: row.adSetId,
    creative: row.submissionId,
    review: row.review,
  };
}
