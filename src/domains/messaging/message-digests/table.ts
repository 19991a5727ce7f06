import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Whose readers are looked at soon, because somebody wrote to them: one row a thread and side until then, whatever is
 * written meanwhile. In a program's thread one row for all members. Times are milliseconds.
 */
export const unreadWaits = sqliteTable(
  'unread_waits',
  {
    threadId: text('thread_id').notNull(),
    /** An account or creator; of a program's thread the thread's ID. */
    side: text().notNull(),
    /** The first message that nobody was mailed about. */
    firstMessage: text('first_message').notNull(),
    dueAt: integer('due_at').notNull(),
    /** The last member of the program who was looked at. */
    cursor: text().notNull().default(''),
    /** The newest message when the first members were looked at. */
    lastMessage: text('last_message'),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.side] }), index('unread_waits_due').on(t.dueAt)],
);

/** What a person was mailed of unread messages, and is to be. Times are milliseconds. */
export const messageDigests = sqliteTable(
  'message_digests',
  {
    personId: text('person_id').primaryKey(),
    /** Whether the person wants none. */
    off: integer({ mode: 'boolean' }).notNull().default(false),
    /** When the next one is made, if something is unread then. */
    dueAt: integer('due_at'),
    /** When the last one was made. */
    madeAt: integer('made_at').notNull().default(0),
    /** How many were made on the UTC day of the last one. */
    madeThatDay: integer('made_that_day').notNull().default(0),
  },
  (t) => [index('message_digests_due').on(t.dueAt).where(sql`due_at IS NOT NULL`)],
);

export const withoutRowid = [unreadWaits];
