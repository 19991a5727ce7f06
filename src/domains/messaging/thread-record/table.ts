import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { MessageRecord } from '../thread-log/record.ts';

/**
 * Which threads there are, and what lists need of them. A row is made when the thread is opened; the rest is told by the
 * thread's object, so it is late by a moment and never goes back. Times are milliseconds.
 */
export const threads = sqliteTable(
  'threads',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['direct', 'program', 'support'] }).notNull(),
    /** Null in a creator's support thread. */
    accountId: text('account_id'),
    /** Null in a program's thread and in an account's support thread. */
    creatorId: text('creator_id'),
    programId: text('program_id'),
    /** The number of the last change that was told. */
    seq: integer().notNull().default(0),
    /** Messages so far, deleted ones too. */
    messageCount: integer('message_count').notNull().default(0),
    supportStatus: text('support_status', {
      enum: ['waiting_on_lucra', 'waiting_on_customer', 'resolved'],
    }),
    /** When the oldest message that the staff has not answered was sent; null while none waits. */
    waitingSince: integer('waiting_since'),
    resolvedAt: integer('resolved_at'),
    /** When it is resolved unless the customer writes. */
    supportDueAt: integer('support_due_at'),
    /** When the newest message was written that is not automated, or the thread was made: lists are sorted by it. */
    activeAt: integer('active_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The newest message as it is now. Lists show it, and one statement cannot ask a thousand objects. */
    last: text({ mode: 'json' }).$type<MessageRecord>(),
  },
  (t) => [
    uniqueIndex('threads_direct').on(t.accountId, t.creatorId).where(sql`kind = 'direct'`),
    uniqueIndex('threads_program').on(t.programId).where(sql`program_id IS NOT NULL`),
    uniqueIndex('threads_account_support').on(t.accountId).where(sql`kind = 'support'`),
    uniqueIndex('threads_creator_support').on(t.creatorId).where(sql`kind = 'support'`),
    index('threads_account').on(t.accountId, t.kind, t.activeAt, t.id),
    index('threads_creator').on(t.creatorId, t.kind, t.activeAt, t.id),
    index('threads_waiting').on(t.waitingSince).where(sql`support_status = 'waiting_on_lucra'`),
    index('threads_due').on(t.supportDueAt).where(sql`support_due_at IS NOT NULL`),
  ],
);

/** How far a side has come in a thread. Of a program's thread, only of sides that marked or muted something. */
export const threadSides = sqliteTable(
  'thread_sides',
  {
    threadId: text('thread_id').notNull(),
    side: text().notNull(),
    /** The last message that it has read. */
    readMessage: text('read_message'),
    muted: integer({ mode: 'boolean' }).notNull(),
    blocked: integer({ mode: 'boolean' }).notNull(),
    /** 0 in a program's thread, where it is counted from the messages. */
    unread: integer().notNull(),
    /** Grows with each change of the side: what comes late changes nothing. */
    stamp: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.threadId, t.side] }),
    index('thread_sides_unread').on(t.side, t.threadId).where(sql`unread > 0`),
  ],
);

/** The messages of a thread, without their texts, which lie in its object. IDs of a thread sort as its messages. */
export const threadMessages = sqliteTable(
  'thread_messages',
  {
    threadId: text('thread_id').notNull(),
    id: text().notNull(),
    sender: text().notNull(),
    automated: integer({ mode: 'boolean' }).notNull(),
    deleted: integer({ mode: 'boolean' }).notNull(),
    version: integer().notNull(),
    /** The number of the last change of it that was told. */
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.id] })],
);

/** Sides whose messages the staff stopped. */
export const messageBars = sqliteTable('message_bars', {
  side: text().primaryKey(),
  /** The staff member. */
  barredBy: text('barred_by').notNull(),
  reason: text().notNull(),
  barredAt: integer('barred_at').notNull(),
});

export const withoutRowid = [threadSides, threadMessages];
