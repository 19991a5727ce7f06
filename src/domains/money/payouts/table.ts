import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** One day's payout: it moves a holder's available earnings of one currency to the payout balance. */
export const payouts = sqliteTable(
  'payouts',
  {
    id: text().primaryKey(),
    holder: text().notNull(),
    currency: text().notNull(),
    /** UTC, YYYY-MM-DD. */
    day: text().notNull(),
    /** `planned` until the ledger has chosen the earnings: the API does not show it before. */
    status: text({ enum: ['planned', 'pending', 'paid', 'failed'] }).notNull(),
    earnings: integer().notNull().default(0),
    /** The net of its earnings, in cents. */
    amount: integer().notNull().default(0),
    /** Cents of the payout that paid off what was owed, once it is paid. */
    owedPaid: integer('owed_paid').notNull().default(0),
    /** The number of the attempt to move money at the processor. */
    attempt: integer().notNull().default(1),
    /**
     * What this attempt sends, once it is decided: the destination, the cents, and when it was first sent.
     */
    destination: text(),
    transfer: integer(),
    firstSentAt: integer('first_sent_at'),
    /** Why it failed or waits: a code, and a text for people. */
    failureReason: text('failure_reason'),
    failureMessage: text('failure_message'),
    paidAt: integer('paid_at'),
    /** When it is due for another step; null when it has ended. */
    nextAt: integer('next_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payouts_holder_day').on(t.holder, t.currency, t.day),
    // One open payout at a time, because the transfer is calculated from what the account at the processor
    // holds.
    uniqueIndex('payouts_open').on(t.holder, t.currency).where(sql`status IN ('planned', 'pending')`),
    index('payouts_holder_status').on(t.holder, t.status, t.id),
    index('payouts_next').on(t.nextAt).where(sql`next_at IS NOT NULL`),
  ],
);
