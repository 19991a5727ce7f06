import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Mails that came back. The statement that finds a visitor reads whether mails to their address have stopped. */
export const mailBounces = sqliteTable(
  'mail_bounces',
  {
    address: text().notNull(),
    mailId: text('mail_id').notNull(),
    /** Milliseconds. */
    bouncedAt: integer('bounced_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.mailId] })],
);

export const withoutRowid = [mailBounces];

/** So many mails come back before an address gets none any more. */
export const MOST_BOUNCES = 2;

/** SQL for whether an address gets no mails because they came back. @param address SQL for the address. */
export const isStopped = (address: string): string =>
  `(SELECT COUNT(*) FROM mail_bounces mb WHERE mb.address = ${address}) >= ${MOST_BOUNCES}`;
