import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The number of attempts in each minute. */
export const attempts = sqliteTable(
  'attempts',
  {
    /** A hash of the kind of attempt with the address, the network, or both. */
    key: text().notNull(),
    /** When the minute began. */
    minute: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.minute] }), index('attempts_minute').on(t.minute)],
);
