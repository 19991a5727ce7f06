import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const submissions = sqliteTable(
  'submissions',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    programId: text('program_id').notNull(),
    creatorId: text('creator_id').notNull(),
    status: text({ enum: ['review', 'approved', 'live', 'rejected', 'revision'] }).notNull(),
    platform: text(),
    format: text(),
    /** Of the video, in milliseconds. */
    durationMs: integer('duration_ms'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('submissions_account').on(t.accountId, t.id),
    index('submissions_creator_status').on(t.creatorId, t.status),
    index('submissions_creator').on(t.creatorId, t.accountId, t.id),
  ],
);
