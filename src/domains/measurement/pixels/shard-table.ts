// Tables of an events shard.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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

/** How many browser events an account had on a day (UTC), as far as they were consumed. */
export const beaconDays = sqliteTable(
  'beacon_days',
  { accountId: text('account_id').notNull(), day: text().notNull(), events: integer().notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.day] })],
);

/** How many browser events a network had of an account's day (UTC), for those that had many: see network-limit.ts. */
export const networkDays = sqliteTable(
  'network_days',
  {
    accountId: text('account_id').notNull(),
    day: text().notNull(),
    network: text().notNull(),
    events: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.network] })],
);

/** What was refused of a pixel in an hour. A few origins, then all others together: see add-rejections.ts. */
export const pixelRejections = sqliteTable(
  'pixel_rejections',
  {
    pixelId: text('pixel_id').notNull(),
    /** When the hour began. */
    hour: integer().notNull(),
    /** Empty where the request named none. */
    origin: text().notNull(),
    reason: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pixelId, t.hour, t.origin, t.reason] }),
    index('pixel_rejections_hour').on(t.hour),
  ],
);

/** Messages of refusals, and events of networks that had had theirs, that were added already. */
export const rejectionMessages = sqliteTable(
  'rejection_messages',
  { id: text().primaryKey(), addedAt: integer('added_at').notNull() },
  (t) => [index('rejection_messages_at').on(t.addedAt)],
);

/** Drizzle cannot say WITHOUT ROWID: the migration does by hand, and a rule test holds it to this. */
export const withoutRowid = [pixelDaily, beaconDays, networkDays, pixelRejections, rejectionMessages];
