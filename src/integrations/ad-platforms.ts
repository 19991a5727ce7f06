// Types and helpers derived from the list of ad platforms.
import { AD_PLATFORM_REGISTRY, type AdPlatformRow } from './ad-platform-registry.ts';

export type AdPlatformCode = keyof typeof AD_PLATFORM_REGISTRY;

/** The ad platforms' names in the API. */
export const AD_PLATFORMS = Object.keys(AD_PLATFORM_REGISTRY) as [AdPlatformCode, ...AdPlatformCode[]];

/** Builds an object with the result of `make` for each ad platform, by its name in the API. */
export const byAdPlatform = <T>(make: (row: AdPlatformRow) => T): Record<AdPlatformCode, T> =>
  Object.fromEntries(AD_PLATFORMS.map((code) => [code, make(AD_PLATFORM_REGISTRY[code])])) as Record<
    AdPlatformCode,
    T
  >;
