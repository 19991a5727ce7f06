import { INSTAGRAM_POST, TIKTOK_POST } from '../../../integrations/post-paths.ts';

/** Where posts can be tracked. */
export const POST_PLATFORMS = ['instagram', 'tiktok'] as const;
export type PostPlatform = (typeof POST_PLATFORMS)[number];

export interface PostKey {
  platform: PostPlatform;
  /** What names the post at its platform, whatever address leads to it; null for a short link. */
  key: string | null;
}

/**
 * Which post an address names, in the form that submissions keep it in or a platform tells it. Null for a post of another
 * platform.
 */
export function postKey(address: string): PostKey | null {
  const url = URL.parse(address);
  if (!url) return null;
  const host = url.hostname;
  if (host === 'instagram.com' || host.endsWith('.instagram.com'))
    return { platform: 'instagram', key: INSTAGRAM_POST.exec(url.pathname)?.[1] ?? null };
  if (host === 'tiktok.com' || host.endsWith('.tiktok.com'))
    return { platform: 'tiktok', key: TIKTOK_POST.exec(url.pathname)?.[1] ?? null };
  return null;
}
