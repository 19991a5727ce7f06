import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * What a brand owes its partner for a day. A day without a fee has a row too, so that a later rate does not
 * apply to it.
 */
export const brandFees = sqliteTable(
  'brand_fees',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    day: text().notNull(),
    currency: text().notNull(),
    partnerId: text('partner_id'),
    of: text({ enum: ['ad_spend', 'gmv'] }),
    bps: integer(),
    base: integer().notNull(),
    amount: integer().notNull(),
    earningId: text('earning_id'),
    status: text({ enum: ['none', 'processing', 'charged', 'failed'] }).notNull(),
    failureMessage: text('failure_message'),
    /** True until the partner's earning is noted for a payout. */
    payoutToNote: integer('payout_to_note', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('brand_fees_payout').on(t.id).where(sql`payout_to_note = 1`),
    uniqueIndex('brand_fees_once').on(t.accountId, t.day, t.currency),
    uniqueIndex('brand_fees_earning').on(t.earningId),
    index('brand_fees_day').on(t.day),
  ],
);
