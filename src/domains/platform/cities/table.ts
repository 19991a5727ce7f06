import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const cities = sqliteTable('cities', {
  /** The place in the order of all lists: larger cities first, then the older GeoNames ID. */
  rank: integer().primaryKey(),
  folded: text().notNull(),
  /** Its fields, as `packCity` writes them. */
  record: text().notNull(),
});

/** The cities below each prefix, in the order of their ranks; see prefix-lists.ts for which prefixes there are. */
export const cityPrefixes = sqliteTable(
  'city_prefixes',
  {
    key: text().notNull(),
    rank: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.rank] })],
);
