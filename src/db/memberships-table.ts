import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The roles of people in accounts. Read with each request. */
export const memberships = sqliteTable(
  'memberships',
  {
    accountId: text('account_id').notNull(),
    personId: text('person_id').notNull(),
    role: text({ enum: ['owner', 'admin', 'member'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.personId] }),
    index('memberships_person').on(t.personId, t.accountId),
  ],
);

/** The accounts that require a second factor of their people. */
export const factorRequirements = sqliteTable('factor_requirements', {
  accountId: text('account_id').primaryKey(),
  /** Who required it. */
  personId: text('person_id').notNull(),
  createdAt: integer('created_at').notNull(),
});
