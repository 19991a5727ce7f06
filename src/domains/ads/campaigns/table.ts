import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const campaigns = sqliteTable(
  'campaigns',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('campaigns_account').on(t.accountId, t.id)],
);
