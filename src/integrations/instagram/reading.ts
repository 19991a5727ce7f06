// Reads a creator's posts, and how often each was viewed.
import * as z from 'zod';
import type { ListPage } from '../provider/read-list.ts';
import { SocialError } from '../social/error.ts';
import type { PostCounts, ReadCounts, SocialPost, SocialSession } from '../social/platform.ts';
import { get, Id, inPath } from './client.ts';
import { INSTAGRAM } from './outcome.ts';

export const PAGE_SIZE = 50;

const count = z.number().int().nonnegative().optional();
const Media = z.object({
  id: Id,
  caption: z.string().max(20_000).optional(),
  media_type: z.string().max(100).optional(),
  media_product_type: z.string().max(100).optional(),
  media_url: z.string().max(4000).optional(),
  permalink: z.string().max(4000).optional(),
  thumbnail_url: z.string().max(4000).optional(),
  /** Such as `2026-11-26T10:00:00+0000`. */
  timestamp: z.string().max(40),
  like_count: count,
  comments_count: count,
  view_count: count,
});
const Page = z.object({
  data: z.array(Media).max(1000),
  paging: z
    .object({ cursors: z.object({ after: z.string().max(2000) }).optional(), next: z.string().optional() })
    .optional(),
});

/** `next` holds the token, so only whether it is there counts. */
export async function posts(session: SocialSession, cursor: string | null): Promise<ListPage<SocialPost>> {
  const fields = Object.keys(Media.shape).join(',');
  const params = { fields, limit: PAGE_SIZE, after: cursor };
  const { data, paging } = await get(session, `${inPath(session.user)}/media`, params, Page);
  const next = paging?.next === undefined ? null : paging.cursors?.after;
  // There is another page but no cursor for it.
  if (next === undefined) throw INSTAGRAM.error('unreadable');
  return { items: data.flatMap(asPost), next };
}

/** A story, which ends after a day, or an ad is no post. */
function asPost(media: z.output<typeof Media>): SocialPost[] {
  if (media.media_product_type === 'STORY' || media.media_product_type === 'AD') return [];
  const publishedAt = Date.parse(media.timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(publishedAt)) throw INSTAGRAM.error('unreadable');
  const isVideo = media.media_type === 'VIDEO';
  return [
    {
      id: media.id,
      url: media.permalink ?? null,
      title: null,
      caption: media.caption ?? null,
      publishedAt,
      durationSeconds: null,
      thumbnailUrl: media.thumbnail_url ?? (isVideo ? null : (media.media_url ?? null)),
      videoUrl: isVideo ? (media.media_url ?? null) : null,
      views: media.view_count ?? null,
      likes: media.like_count ?? null,
      comments: media.comments_count ?? null,
      shares: null,
      saves: null,
    },
  ];
}

/** The platform's name of each count. They hold what was organic, without what ads brought. */
const METRICS = {
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  saves: 'saved',
} as const satisfies Record<keyof PostCounts, string>;

const Insights = z.object({
  data: z
    .array(
      z.object({
        name: z.string().max(100),
        values: z.array(z.object({ value: z.unknown() })).optional(),
        total_value: z.object({ value: z.unknown() }).optional(),
      }),
    )
    .max(100),
});

/** The insights of one post. What the platform does not tell yet, up to 48 hours, is null. */
async function insights(session: SocialSession, id: string): Promise<PostCounts> {
  const metric = Object.values(METRICS).join(',');
  const { data } = await get(session, `${inPath(id)}/insights`, { metric }, Insights);
  const told = (name: string): number | null => {
    const found = data.find((one) => one.name === name);
    const value = found?.values?.[0]?.value ?? found?.total_value?.value;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  return {
    views: told(METRICS.views),
    likes: told(METRICS.likes),
    comments: told(METRICS.comments),
    shares: told(METRICS.shares),
    saves: told(METRICS.saves),
  };
}

export async function counts(
  session: SocialSession,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadCounts>> {
  const read = new Map<string, ReadCounts>();
  for (const id of ids) {
    try {
      read.set(id, await insights(session, id));
    } catch (error) {
      if (!(error instanceof SocialError)) throw error;
      if (error.kind === 'not_found') read.set(id, 'gone');
      // Too few people saw it, or it is from before the account was professional: nothing is told of this one post.
      else if (error.kind !== 'permission' && error.kind !== 'invalid') throw error;
    }
  }
  return read;
}
