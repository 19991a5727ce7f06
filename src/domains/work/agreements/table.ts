import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Agreements with a newest version that creators who have to accept it are not all told of yet. */
export const agreementNews = sqliteTable('agreement_news', {
  agreementId: text('agreement_id').primaryKey(),
  accountId: text('account_id').notNull(),
  /** The last creator of the roster who was looked at; empty at first. */
  cursor: text().notNull(),
});

export const withoutRowid = [agreementNews];
