// The list of social platforms. Each has a folder next to this file and a row here; nothing else in the service lists
// them.
import type { SocialPlatform } from './social/platform.ts';

export interface SocialPlatformRow {
  /** The name that people know. */
  name: string;
  load(): Promise<SocialPlatform>;
}

export const SOCIAL_PLATFORM_REGISTRY = {
  instagram: {
    name: 'Instagram',
    load: () => import('./instagram/adapter.ts').then((m) => m.instagramAdapter),
  },
  tiktok: {
    name: 'TikTok',
    load: () => import('./tiktok-display/adapter.ts').then((m) => m.tiktokDisplayAdapter),
  },
} satisfies Record<string, SocialPlatformRow>;
