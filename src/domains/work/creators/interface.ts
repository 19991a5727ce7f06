// What the domains above tell creators.
import type { Ctx } from '../../../context.ts';
import type { StoredVideo } from '../creator-consent/creator.ts';

/** A public post of a connected account, as the platform last told it. Its pictures and videos have short-lived links. */
export type ProfilePost = Pick<
  StoredVideo,
  'url' | 'title' | 'publishedAt' | 'durationLabel' | 'thumbnailUrl' | 'videoUrl'
>;

/** Posts by creator, platform and the platform's ID. Those that no connected account of the creator has are left out. */
export type FindProfilePosts = (
  ctx: Ctx,
  asked: readonly { creatorId: string; platform: string; post: string }[],
) => Promise<ReadonlyMap<string, ProfilePost>>;

export const postAt = (creatorId: string, platform: string, post: string): string =>
  `${creatorId} ${platform} ${post}`;
