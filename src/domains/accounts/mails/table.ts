import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Mails on their way. What they say is sealed, and gone when they are sent. */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    /** Sealed subject and text; null when it was sent or given up. */
    body: text(),
    attempts: integer().notNull().default(0),
    /** When to try next; null when it was sent or given up. */
    dueAt: integer('due_at'),
    sentAt: integer('sent_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('mails_due').on(t.dueAt, t.id)],
);
