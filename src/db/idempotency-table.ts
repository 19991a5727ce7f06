import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The first response to a request with an Idempotency-Key, written in the batch of its effect. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    accountId: text('account_id').notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer().notNull(),
    body: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** For money: kept as long as the record. Other rows are deleted after a day. */
    kept: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.key] }),
    index('idempotency_keys_created').on(t.kept, t.createdAt),
  ],
);
