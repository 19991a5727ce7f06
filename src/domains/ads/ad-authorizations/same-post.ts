// Compares the post of a code with the work's, and with the one that ads show already.
import type { CreatorPost } from '../../../integrations/ads/platform.ts';
import { postKey } from '../../content/posts/post-key.ts';

const nameOf = (address: string | null) => postKey(address ?? '');

/**
 * Whether the post is certainly another one. Where the work's address names no post of this platform (it is published
 * elsewhere, or at a short link), the post that the permission was for until now decides.
 */
export function isOtherPost(
  publishedUrl: string | null,
  before: CreatorPost | null,
  { id, url }: CreatorPost,
): boolean {
  const [own, post] = [nameOf(publishedUrl), nameOf(url)];
  if (own?.key && post?.key && own.platform === post.platform) return own.key !== post.key;
  return before !== null && before.id !== id;
}
