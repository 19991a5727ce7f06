import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What an account used of something that it has so much of a day. */
export const quotaUse = sqliteTable(
  'quota_use',
  {
    /** The first moment of the day (UTC). */
    day: integer().notNull(),
    accountId: text('account_id').notNull(),
    what: text({
      enum: ['upload_bytes', 'test_events', 'answer_bytes', 'ad_lookups', 'campaigns'],
    }).notNull(),
    amount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.accountId, t.what] })],
);
