import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Agreements with a newest version that creators who have to accept it are not all told of yet. */
export const agreementNews = sqliteTable(
  'agreement_news',
  {
    agreementId: text('agreement_id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** The last creator of the roster who was looked at; empty at first. */
    cursor: text().notNull(),
    /** When telling goes on, in milliseconds: later after each failure in turn. */
    dueAt: integer('due_at').notNull().default(0),
    failures: integer().notNull().default(0),
  },
  (t) => [index('agreement_news_due').on(t.dueAt, t.agreementId)],
);

export const withoutRowid = [agreementNews];
