import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the payment processor told us of, each once. It says what to read again, never what is true. */
export const processorEvents = sqliteTable(
  'processor_events',
  {
    /** The processor's ID. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The connected account it is about; null for our own. */
    account: text(),
    objectId: text('object_id').notNull(),
    objectKind: text('object_kind').notNull(),
    /** Ignored: of a type that nothing here depends on. Failed: tried too often, a person must look. */
    status: text({ enum: ['open', 'done', 'ignored', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** When an open one may be tried (again). A run that takes it moves this forward: that is its lease. */
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
