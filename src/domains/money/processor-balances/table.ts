import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What a holder's connected account holds, including money on its way from there to the bank. */
export const processorBalances = sqliteTable(
  'processor_balances',
  {
    holder: text().notNull(),
    currency: text().notNull(),
    cents: integer().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.holder, t.currency] })],
);
