// Of an events shard. WITHOUT ROWID, which drizzle cannot say: the migration does by hand.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What GET /v1/pixels shows of the last seven days, and what stays when the raw events have gone. */
export const pixelDaily = sqliteTable(
  'pixel_daily',
  {
    pixelId: text('pixel_id').notNull(),
    day: text().notNull(),
    events: integer().notNull(),
    consented: integer().notNull(),
    fromServer: integer('from_server').notNull(),
    withUserData: integer('with_user_data').notNull(),
    withClickIds: integer('with_click_ids').notNull(),
    credited: integer().notNull(),
    located: integer().notNull(),
    bots: integer().notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.pixelId, t.day] })],
);
