// The list of ad platforms. Each has a folder next to this file and a row here; nothing else in the service lists them.
import type { AdPlatform } from './ads/platform.ts';

export interface AdPlatformRow {
  /** The name that people know. */
  name: string;
  load(): Promise<AdPlatform>;
}

export const AD_PLATFORM_REGISTRY = {
  meta: {
    name: 'Meta',
    load: () => import('./meta/adapter.ts').then((m) => m.metaAdapter),
  },
  tiktok: {
    name: 'TikTok',
    load: () => import('./tiktok/adapter.ts').then((m) => m.tiktokAdapter),
  },
  google: {
    name: 'Google',
    load: () => import('./google/adapter.ts').then((m) => m.googleAdapter),
  },
  snapchat: {
    name: 'Snapchat',
    load: () => import('./snapchat/adapter.ts').then((m) => m.snapchatAdapter),
  },
} satisfies Record<string, AdPlatformRow>;
