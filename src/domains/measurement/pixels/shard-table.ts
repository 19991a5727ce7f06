// Tables of an events shard.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The counts that GET /v1/pixels shows for the last seven days. They remain when the raw events are gone. */
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

/** The number of an account's browser events on a day (UTC), as far as they were consumed. */
export const beaconDays = sqliteTable(
  'beacon_days',
  { accountId: text('account_id').notNull(), day: text().notNull(), events: integer().notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.day] })],
);

/**
 * The number of a network's events on an account's day (UTC). Only networks with many events have a row: see
 * network-limit.ts.
 */
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

/** The events that a pixel refused in an hour: a few origins by name, all others together. See add-rejections.ts. */
export const pixelRejections = sqliteTable(
  'pixel_rejections',
  {
    pixelId: text('pixel_id').notNull(),
    /** When the hour began. */
    hour: integer().notNull(),
    /** Empty if the request named no origin. */
    origin: text().notNull(),
    reason: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pixelId, t.hour, t.origin, t.reason] }),
    index('pixel_rejections_hour').on(t.hour),
  ],
);

/** The refusal messages, and refused events of networks over their limit, that have already been added. */
export const rejectionMessages = sqliteTable(
  'rejection_messages',
  { id: text().primaryKey(), addedAt: integer('added_at').notNull() },
  (t) => [index('rejection_messages_at').on(t.addedAt)],
);

/**
 * Drizzle does not support WITHOUT ROWID, so the migration was written by hand. A rule test checks that it matches this
 * list.
 */
export const withoutRowid = [pixelDaily, beaconDays, networkDays, pixelRejections, rejectionMessages];
