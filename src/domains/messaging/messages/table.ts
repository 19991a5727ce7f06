import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { MessageRecord } from '../thread-log/record.ts';
import { REPORT_DECISIONS } from './report-decision.ts';

/** Which messages show a file: whoever reads one of them reads the file. */
export const messageFiles = sqliteTable(
  'message_files',
  {
    fileId: text('file_id').notNull(),
    messageId: text('message_id').notNull(),
    threadId: text('thread_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.messageId] }),
    index('message_files_message').on(t.messageId, t.fileId),
  ],
);

/** What a side reported of another's message, for the staff to judge. Times are milliseconds. */
export const messageReports = sqliteTable(
  'message_reports',
  {
    id: text().primaryKey(),
    threadId: text('thread_id').notNull(),
    messageId: text('message_id').notNull(),
    /** The side that reported it, and its key, grant or person. */
    side: text().notNull(),
    caller: text().notNull(),
    reason: text({ enum: ['spam', 'harassment', 'fraud', 'explicit', 'other'] }).notNull(),
    note: text(),
    status: text({ enum: ['open', 'closed'] }).notNull(),
    decision: text({ enum: REPORT_DECISIONS }),
    /** The staff member. */
    decidedBy: text('decided_by'),
    decidedAt: integer('decided_at'),
    createdAt: integer('created_at').notNull(),
    /** What the message said then and 10 around it, oldest first, whatever was changed since. */
    shown: text({ mode: 'json' }).$type<MessageRecord[]>().notNull(),
  },
  (t) => [
    uniqueIndex('message_reports_once').on(t.messageId, t.side),
    index('message_reports_thread').on(t.threadId),
    index('message_reports_open').on(t.id).where(sql`status = 'open'`),
  ],
);

export const withoutRowid = [messageFiles];
