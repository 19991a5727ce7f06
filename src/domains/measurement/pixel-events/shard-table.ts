// Tables of an events shard (EVENTS_<n>), not of the main database. A separate drizzle config generates their
// migrations.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { PixelEventBody } from '../../../pixel/event-body.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { Reports } from '../event-rules/reports.ts';

export const pixelEvents = sqliteTable(
  'pixel_events',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    pixelId: text('pixel_id').notNull(),
    name: text().notNull(),
    /**
     * recorded: stored, not attributed yet. processed: attributed and counted. merged: turned out to be the same as
     * another event.
     */
    state: text({ enum: ['recorded', 'processed', 'merged'] }).notNull(),
    occurredAt: integer('occurred_at').notNull(),
    receivedAt: integer('received_at').notNull(),
    /** Whether it can matter to a conversion later (90 days in D1) or is a plain page view (7 days). */
    matters: integer({ mode: 'boolean' }).notNull(),
    ipAddress: text('ip_address'),
    body: text({ mode: 'json' }).$type<PixelEventBody>().notNull(),
    credit: text({ mode: 'json' }).$type<Credit>(),
    /** Each report by itself; null while there is only one. */
    reports: text({ mode: 'json' }).$type<Reports>(),
    /** The counters of pixel_daily that it was counted in: a set of bits, see counters.ts. */
    counted: integer().notNull(),
    /** Rises with every change. Updates are guarded by it. */
    rev: integer().notNull(),
  },
  (t) => [
    index('pixel_events_account').on(t.accountId, t.id),
    index('pixel_events_pixel').on(t.pixelId, t.id),
    // Indexes for the list's filters. All but the one by source are partial, because most events are processed page
    // views without an order or a credit.
    index('pixel_events_source').on(t.accountId, sql`body ->> '$.source'`, t.id),
    index('pixel_events_name').on(t.accountId, t.name, t.id).where(sql`name <> 'page_view'`),
    index('pixel_events_state').on(t.accountId, t.state, t.id).where(sql`state <> 'processed'`),
    index('pixel_events_order')
      .on(t.accountId, sql`body ->> '$.orderId'`, t.id)
      .where(sql`body ->> '$.orderId' IS NOT NULL`),
    index('pixel_events_event_id')
      .on(t.accountId, sql`body ->> '$.eventId'`, t.id)
      .where(sql`body ->> '$.eventId' IS NOT NULL`),
    index('pixel_events_submission')
      .on(t.accountId, sql`credit ->> '$.submission'`, t.id)
      .where(sql`credit ->> '$.submission' IS NOT NULL`),
    index('pixel_events_creator')
      .on(t.accountId, sql`credit ->> '$.creator'`, t.id)
      .where(sql`credit ->> '$.creator' IS NOT NULL`),
    index('pixel_events_retention').on(t.matters, t.receivedAt),
    index('pixel_events_unprocessed').on(t.receivedAt).where(sql`state = 'recorded'`),
  ],
);

/** The event that a dedupe key identifies. Kept as long as the pixel, while raw events leave D1 earlier. */
export const eventKeys = sqliteTable(
  'event_keys',
  { pixelId: text('pixel_id').notNull(), key: text().notNull(), eventId: text('event_id').notNull() },
  (t) => [primaryKey({ columns: [t.pixelId, t.key] })],
);

/** Merged events: `event_id` is represented by `into_id` from then on. Chains are flattened, so they have one step. */
export const eventMerges = sqliteTable(
  'event_merges',
  { eventId: text('event_id').primaryKey(), intoId: text('into_id').notNull() },
  (t) => [index('event_merges_into').on(t.intoId)],
);

/**
 * A landing (or ad click) that may credit a later event of the same visitor, stored under a key that identifies them.
 */
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

/** Events that were counted without credit, under the keys by which a landing within a day may still match them. */
export const awaitedTouches = sqliteTable(
  'awaited_touches',
  {
    accountId: text('account_id').notNull(),
    key: text().notNull(),
    eventId: text('event_id').notNull(),
    touchedAfter: integer('touched_after').notNull(),
    occurredAt: integer('occurred_at').notNull(),
    until: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.key, t.eventId] }),
    index('awaited_touches_until').on(t.until),
  ],
);

/** Refunds that servers report, by order number. The sale itself may not have been reported yet. */
export const orderReturns = sqliteTable(
  'order_returns',
  {
    pixelId: text('pixel_id').notNull(),
    orderId: text('order_id').notNull(),
    /** The event that reports the refund. */
    eventId: text('event_id').notNull(),
    /** Null for a full refund. */
    valueCents: integer('value_cents'),
    /** Null for the sale's currency. */
    currency: text(),
  },
  (t) => [primaryKey({ columns: [t.pixelId, t.orderId, t.eventId] })],
);

/** Pixels that have received an event from one of their own domains. */
export const pixelState = sqliteTable('pixel_state', {
  pixelId: text('pixel_id').primaryKey(),
  verifiedAt: integer('verified_at').notNull(),
});

/**
 * Archived events whose visitor has since refused consent. What identifies the visitor has to be removed from the
 * archive.
 */
export const archiveDenials = sqliteTable('archive_denials', {
  eventId: text('event_id').primaryKey(),
  accountId: text('account_id').notNull(),
});

/** The R2 object that contains an archived event. Parts are found by their range of IDs. */
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

/**
 * The tables that every event writes to. They have no rowid, which saves each write a second b-tree. Drizzle does not
 * support WITHOUT ROWID, so the migration was written by hand, and a rule test checks that it matches this list.
 */
/** The orders of shops that a creator's code was used in. */
export const codeOrders = sqliteTable(
  'code_orders',
  {
    accountId: text('account_id').notNull(),
    /** In lower case. */
    code: text().notNull(),
    pixelId: text('pixel_id').notNull(),
    /** The shop's number. */
    orderId: text('order_id').notNull(),
    /** The event that stands for it, or was merged into the one that does. */
    eventId: text('event_id').notNull(),
    /** When it was made, in milliseconds. */
    at: integer().notNull(),
    /** Whether a coupon site led to it; null until the shop knows. */
    fromCouponSite: integer('from_coupon_site', { mode: 'boolean' }),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.code, t.pixelId, t.orderId] }),
    index('code_orders_at').on(t.accountId, t.code, t.at),
    index('code_orders_old').on(t.at),
  ],
);

/** How many orders of a code were forgotten, which count as uses of it for ever. */
export const forgottenCodeOrders = sqliteTable(
  'forgotten_code_orders',
  {
    accountId: text('account_id').notNull(),
    code: text().notNull(),
    orders: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.code] })],
);

/** The codes with orders that nobody has looked at yet. */
export const codesToLookAt = sqliteTable(
  'codes_to_look_at',
  {
    accountId: text('account_id').notNull(),
    code: text().notNull(),
    /** Grows with each order, so that one that comes while the code is looked at is not lost. */
    heard: integer().notNull(),
    /** Since when it waits, or when it was last looked at in vain, in milliseconds. */
    waitsSince: integer('waits_since').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.code] }), index('codes_to_look_at_waiting').on(t.waitsSince)],
);

export const withoutRowid = [
  pixelEvents,
  eventKeys,
  eventMerges,
  touches,
  awaitedTouches,
  orderReturns,
  pixelState,
  codeOrders,
  forgottenCodeOrders,
  codesToLookAt,
];
