import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A shard's events on their way to the main database. The relay empties the table. */
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

/**
 * Drizzle does not support WITHOUT ROWID: the migration is edited by hand, and a rule test compares it with
 * this list.
 */
export const withoutRowid = [outbox];
