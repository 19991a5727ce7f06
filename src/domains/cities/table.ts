import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const cities = sqliteTable('cities', {
  /** The place in the order of all lists: larger cities first, then the older GeoNames ID. */
  rank: integer().primaryKey(),
  geonamesId: integer('geonames_id').notNull(),
  name: text().notNull(),
  folded: text().notNull(),
  countryCode: text('country_code').notNull(),
  regionCode: text('region_code'),
  regionName: text('region_name'),
  latitude: real().notNull(),
  longitude: real().notNull(),
  timeZone: text('time_zone').notNull(),
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
