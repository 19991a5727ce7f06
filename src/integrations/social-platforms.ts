// Types and helpers derived from the list of social platforms.
import { SOCIAL_PLATFORM_REGISTRY, type SocialPlatformRow } from './social-platform-registry.ts';

export type SocialPlatformCode = keyof typeof SOCIAL_PLATFORM_REGISTRY;

/** The social platforms' names in the API. */
export const SOCIAL_PLATFORMS = Object.keys(SOCIAL_PLATFORM_REGISTRY) as [
  SocialPlatformCode,
  ...SocialPlatformCode[],
];

/** Builds an object with the result of `make` for each social platform, by its name in the API. */
export const bySocialPlatform = <T>(make: (row: SocialPlatformRow) => T): Record<SocialPlatformCode, T> =>
  Object.fromEntries(SOCIAL_PLATFORMS.map((code) => [code, make(SOCIAL_PLATFORM_REGISTRY[code])])) as Record<
    SocialPlatformCode,
    T
  >;
