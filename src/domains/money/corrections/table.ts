import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Write-offs and corrections by the staff. One person proposes and another approves: only the approval's
 * columns ever change.
 */
export const corrections = sqliteTable(
  'corrections',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['write_off', 'adjustment'] }).notNull(),
    holder: text().notNull(),
    /** The balance of the holder that is corrected. */
    balance: text({ enum: ['payout_balance', 'receivable'] }).notNull(),
    currency: text().notNull(),
    /** Cents credited to the holder; negative for a debit. */
    amount: integer().notNull(),
    reason: text().notNull(),
    proposedBy: text('proposed_by').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: integer('approved_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('corrections_proposed').on(t.createdAt).where(sql`approved_at IS NULL`)],
);
