import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SOCIAL_PLATFORMS } from '../../../integrations/social-platforms.ts';

/** How far a connected account's posts were read. Times are in milliseconds. */
export const mirrors = sqliteTable(
  'mirrors',
  {
    connectionId: text('connection_id').primaryKey(),
    creatorId: text('creator_id').notNull(),
    platform: text({ enum: SOCIAL_PLATFORMS }).notNull(),
    /** When it is read next; null while the connection is out of use. */
    dueAt: integer('due_at'),
    /** Until when a run has it. */
    leaseUntil: integer('lease_until').notNull().default(0),
    /** How many runs have failed in a row. */
    tries: integer().notNull().default(0),
    /** When the list is read next, and the platform's cursor where a list that was begun goes on. */
    listAt: integer('list_at').notNull(),
    listCursor: text('list_cursor'),
    /** How many pages the list under way has had, and the newest post in it. */
    listPages: integer('list_pages').notNull().default(0),
    listNewest: integer('list_newest').notNull().default(0),
    /** Up to this post everything was listed. */
    listedTo: integer('listed_to').notNull().default(0),
    /** Since when the platform says that its person took our access away; null once a reading has shown otherwise. */
    removedAt: integer('removed_at'),
    /** When somebody asked for a reading, and when that one ended. */
    askedAt: integer('asked_at'),
    askedEndedAt: integer('asked_ended_at'),
  },
  (t) => [
    index('mirrors_due').on(t.dueAt).where(sql`${t.dueAt} IS NOT NULL`),
    index('mirrors_creator').on(t.creatorId),
  ],
);

/** A post of a connected account, as the platform last told it. */
export const mirroredPosts = sqliteTable(
  'mirrored_posts',
  {
    /** Made from the time of publication, so that a list by ID is a list by that time. */
    id: text().primaryKey(),
    connectionId: text('connection_id').notNull(),
    /** The platform's ID. */
    platformId: text('platform_id').notNull(),
    url: text(),
    title: text(),
    caption: text(),
    publishedAt: integer('published_at').notNull(),
    durationSeconds: real('duration_seconds'),
    thumbnailUrl: text('thumbnail_url'),
    videoUrl: text('video_url'),
    views: integer(),
    likes: integer(),
    comments: integer(),
    shares: integer(),
    saves: integer(),
    /** When the counts were read; null while only the list has told some. */
    countedAt: integer('counted_at'),
    /** When the counts are read next; null once the post is too old to count. */
    countAt: integer('count_at'),
    /** Since when it has been deleted or private. */
    goneAt: integer('gone_at'),
    /** Whether it belongs to work that was sent to a brand. */
    matched: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('mirrored_posts_platform').on(t.connectionId, t.platformId),
    index('mirrored_posts_connection').on(t.connectionId, t.id),
    index('mirrored_posts_count').on(t.connectionId, t.countAt).where(sql`${t.countAt} IS NOT NULL`),
  ],
);

/** The last counts of each UTC day on which a post was read. */
export const postDays = sqliteTable(
  'post_days',
  {
    postId: text('post_id').notNull(),
    /** `YYYY-MM-DD` */
    day: text().notNull(),
    /** When they were read. */
    at: integer().notNull(),
    views: integer().notNull(),
    likes: integer(),
    comments: integer(),
    shares: integer(),
    saves: integer(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.day] })],
);

export const withoutRowid = [postDays];
