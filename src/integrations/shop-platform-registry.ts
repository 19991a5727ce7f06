// The list of shop platforms. Each has a folder next to this file and a row here; nothing else in the service lists them.
import type { ShopPlatform } from './shops/platform.ts';

export interface ShopPlatformRow {
  /** The name that people know. */
  name: string;
  load(): Promise<ShopPlatform>;
}

export const SHOP_PLATFORM_REGISTRY = {
  shopify: {
    name: 'Shopify',
    load: () => import('./shopify/adapter.ts').then((m) => m.shopifyAdapter),
  },
} satisfies Record<string, ShopPlatformRow>;
