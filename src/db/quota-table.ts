import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How much an account, or a creator, has used of a daily quota. */
export const quotaUse = sqliteTable(
  'quota_use',
  {
    /** The start of the day (UTC). */
    day: integer().notNull(),
    accountId: text('account_id').notNull(),
    what: text({
      enum: [
        'upload_bytes',
        'test_events',
        'answer_bytes',
        'ad_lookups',
        'campaigns',
        'ads_plans',
        'creator_codes',
        'short_links',
        'profile_pictures',
        'messages',
        'new_threads',
        'message_reports',
        'embeds',
        'exports',
      ],
    }).notNull(),
    amount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.accountId, t.what] })],
);
