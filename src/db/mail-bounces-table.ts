import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Mails that came back. The statement that finds a visitor reads whether mails to their address have stopped. */
export const mailBounces = sqliteTable(
  'mail_bounces',
  {
    address: text().notNull(),
    mailId: text('mail_id').notNull(),
    /** Milliseconds. */
    bouncedAt: integer('bounced_at').notNull(),
    /** When a person proved the address again, which ends the count; null until then. */
    provedAt: integer('proved_at'),
  },
  (t) => [primaryKey({ columns: [t.address, t.mailId] })],
);

export const withoutRowid = [mailBounces];
