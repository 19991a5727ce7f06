import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AdDefaultsValues } from './ad-defaults.ts';

/** What an account's new campaigns start with. The row is created by the first change. Times are in milliseconds. */
export const adDefaults = sqliteTable('ad_defaults', {
  /** The account's ID. */
  id: text('account_id').primaryKey(),
  given: text({ mode: 'json' }).$type<AdDefaultsValues>().notNull(),
  version: integer().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
