import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What an account counts as a conversion. The counts are in the account's shard. */
export const conversions = sqliteTable(
  'conversions',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    eventName: text('event_name').notNull(),
    pageUrlContains: text('page_url_contains'),
    minValueCents: integer('min_value_cents'),
    minValueCurrency: text('min_value_currency'),
    attributionWindowDays: integer('attribution_window_days').notNull(),
    payBrowserEvents: integer('pay_browser_events', { mode: 'boolean' }).notNull(),
    status: text({ enum: ['active', 'archived'] }).notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('conversions_account').on(t.accountId, t.id)],
);
