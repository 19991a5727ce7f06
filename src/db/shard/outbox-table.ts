import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Events of a shard on their way to the main database. The relay empties it. */
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

/** Drizzle cannot say WITHOUT ROWID: the migration does by hand, and a rule test holds it to this. */
export const withoutRowid = [outbox];
