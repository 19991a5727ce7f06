// What a creator's connected accounts know of the posts that it shows on its profile.
import type { Ctx } from '../../../context.ts';
import type { StoredVideo } from '../creator-consent/creator.ts';
import type { Selection } from './creator-input.ts';
import type { FindProfilePosts, ProfilePost } from './interface.ts';

/**
 * What is known of the posts that a creator selects itself. Nobody else's selection is looked up: a connected account's posts
 * are its creator's alone until the creator shows them.
 */
export async function findSelected(
  ctx: Ctx,
  creatorId: string,
  selections: readonly Selection[],
): Promise<ReadonlyMap<string, ProfilePost>> {
  const asked = selections
    .filter(({ platform }) => platform !== 'upload')
    .map(({ platform, sourceContentId: post }) => ({ creatorId, platform, post }));
  return await findPosts(ctx, asked);
}

/** The posts of videos that creators have selected from their own accounts. */
export async function findShownPosts(
  ctx: Ctx,
  records: readonly { id: string; referenceVideos: readonly StoredVideo[] }[],
): Promise<ReadonlyMap<string, ProfilePost>> {
  const asked = records.flatMap(({ id: creatorId, referenceVideos }) =>
    referenceVideos.flatMap(({ isOwn, platform, post }) =>
      isOwn && post !== null ? [{ creatorId, platform, post }] : [],
    ),
  );
  return await findPosts(ctx, asked);
}

async function findPosts(
  ctx: Ctx,
  asked: Parameters<FindProfilePosts>[1],
): Promise<ReadonlyMap<string, ProfilePost>> {
  if (asked.length === 0) return new Map();
  const find = await ctx.reactions.profilePosts();
  return await find(ctx, asked);
}
