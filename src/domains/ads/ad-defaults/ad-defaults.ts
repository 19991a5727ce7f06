import * as z from 'zod';
import { isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { id, Version } from '../../../resource/fields.ts';
import {
  AdText,
  Audience,
  CreatorPay,
  IDENTITIES,
  OBJECTIVES,
  OBJECTIVES_TAKEN,
  OPTIMIZATION_EVENTS,
  objectiveOf,
  Tracking,
} from '../campaign-terms/terms.ts';

const PlatformSettings = z.record(z.string().min(1).max(100), z.unknown());
const PlatformSettingsInput = PlatformSettings.nullable().optional();
const Text = AdText.partial();

export const AdDefaults = z
  .object({
    account: id('account'),
    objective: z.enum(OBJECTIVES),
    audience: Audience.nullable(),
    ad: Text.nullable(),
    optimizationEvent: z.enum(OPTIMIZATION_EVENTS).nullable(),
    tracking: Tracking.nullable(),
    identity: z.enum(IDENTITIES),
    creatorPay: CreatorPay.nullable().describe("Null: the programs' rules pay."),
    settings: z
      .object({
        meta: PlatformSettings.optional(),
        tiktok: PlatformSettings.optional(),
        google: PlatformSettings.optional(),
        snapchat: PlatformSettings.optional(),
      })
      .describe('By platform; GET /v1/ad-fields lists what each takes.'),
    version: Version,
    createdAt: z.string().nullable().describe('RFC 3339, UTC. Null until something is set.'),
    updatedAt: z.string().nullable(),
  })
  .meta({ id: 'AdDefaults' });
recordExample(AdDefaults, {
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  objective: 'conversions',
  audience: { countries: ['US'], ageMin: 21, ageMax: 45 },
  ad: { callToAction: 'shop_now' },
  optimizationEvent: 'purchase',
  tracking: null,
  identity: 'brand',
  creatorPay: null,
  settings: { meta: { pixel: '600000000000001' } },
  version: 2,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type AdDefaults = z.output<typeof AdDefaults>;

export const AdDefaultsUpdate = z.object({
  objective: z.enum(OBJECTIVES_TAKEN).transform(objectiveOf).nullable().optional(),
  audience: Audience.nullable().optional(),
  ad: Text.nullable().optional(),
  optimizationEvent: z.enum(OPTIMIZATION_EVENTS).nullable().optional(),
  tracking: Tracking.nullable().optional(),
  identity: z.enum(IDENTITIES).nullable().optional(),
  creatorPay: CreatorPay.nullable().optional(),
  settings: z
    .strictObject({
      meta: PlatformSettingsInput,
      tiktok: PlatformSettingsInput,
      google: PlatformSettingsInput,
      snapchat: PlatformSettingsInput,
    })
    .optional()
    .describe('By platform: each that is given is replaced, null takes it back.'),
  version: Version.optional(),
});
bodyExample(AdDefaultsUpdate, 'AdDefaultsUpdate', {
  objective: 'conversions',
  audience: { countries: ['US'], ageMin: 21, ageMax: 45 },
  settings: { meta: { pixel: '600000000000001' } },
});

export type AdDefaultsInput = z.output<typeof AdDefaultsUpdate>;

/** What was set; what was not is left out. */
export interface AdDefaultsValues {
  objective?: AdDefaults['objective'];
  audience?: z.output<typeof Audience>;
  ad?: z.output<typeof Text>;
  optimizationEvent?: (typeof OPTIMIZATION_EVENTS)[number];
  tracking?: z.output<typeof Tracking>;
  identity?: AdDefaults['identity'];
  creatorPay?: z.output<typeof CreatorPay>;
  settings?: AdDefaults['settings'];
}

export interface AdDefaultsRow {
  id: string;
  given: AdDefaultsValues;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The version before the first change. */
export const UNSET_VERSION = 1;

export function presentDefaults(account: string, row: AdDefaultsRow | null): AdDefaults {
  const given = row?.given ?? {};
  return {
    account,
    objective: given.objective ?? 'conversions',
    audience: given.audience ?? null,
    ad: given.ad ?? null,
    optimizationEvent: given.optimizationEvent ?? null,
    tracking: given.tracking ?? null,
    identity: given.identity ?? 'brand',
    creatorPay: given.creatorPay ?? null,
    settings: given.settings ?? {},
    version: row?.version ?? UNSET_VERSION,
    createdAt: isoOrNull(row?.createdAt ?? null),
    updatedAt: isoOrNull(row?.updatedAt ?? null),
  };
}
