import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const programs = sqliteTable(
  'programs',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    type: text({ enum: ['organic', 'paid_ads'] }).notNull(),
    status: text({ enum: ['draft', 'live', 'paused', 'archived'] }).notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('programs_account').on(t.accountId, t.id)],
);
