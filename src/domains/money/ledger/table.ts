import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The highest known head of each holder's journal. A ledger that is behind it was rolled back. */
export const ledgerHeads = sqliteTable('ledger_heads', {
  holder: text().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
  updatedAt: integer('updated_at').notNull(),
});
