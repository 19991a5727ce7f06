// Reads a creator's public videos with their counts.
import * as z from 'zod';
import { SECOND_MS } from '../../kit/time.ts';
import type { ListPage } from '../provider/read-list.ts';
import type { PostCounts, ReadCounts, SocialPost, SocialSession } from '../social/platform.ts';
import { read } from './client.ts';
import { TIKTOK_DISPLAY } from './outcome.ts';

/** The most that the platform takes for a page of a list and for a query. */
export const PAGE_SIZE = 20;

const count = z.number().int().nonnegative().optional();
const Counts = {
  view_count: count,
  like_count: count,
  comment_count: count,
  share_count: count,
};
const Video = z.object({
  id: z.string().regex(/^\d{1,32}$/),
  /** Seconds. */
  create_time: z.number().int().positive(),
  cover_image_url: z.string().max(4000).optional(),
  share_url: z.string().max(4000).optional(),
  video_description: z.string().max(20_000).optional(),
  title: z.string().max(20_000).optional(),
  duration: z.number().nonnegative().optional(),
  ...Counts,
});
const List = z.object({
  videos: z.array(Video).max(100).default([]),
  cursor: z.number().int().optional(),
  has_more: z.boolean(),
});
const Queried = z.object({
  videos: z
    .array(z.object({ id: Video.shape.id, ...Counts }))
    .max(100)
    .default([]),
});

export async function posts(session: SocialSession, cursor: string | null): Promise<ListPage<SocialPost>> {
  const body = { max_count: PAGE_SIZE, ...(cursor === null ? {} : { cursor: Number(cursor) }) };
  const page = await read(session, 'video/list', Object.keys(Video.shape), List, body);
  if (page.has_more && page.cursor === undefined) throw TIKTOK_DISPLAY.error('unreadable');
  return { items: page.videos.map(asPost), next: page.has_more ? String(page.cursor) : null };
}

const asPost = (video: z.output<typeof Video>): SocialPost => ({
  id: video.id,
  url: urlOf(video.share_url),
  title: video.title || null,
  caption: video.video_description || null,
  publishedAt: video.create_time * SECOND_MS,
  durationSeconds: video.duration ?? null,
  thumbnailUrl: video.cover_image_url ?? null,
  videoUrl: null,
  ...countsOf(video),
});

/** The link names how it was shared, which is taken off. */
function urlOf(shared: string | undefined): string | null {
  const url = URL.parse(shared ?? '');
  return url === null ? null : `${url.origin}${url.pathname}`;
}

const countsOf = (video: { [name in keyof typeof Counts]?: number | undefined }): PostCounts => ({
  views: video.view_count ?? null,
  likes: video.like_count ?? null,
  comments: video.comment_count ?? null,
  shares: video.share_count ?? null,
  saves: null,
});

/** The platform leaves out what was deleted or is private, and does not say which of the two it is. */
export async function counts(
  session: SocialSession,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadCounts>> {
  const fields = ['id', ...Object.keys(Counts)];
  const filters = { video_ids: ids };
  const { videos } = await read(session, 'video/query', fields, Queried, { filters });
  const found = new Map<string, ReadCounts>(videos.map((video) => [video.id, countsOf(video)]));
  return new Map(ids.map((id) => [id, found.get(id) ?? 'gone']));
}
