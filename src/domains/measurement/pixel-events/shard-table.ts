// Tables of an events shard (EVENTS_<n>), not of the main database: a second drizzle config makes their migrations.
// Drizzle cannot say WITHOUT ROWID; the migration says it by hand for the tables that every event writes to, which
// saves each of them a second b-tree.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Credit } from './credit.ts';
import type { PixelEventBody } from './event-body.ts';

export const pixelEvents = sqliteTable(
  'pixel_events',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    pixelId: text('pixel_id').notNull(),
    name: text().notNull(),
    /** recorded: stored, not yet attributed. processed: attributed and counted. merged: a bridge showed it to be another event. */
    state: text({ enum: ['recorded', 'processed', 'merged'] }).notNull(),
    occurredAt: integer('occurred_at').notNull(),
    receivedAt: integer('received_at').notNull(),
    /** Whether it can matter to a conversion later (90 days in D1) or is a plain page view (7 days). */
    matters: integer({ mode: 'boolean' }).notNull(),
    ipAddress: text('ip_address'),
    body: text({ mode: 'json' }).$type<PixelEventBody>().notNull(),
    credit: text({ mode: 'json' }).$type<Credit>(),
    /** Which counters of pixel_daily it has moved already: a set of bits, see counters.ts. */
    counted: integer().notNull(),
    /** Moves with every change; updates are guarded by it. */
    rev: integer().notNull(),
  },
  (t) => [
    index('pixel_events_account').on(t.accountId, t.id),
    index('pixel_events_pixel').on(t.pixelId, t.id),
    index('pixel_events_retention').on(t.matters, t.receivedAt),
    index('pixel_events_unprocessed').on(t.receivedAt).where(sql`state = 'recorded'`),
  ],
);

/** Which event a dedupe key stands for, for the pixel's life (raw events leave D1 earlier). */
export const eventKeys = sqliteTable(
  'event_keys',
  { pixelId: text('pixel_id').notNull(), key: text().notNull(), eventId: text('event_id').notNull() },
  (t) => [primaryKey({ columns: [t.pixelId, t.key] })],
);

/** What a bridge tied together: `event_id` is `into_id` from then on. Never deeper than one step. */
export const eventMerges = sqliteTable(
  'event_merges',
  { eventId: text('event_id').primaryKey(), intoId: text('into_id').notNull() },
  (t) => [index('event_merges_into').on(t.intoId)],
);

/** A landing (or an ad click) that may credit a later event of the same visitor, by what identifies them. */
export const touches = sqliteTable(
  'touches',
  {
    accountId: text('account_id').notNull(),
    /** `kind:value`, such as `gclid:…` or `email:<hash>`. */
    key: text().notNull(),
    at: integer().notNull(),
    eventId: text('event_id').notNull(),
    submissionId: text('submission_id'),
    campaignId: text('campaign_id'),
    creatorId: text('creator_id'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key, t.at, t.eventId] }), index('touches_at').on(t.at)],
);

/** A counted conversion. Its credit never changes once the row is here. */
export const recordedConversions = sqliteTable(
  'recorded_conversions',
  {
    conversionId: text('conversion_id').notNull(),
    /** The event it was counted for. */
    eventId: text('event_id').notNull(),
    /** The event that stands for it now: differs after a bridge. */
    groupId: text('group_id').notNull(),
    accountId: text('account_id').notNull(),
    pixelId: text('pixel_id').notNull(),
    occurredAt: integer('occurred_at').notNull(),
    recordedAt: integer('recorded_at').notNull(),
    day: text().notNull(),
    valueCents: integer('value_cents'),
    currency: text(),
    rule: text(),
    submissionId: text('submission_id'),
    campaignId: text('campaign_id'),
    creatorId: text('creator_id'),
    source: text().notNull(),
    inAppBrowser: text('in_app_browser'),
    country: text(),
    region: text(),
    credit: text({ mode: 'json' }).$type<Credit>().notNull(),
    /** When it became payable: confirmed by server or shop, or at once where browser events pay. */
    payableAt: integer('payable_at'),
    /** A bridge showed that another row already stands for this conversion: never sent or paid again. */
    late: integer({ mode: 'boolean' }).notNull().default(false),
    /** What became of it for pay: 0 nothing yet, 1 taken, 2 in the main database too, 3 never to be paid. */
    harvest: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.conversionId, t.eventId] }),
    index('recorded_harvest').on(t.harvest, t.payableAt).where(sql`payable_at IS NOT NULL AND harvest < 2`),
    uniqueIndex('recorded_once').on(t.conversionId, t.groupId).where(sql`late = 0`),
    index('recorded_group').on(t.groupId),
    index('recorded_day').on(t.conversionId, t.day),
  ],
);

/** How often each conversion was counted, credited and payable, without its late rows. */
export const conversionTotals = sqliteTable('conversion_totals', {
  conversionId: text('conversion_id').primaryKey(),
  recorded: integer().notNull(),
  credited: integer().notNull(),
  paid: integer().notNull(),
});

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

/** Pixels that have had an event from one of their own domains. */
export const pixelState = sqliteTable('pixel_state', {
  pixelId: text('pixel_id').primaryKey(),
  verifiedAt: integer('verified_at').notNull(),
});

/** Events on their way to the main database. The relay empties it. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id'),
    data: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    occurredAt: integer('occurred_at').notNull(),
    relayedAt: integer('relayed_at'),
  },
  (t) => [index('outbox_waiting').on(t.id).where(sql`relayed_at IS NULL`)],
);

/** Which R2 object holds an archived event: parts are found by the range of IDs they hold. */
export const archiveParts = sqliteTable(
  'archive_parts',
  {
    accountId: text('account_id').notNull(),
    lastId: text('last_id').notNull(),
    firstId: text('first_id').notNull(),
    objectKey: text('object_key').notNull(),
    events: integer().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.objectKey] }),
    index('archive_parts_range').on(t.accountId, t.firstId, t.lastId),
  ],
);
