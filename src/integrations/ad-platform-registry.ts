// The list of ad platforms. Each has a folder next to this file and a row here; nothing else in the service lists them.
import type { AdPlatform } from './ads/platform.ts';

export interface AdPlatformRow {
  /** The name that people know. */
  name: string;
  /** For how many days after a click its reports count a purchase, unless somebody set up something else there. */
  clickDays: number;
  load(): Promise<AdPlatform>;
}

export const AD_PLATFORM_REGISTRY = {
  meta: {
    name: 'Meta',
    clickDays: 7,
    load: () => import('./meta/adapter.ts').then((m) => m.metaAdapter),
  },
  tiktok: {
    name: 'TikTok',
    clickDays: 7,
    load: () => import('./tiktok/adapter.ts').then((m) => m.tiktokAdapter),
  },
  google: {
    name: 'Google',
    clickDays: 30,
    load: () => import('./google/adapter.ts').then((m) => m.googleAdapter),
  },
  snapchat: {
    name: 'Snapchat',
    clickDays: 28,
    load: () => import('./snapchat/adapter.ts').then((m) => m.snapchatAdapter),
  },
} satisfies Record<string, AdPlatformRow>;
