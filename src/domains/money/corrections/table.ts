import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the staff writes off or puts right: proposed by one person, approved by another. Nothing else of it ever changes. */
export const corrections = sqliteTable(
  'corrections',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['write_off', 'adjustment'] }).notNull(),
    holder: text().notNull(),
    /** Which of the holder's balances. */
    balance: text({ enum: ['payout_balance', 'receivable'] }).notNull(),
    currency: text().notNull(),
    /** Cents in favour of the holder; below zero against it. */
    amount: integer().notNull(),
    reason: text().notNull(),
    proposedBy: text('proposed_by').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: integer('approved_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('corrections_proposed').on(t.createdAt).where(sql`approved_at IS NULL`)],
);
