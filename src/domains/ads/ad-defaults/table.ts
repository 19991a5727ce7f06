import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AdDefaultsValues } from './ad-defaults.ts';

/** What an account's new campaigns begin with; a row from the first change on. Times are milliseconds. */
export const adDefaults = sqliteTable('ad_defaults', {
  /** The account's. */
  id: text('account_id').primaryKey(),
  given: text({ mode: 'json' }).$type<AdDefaultsValues>().notNull(),
  version: integer().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
