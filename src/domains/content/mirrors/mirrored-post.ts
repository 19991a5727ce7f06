import * as z from 'zod';
import { SOCIAL_PLATFORMS, type SocialPlatformCode } from '../../../integrations/social-platforms.ts';
import { iso } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { Image } from '../../../resource/image.ts';
import type { mirroredPosts } from './table.ts';

export type MirroredPostRow = typeof mirroredPosts.$inferSelect;

const told = (what: string) =>
  z.int().nullable().describe(`${what}; null where the platform does not tell it, or not yet.`);

export const ConnectionPost = z
  .object({
    id: z.string().describe("The platform's ID of the post."),
    platform: z.enum(SOCIAL_PLATFORMS).describe('Where it was published.'),
    url: z.string().nullable().describe('Its address at the platform; null where the platform gives none.'),
    title: z.string().nullable().describe('Null where the platform has no titles, or this post has none.'),
    caption: z.string().nullable().describe('The text of the post; null without one.'),
    publishedAt: z.string().describe('When it was published.'),
    durationLabel: z
      .string()
      .nullable()
      .describe('The length as people read it, such as `0:21`; null as below.'),
    durationSeconds: z
      .number()
      .nullable()
      .describe('The length of the video; null for pictures and where the platform does not tell it.'),
    thumbnailUrl: z.string().nullable().describe("The platform's picture of it; short-lived."),
    videoUrl: z.string().nullable().describe("The platform's video; short-lived, null where it gives none."),
    thumbnailImage: Image.nullable().describe("Null: the picture is the platform's, at `thumbnailUrl`."),
    metrics: z
      .object({
        views: told('Views'),
        likes: told('Likes'),
        comments: told('Comments'),
        shares: told('Shares'),
        saves: told('Saves'),
        engagements: told('Likes, comments, shares and saves together, of those that are told'),
      })
      .describe('As of the last reading: hourly for two days, then daily for 92 days.'),
  })
  .meta({ id: 'ConnectionPost' });
recordExample(ConnectionPost, {
  id: '7451234567890123456',
  platform: 'tiktok',
  url: 'https://www.tiktok.com/@ada.makes/video/7451234567890123456',
  title: 'Ten thousand steps',
  caption: 'Ten thousand steps. #ad',
  publishedAt: '2026-08-10T09:30:00.000Z',
  durationLabel: '0:31',
  durationSeconds: 31,
  thumbnailUrl: 'https://pictures.example.com/7451234567890123456.jpeg',
  videoUrl: null,
  thumbnailImage: null,
  metrics: { views: 18_400, likes: 1_210, comments: 96, shares: 41, saves: null, engagements: 1_347 },
});
export type ConnectionPost = z.output<typeof ConnectionPost>;

export function presentMirroredPost(row: MirroredPostRow, platform: SocialPlatformCode): ConnectionPost {
  const { views, likes, comments, shares, saves, durationSeconds } = row;
  return {
    id: row.platformId,
    platform,
    url: row.url,
    title: row.title,
    caption: row.caption,
    publishedAt: iso(row.publishedAt),
    durationLabel: durationSeconds === null ? null : labelOf(durationSeconds),
    durationSeconds,
    thumbnailUrl: row.thumbnailUrl,
    videoUrl: row.videoUrl,
    thumbnailImage: null,
    metrics: { views, likes, comments, shares, saves, engagements: sumOf([likes, comments, shares, saves]) },
  };
}

function sumOf(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

function labelOf(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
