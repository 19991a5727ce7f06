import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CONFIDENCES, type Finding } from './judge-post.ts';
import type { PostTag } from './post.ts';
import { POST_PLATFORMS } from './post-key.ts';
import { STATES } from './transitions.ts';

/** Creators whose accounts and work may have something to match. Times are in milliseconds. */
export const postMatches = sqliteTable(
  'post_matches',
  {
    creatorId: text('creator_id').primaryKey(),
    dueAt: integer('due_at').notNull(),
  },
  (t) => [index('post_matches_due').on(t.dueAt)],
);

/** The post of live work, tracked until it is paid by its views. Times are in milliseconds. */
export const posts = sqliteTable(
  'posts',
  {
    id: text().primaryKey(),
    submissionId: text('submission_id').notNull(),
    accountId: text('account_id').notNull(),
    programId: text('program_id').notNull(),
    creatorId: text('creator_id').notNull(),
    platform: text({ enum: POST_PLATFORMS }).notNull(),
    url: text().notNull(),
    /** The address that the work had when it was last matched; another one since means that the brand has named another post. */
    givenUrl: text('given_url'),
    /** What names the post in its address; null for a short link that nobody has resolved. */
    key: text('url_key'),
    /** The post on a connected account of its creator; null while it was found on none. */
    mirroredPostId: text('mirrored_post_id'),
    connectionId: text('connection_id'),
    /** A hash of the caption that it was found with; null while it was found on no account. */
    captionHash: text('caption_hash'),
    /** When the creator's application was accepted. */
    acceptedAt: integer('accepted_at').notNull(),
    publishedAt: integer('published_at'),
    trackedUntil: integer('tracked_until').notNull(),
    state: text({ enum: STATES }).notNull(),
    /** The state as the account sees it: its own, or archived. */
    shown: text({ enum: [...STATES, 'archived'] }).notNull(),
    note: text(),
    confidence: text({ enum: CONFIDENCES }).notNull(),
    reason: text().notNull(),
    evidence: text({ mode: 'json' }).$type<Finding[]>().notNull().default([]),
    /** Views while it was tracked without those of ads, as of `judgedAt`; null while it was found on no account. */
    eligibleViews: integer('eligible_views'),
    judgedAt: integer('judged_at').notNull(),
    /** When the service looks at it next; null when nothing is left to do. */
    checkAt: integer('check_at'),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by', { enum: ['brand', 'service'] }),
    tags: text({ mode: 'json' }).$type<PostTag[]>().notNull().default([]),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('posts_submission').on(t.submissionId),
    uniqueIndex('posts_mirrored').on(t.accountId, t.mirroredPostId).where(sql`mirrored_post_id IS NOT NULL`),
    index('posts_account').on(t.accountId, t.shown, t.id),
    index('posts_account_platform').on(t.accountId, t.platform, t.shown, t.id),
    index('posts_program').on(t.programId, t.shown, t.id),
    index('posts_program_platform').on(t.programId, t.platform, t.shown, t.id),
    index('posts_account_key').on(t.accountId, t.platform, t.key).where(sql`url_key IS NOT NULL`),
    index('posts_creator').on(t.creatorId, t.state, t.id),
    index('posts_creator_shown').on(t.creatorId, t.shown, t.id),
    index('posts_check').on(t.checkAt).where(sql`check_at IS NOT NULL`),
  ],
);
