// Types and helpers derived from the list of shop platforms.
import { SHOP_PLATFORM_REGISTRY, type ShopPlatformRow } from './shop-platform-registry.ts';

export type ShopPlatformCode = keyof typeof SHOP_PLATFORM_REGISTRY;

/** The shop platforms' names in the API. */
export const SHOP_PLATFORMS = Object.keys(SHOP_PLATFORM_REGISTRY) as [
  ShopPlatformCode,
  ...ShopPlatformCode[],
];

/** Builds an object with the result of `make` for each shop platform, by its name in the API. */
export const byShopPlatform = <T>(make: (row: ShopPlatformRow) => T): Record<ShopPlatformCode, T> =>
  Object.fromEntries(SHOP_PLATFORMS.map((code) => [code, make(SHOP_PLATFORM_REGISTRY[code])])) as Record<
    ShopPlatformCode,
    T
  >;
