import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How often somebody tried, by the minute. */
export const attempts = sqliteTable(
  'attempts',
  {
    /** A hash of what was tried, and of the address, the network or both. */
    key: text().notNull(),
    /** The minute's first moment. */
    minute: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.minute] }), index('attempts_minute').on(t.minute)],
);
