import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PayOverride } from '../program-terms/pay.ts';
import type { Comment, Decider } from './review.ts';

/**
 * What tells the post that a stored URL names from others: at TikTok its number, since the address opens with any handle in
 * it; else the whole URL.
 */
export const postNamedBy = (url: SQL): SQL =>
  sql`CASE WHEN substr(${url}, 1, 24) = 'https://www.tiktok.com/@' THEN replace(${url}, rtrim(${url}, replace(${url}, '/', '')), '') ELSE ${url} END`;

/** What a creator submits to a program for review. Times are milliseconds, money is in cents. */
export const submissions = sqliteTable(
  'submissions',
  {
    id: text().primaryKey(),
    /** The program's account. */
    accountId: text('account_id').notNull(),
    programId: text('program_id').notNull(),
    applicationId: text('application_id').notNull(),
    creatorId: text('creator_id').notNull(),
    status: text({ enum: ['review', 'approved', 'live', 'rejected', 'revision'] }).notNull(),
    /** The brand's note on the current round. */
    note: text(),
    /** The brand's comments on the current round, from when it is sent back. */
    comments: text({ mode: 'json' }).$type<Comment[]>().notNull().default([]),
    tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The video of the current round, and where it is published. */
    fileId: text('file_id'),
    url: text(),
    /** Whether the URL is what the brand named, and the creator has not said that it is its post. */
    urlByBrand: integer('url_by_brand', { mode: 'boolean' }).notNull().default(false),
    /** When the post behind a short link is looked up next, and how often nobody answered; null for any other URL. */
    urlDueAt: integer('url_due_at'),
    urlTries: integer('url_tries').notNull().default(0),
    /** Why the post behind a short link is not known, in a sentence. */
    urlProblem: text('url_problem'),
    platform: text(),
    caption: text(),
    format: text(),
    /** The video's duration in milliseconds. */
    durationMs: integer('duration_ms'),
    productId: text('product_id'),
    retainerId: text('retainer_id'),
    /** Its tracked post. */
    postId: text('post_id'),
    submittedAt: integer('submitted_at').notNull().default(0),
    reviewedAt: integer('reviewed_at'),
    /** Who made the decision of then; null for those of before it was kept. */
    decidedBy: text('decided_by', { mode: 'json' }).$type<Decider>(),
    /** From when until when it was approved, for approvals that were taken back. */
    approvedBefore: text('approved_before', { mode: 'json' }).$type<[from: number, until: number][]>(),
    /**
     * The pay in force when the submission was made: the program's version, and the creator's own pay over
     * it.
     */
    payVersion: integer('pay_version').notNull().default(1),
    payOverride: text('pay_override', { mode: 'json' }).$type<PayOverride>(),
    /**
     * Since when the approval waits to be paid; null when nothing is due, or when it was paid. See
     * interface.ts.
     */
    payDueAt: integer('pay_due_at'),
    paymentId: text('payment_id'),
    paidAmount: integer('paid_amount'),
    paidCurrency: text('paid_currency'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('submissions_account_status').on(t.accountId, t.status, t.id),
    index('submissions_program_status').on(t.programId, t.status, t.id),
    index('submissions_creator_status').on(t.creatorId, t.status, t.id),
    index('submissions_account_platform').on(t.accountId, t.platform, t.status, t.id),
    index('submissions_program_platform').on(t.programId, t.platform, t.status, t.id),
    index('submissions_application_status').on(t.applicationId, t.status, t.id),
    index('submissions_creator').on(t.creatorId, t.accountId, t.id),
    index('submissions_program_creator').on(t.programId, t.creatorId),
    // A file is not submitted, and paid, twice. After a rejection it may be submitted again.
    uniqueIndex('submissions_file').on(t.programId, t.fileId).where(sql`status <> 'rejected'`),
    // Another creator may name the same post: who claims it wrongly is for the brand to see.
    uniqueIndex('submissions_url')
      .on(t.programId, postNamedBy(sql.raw('`url`')), t.creatorId)
      .where(sql`status <> 'rejected'`),
    index('submissions_url_due').on(t.urlDueAt).where(sql`url_due_at IS NOT NULL`),
    index('submissions_program_due')
      .on(t.payDueAt)
      .where(sql`pay_due_at IS NOT NULL AND retainer_id IS NULL`),
    index('submissions_retainer_due').on(t.retainerId, t.payDueAt).where(sql`pay_due_at IS NOT NULL`),
  ],
);

/** What was sent in to a submission before and sent back, a row for each round. Rows are only ever added. */
export const submissionRounds = sqliteTable(
  'submission_rounds',
  {
    submissionId: text('submission_id').notNull(),
    /** From 1 for the first that was sent in. */
    number: integer().notNull(),
    fileId: text('file_id'),
    url: text(),
    caption: text(),
    format: text(),
    durationMs: integer('duration_ms'),
    note: text(),
    comments: text({ mode: 'json' }).$type<Comment[]>().notNull(),
    decidedBy: text('decided_by', { mode: 'json' }).$type<Decider>(),
    submittedAt: integer('submitted_at').notNull(),
    reviewedAt: integer('reviewed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.number] }),
    index('submission_rounds_file').on(t.fileId).where(sql`file_id IS NOT NULL`),
  ],
);

/**
 * A row for each of a submission's tags, rebuilt with every change, so that a list by tag is one index range.
 */
export const submissionTags = sqliteTable(
  'submission_tags',
  {
    submissionId: text('submission_id').notNull(),
    tag: text().notNull(),
    accountId: text('account_id').notNull(),
    programId: text('program_id').notNull(),
    applicationId: text('application_id').notNull(),
    creatorId: text('creator_id').notNull(),
    platform: text(),
    status: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.tag] }),
    index('submission_tags_account').on(t.accountId, t.tag, t.status, t.submissionId),
  ],
);
