import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Every domain event, written in the batch of the change that it tells of. */
export const events = sqliteTable(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    accountId: text('account_id'),
    /** The creator that the event is about, also when the type's data does not name one. */
    creatorId: text('creator_id'),
    data: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    occurredAt: integer('occurred_at').notNull(),
    /** Asked for by POST /v1/keys/current/test-events: made-up IDs that nothing of ours may act upon. */
    test: integer({ mode: 'boolean' }).notNull().default(false),
    /** The relay run that brought it from a shard: only that run made its deliveries. */
    relay: text(),
  },
  (t) => [index('events_occurred').on(t.occurredAt)],
);

/** One event on its way to one key. The due rows are the truth; queue messages only wake them. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text().primaryKey(),
    eventId: text('event_id').notNull(),
    keyId: text('key_id').notNull(),
    /** Set when the receiver's roster is why it gets the event: the body then names the creator. */
    viaRoster: integer('via_roster', { mode: 'boolean' }).notNull().default(false),
    status: text({ enum: ['pending', 'delivered', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** Attempts made before the last redelivery was asked for: the retry table begins behind them. */
    earlierAttempts: integer('earlier_attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at'),
    /** When the sweep may wake it: a while after the moment at which a queue message should have. */
    wakeAt: integer('wake_at').notNull(),
    /** After this moment the delivery fails instead of being tried again. */
    giveUpAt: integer('give_up_at').notNull(),
    /** Held by a consumer until then, so that two of them do not send at once. */
    leasedUntil: integer('leased_until'),
    /** Whose hold it is: results are recorded under it alone. */
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

/** What each attempt met. */
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

/** A message that its consumer gave up on, kept so that nothing disappears in silence. */
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
