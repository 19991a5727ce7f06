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

/** For how many days after a click a platform counts a purchase; those of the shortest for one that is not known. */
export const clickDaysOf = (platform: string): number =>
  Object.hasOwn(AD_PLATFORM_REGISTRY, platform)
    ? AD_PLATFORM_REGISTRY[platform as AdPlatformCode].clickDays
    : Math.min(...AD_PLATFORMS.map((code) => AD_PLATFORM_REGISTRY[code].clickDays));
