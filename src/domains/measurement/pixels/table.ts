import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const pixels = sqliteTable(
  'pixels',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    domains: text({ mode: 'json' }).$type<string[]>().notNull(),
    excludedCountries: text('excluded_countries', { mode: 'json' }).$type<string[]>().notNull(),
    /** Known only to the customer's own proxy. */
    proxyToken: text('proxy_token').notNull(),
    /** Public in a shop's settings: sandboxed frames, which have no origin, send it with their events. */
    sandboxKey: text('sandbox_key').notNull().default(''),
    /** The connection of a shop that it was made for, with the name and the domain that the shop gave it; null otherwise. */
    made: text({ mode: 'json' }).$type<{ by: string; name: string; domain: string }>(),
    status: text({ enum: ['waiting', 'verified', 'archived'] }).notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('pixels_account').on(t.accountId, t.id)],
);

/**
 * Accounts that have reached their limit of browser events on a day (UTC). The edge reads it together with the pixel.
 */
export const beaconLimits = sqliteTable('beacon_limits', {
  accountId: text('account_id').primaryKey(),
  day: text().notNull(),
});
