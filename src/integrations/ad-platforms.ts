// The ad platforms by the table's rows.
import { AD_PLATFORM_TABLE, type AdPlatformRow } from './ad-platform-table.ts';

export type AdPlatformCode = keyof typeof AD_PLATFORM_TABLE;

/** Their names in the API. */
export const AD_PLATFORMS = Object.keys(AD_PLATFORM_TABLE) as [AdPlatformCode, ...AdPlatformCode[]];

/** What `make` makes of each, by its name in the API. */
export const byAdPlatform = <T>(make: (row: AdPlatformRow) => T): Record<AdPlatformCode, T> =>
  Object.fromEntries(AD_PLATFORMS.map((code) => [code, make(AD_PLATFORM_TABLE[code])])) as Record<
    AdPlatformCode,
    T
  >;
