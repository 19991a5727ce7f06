// Compares the post of a code with the address at which work is published.
import type { CreatorPost } from '../../../integrations/ads/platform.ts';
import { postKey } from '../../content/posts/post-key.ts';

const nameOf = (address: string | null) => postKey(address ?? '');

/**
 * Whether the post is certainly another one than the work's. Work that is published elsewhere, or at an address that
 * names no post, such as a short link, is not.
 */
export function isOtherPost(publishedUrl: string | null, { url }: CreatorPost): boolean {
  const [own, post] = [nameOf(publishedUrl), nameOf(url)];
  if (!own?.key || !post?.key || own.platform !== post.platform) return false;
  return own.key !== post.key;
}
