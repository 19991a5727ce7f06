import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Every domain event, written in the same batch as the change that it reports. */
export const events = sqliteTable(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    accountId: text('account_id'),
    /** The creator that the event is about, even when the type's data does not name one. */
    creatorId: text('creator_id'),
    data: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    occurredAt: integer('occurred_at').notNull(),
    /** Created by POST /v1/keys/current/test-events. Its IDs are made up, so nothing of ours may act on it. */
    test: integer({ mode: 'boolean' }).notNull().default(false),
    /** The relay run that brought the event from a shard. Only that run created its deliveries. */
    relay: text(),
    /** The side whose act it is (empty: the service's), until the two's thread has told it. */
    teller: text(),
    /** The side whose act it is (empty: the service's), until the people who are told of it have their notices. */
    unnoticed: text(),
  },
  (t) => [
    index('events_occurred').on(t.occurredAt),
    index('events_unnoticed').on(t.id).where(sql`unnoticed IS NOT NULL`),
    index('events_untold').on(t.id).where(sql`teller IS NOT NULL`),
  ],
);

/** One event's delivery to one key. The rows decide what is due; queue messages only wake them. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text().primaryKey(),
    eventId: text('event_id').notNull(),
    keyId: text('key_id').notNull(),
    /** Set when the receiver gets the event because of its roster. The body then names the creator. */
    viaRoster: integer('via_roster', { mode: 'boolean' }).notNull().default(false),
    status: text({ enum: ['pending', 'delivered', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** Attempts made before the last redelivery was requested. The retry schedule starts after them. */
    earlierAttempts: integer('earlier_attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at'),
    /** When the sweep may wake it: a while after its queue message should have. */
    wakeAt: integer('wake_at').notNull(),
    /** The moment from which the days of its retries count: of the event, or of the last redelivery. */
    retriesSince: integer('retries_since').notNull(),
    /** Until when a consumer holds the delivery, so that two of them do not send it at once. */
    leasedUntil: integer('leased_until'),
    /** The run that holds the lease. Results are recorded only under the same lease. */
    lease: text(),
    deliveredAt: integer('delivered_at'),
    occurredAt: integer('occurred_at').notNull(),
  },
  (t) => [
    index('deliveries_key').on(t.keyId, t.eventId),
    uniqueIndex('deliveries_once').on(t.eventId, t.keyId),
    index('deliveries_due').on(t.wakeAt).where(sql`status = 'pending'`),
    index('deliveries_pending').on(t.keyId).where(sql`status = 'pending'`),
    index('deliveries_failed').on(t.keyId, t.eventId).where(sql`status = 'failed'`),
  ],
);

/** The result of each attempt. */
export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    deliveryId: text('delivery_id').notNull(),
    number: integer().notNull(),
    at: integer().notNull(),
    url: text().notNull(),
    status: integer(),
    latencyMs: integer('latency_ms').notNull(),
    error: text(),
    body: text(),
  },
  (t) => [primaryKey({ columns: [t.deliveryId, t.number] }), index('delivery_attempts_at').on(t.at)],
);

/** A message that its consumer gave up on, kept so that nothing is lost silently. */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    id: text().primaryKey(),
    queue: text().notNull(),
    body: text().notNull(),
    attempts: integer().notNull(),
    reason: text(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('dead_letters_created').on(t.createdAt)],
);
