import * as z from 'zod';
import { byAdPlatform } from '../../../integrations/ad-platforms.ts';
import { isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { id, Version } from '../../../resource/fields.ts';
import { ABOUT } from '../campaign-terms/about.ts';
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

const PlatformSettings = z
  .record(z.string().min(1).max(100), z.unknown())
  .describe('For campaigns on this platform; GET /v1/ad-fields lists what it takes.');
const PlatformSettingsInput = PlatformSettings.nullable().optional();
const Text = AdText.partial();

const orNull = (about: string) => `${about} Null while nothing is set.`;
const orBack = (about: string) => `${about} Null takes it back.`;

export const AdDefaults = z
  .object({
    account: id('account').describe('Whose new campaigns begin with them.'),
    objective: z.enum(OBJECTIVES).describe(ABOUT.objective),
    audience: Audience.nullable().describe(orNull(ABOUT.audience)),
    ad: Text.nullable().describe(orNull(ABOUT.ad)),
    optimizationEvent: z.enum(OPTIMIZATION_EVENTS).nullable().describe(orNull(ABOUT.optimizationEvent)),
    tracking: Tracking.nullable().describe(orNull(ABOUT.tracking)),
    identity: z.enum(IDENTITIES).describe(ABOUT.identity),
    creatorPay: CreatorPay.nullable().describe("Null: the programs' rules pay."),
    settings: z
      .object(byAdPlatform(() => PlatformSettings.optional()))
      .describe('By platform; GET /v1/ad-fields lists what each takes.'),
    version: Version,
    createdAt: z.string().nullable().describe('RFC 3339, UTC. Null until something is set.'),
    updatedAt: z.string().nullable().describe('RFC 3339, UTC. Null until something is set.'),
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
  objective: z
    .enum(OBJECTIVES_TAKEN)
    .transform(objectiveOf)
    .nullable()
    .optional()
    .describe(orBack(ABOUT.objective)),
  audience: Audience.nullable().optional().describe(orBack(ABOUT.audience)),
  ad: Text.nullable().optional().describe(orBack(ABOUT.ad)),
  optimizationEvent: z
    .enum(OPTIMIZATION_EVENTS)
    .nullable()
    .optional()
    .describe(orBack(ABOUT.optimizationEvent)),
  tracking: Tracking.nullable().optional().describe(orBack(ABOUT.tracking)),
  identity: z.enum(IDENTITIES).nullable().optional().describe(orBack(ABOUT.identity)),
  creatorPay: CreatorPay.nullable().optional().describe(orBack(ABOUT.creatorPay)),
  settings: z
    .strictObject(byAdPlatform(() => PlatformSettingsInput))
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

/** The defaults that were set. Fields that were never set are left out. */
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

/** The version of defaults that were never changed. */
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
