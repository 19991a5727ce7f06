// The ad platforms by the table's rows.
import { AD_PLATFORM_REGISTRY, type AdPlatformRow } from './ad-platform-registry.ts';

export type AdPlatformCode = keyof typeof AD_PLATFORM_REGISTRY;

/** Their names in the API. */
export const AD_PLATFORMS = Object.keys(AD_PLATFORM_REGISTRY) as [AdPlatformCode, ...AdPlatformCode[]];

/** What `make` makes of each, by its name in the API. */
export const byAdPlatform = <T>(make: (row: AdPlatformRow) => T): Record<AdPlatformCode, T> =>
  Object.fromEntries(AD_PLATFORMS.map((code) => [code, make(AD_PLATFORM_REGISTRY[code])])) as Record<
    AdPlatformCode,
    T
  >;
