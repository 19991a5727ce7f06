import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every transfer between two ledgers, written before it begins, so that none can be forgotten half way. */
export const ledgerTransfers = sqliteTable(
  'ledger_transfers',
  {
    id: text().primaryKey(),
    source: text().notNull(),
    destination: text().notNull(),
    currency: text().notNull(),
    amount: integer().notNull(),
    /** The whole transfer, as both ledgers get it. */
    body: text().notNull(),
    status: text({ enum: ['open', 'settled', 'returned', 'refused'] }).notNull(),
    /** Why it was returned or refused. */
    reason: text(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('ledger_transfers_status').on(t.status, t.updatedAt)],
);
