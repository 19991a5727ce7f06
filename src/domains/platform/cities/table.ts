import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const cities = sqliteTable('cities', {
  /** The position in all lists: larger cities first, then older GeoNames IDs. */
  rank: integer().primaryKey(),
  folded: text().notNull(),
  /** The city's fields, as `packCity` writes them. */
  record: text().notNull(),
});

/** The cities below each prefix, in the order of their ranks; prefix-lists.ts says which prefixes exist. */
export const cityPrefixes = sqliteTable(
  'city_prefixes',
  {
    key: text().notNull(),
    rank: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.rank] })],
);
