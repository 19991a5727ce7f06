// Compares the post of a code with the address at which work is published.
import type { CreatorPost } from '../../../integrations/ads/platform.ts';

interface Named {
  site: string;
  post: string;
}

const NAMES: readonly { site: string; host: RegExp; path: RegExp }[] = [
  { site: 'tiktok', host: /(^|\.)tiktok\.com$/, path: /\/(?:video|photo)\/(\d+)\/?$/ },
  { site: 'instagram', host: /(^|\.)instagram\.com$/, path: /\/(?:p|reel|reels|tv)\/([^/]+)\/?$/ },
];

/** What names a post on its site; null for an address that does not say it, such as a short link. */
function nameOf(address: string | null): Named | null {
  const url = URL.parse(address ?? '');
  if (!url) return null;
  for (const { site, host, path } of NAMES) {
    const post = host.test(url.hostname) ? path.exec(url.pathname)?.[1] : undefined;
    if (post !== undefined) return { site, post };
  }
  return null;
}

/**
 * Whether the post is certainly another one than the work's. Work that is published elsewhere, or at an address that
 * names no post, is not.
 */
export function isOtherPost(publishedUrl: string | null, { url }: CreatorPost): boolean {
  const [own, post] = [nameOf(publishedUrl), nameOf(url)];
  return own !== null && post !== null && own.site === post.site && own.post !== post.post;
}
