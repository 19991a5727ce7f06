import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Mails waiting to be sent. Their text is encrypted, and deleted once they are sent. */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    /** Whether it holds the link that proves the address: it is sent even where mails came back. */
    proves: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether it invites its address, which may refuse such mails. */
    invites: integer({ mode: 'boolean' }).notNull().default(false),
    /** Encrypted subject and text; null once it was sent or given up. */
    body: text(),
    attempts: integer().notNull().default(0),
    /** When to try next; null once it was sent or given up. */
    dueAt: integer('due_at'),
    sentAt: integer('sent_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('mails_due').on(t.dueAt, t.id)],
);

/** Addresses that nobody may be invited at by mail, as whoever reads their mail decided. */
export const mailRefusals = sqliteTable('mail_refusals', {
  /** Lower case. */
  address: text().primaryKey(),
  refusedAt: integer('refused_at').notNull(),
});

export const withoutRowid = [mailRefusals];
