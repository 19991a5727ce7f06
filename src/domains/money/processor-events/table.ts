import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The payment processor's webhook events, each once. They tell us what to read again, and are never taken as
 * true.
 */
export const processorEvents = sqliteTable(
  'processor_events',
  {
    /** The processor's ID. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The connected account that the event is about; null for our own. */
    account: text(),
    objectId: text('object_id').notNull(),
    objectKind: text('object_kind').notNull(),
    /** ignored: nothing here depends on its type. failed: it was tried too often, and a person must look. */
    status: text({ enum: ['open', 'done', 'ignored', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** When an open event may be tried (again). A run that claims it moves this forward as its lease. */
    nextAt: integer('next_at').notNull(),
    /** Why the last attempt failed. */
    error: text(),
    receivedAt: integer('received_at').notNull(),
    handledAt: integer('handled_at'),
  },
  (t) => [
    index('processor_events_open').on(t.nextAt).where(sql`status = 'open'`),
    index('processor_events_failed').on(t.receivedAt).where(sql`status = 'failed'`),
    index('processor_events_received').on(t.receivedAt),
  ],
);
