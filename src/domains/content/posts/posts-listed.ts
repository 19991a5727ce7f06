import type { PostsListed } from '../mirrors/interface.ts';
import { hashtagsIn } from './disclosure.ts';
import { postKey } from './post-key.ts';
import { savePostMatchDueFor } from './store.ts';

/**
 * Has the creator's work matched, in the batch that stores a page of posts, where a post of the page may be that of work that
 * waits for one.
 */
export const postsListed: PostsListed = (ctx, creatorId, page) =>
  savePostMatchDueFor(
    ctx,
    creatorId,
    page.map(({ url, caption }) => ({
      key: (url === null ? null : postKey(url)?.key) ?? null,
      tags: hashtagsIn(caption ?? ''),
    })),
  );
