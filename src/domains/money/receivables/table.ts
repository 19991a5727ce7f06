import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What a brand owes for one payment or one day's brand fee, and the charge that collects it. Amounts in
 * cents.
 */
export const dues = sqliteTable(
  'dues',
  {
    /** The payment's or brand fee's own ID. */
    id: text().primaryKey(),
    kind: text({ enum: ['payment', 'brand_fee'] }).notNull(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    /** Cents, including the service fee. */
    amount: integer().notNull(),
    /** The application whose payStatus follows this due. */
    applicationId: text('application_id'),
    dueAt: integer('due_at').notNull(),
    /** Null until a day's charge takes it up. */
    chargeId: text('charge_id'),
    /** What the payment has been told: nothing yet, that its charge failed, or that it was charged. */
    status: text({ enum: ['due', 'failed', 'charged'] }).notNull(),
  },
  (t) => [
    index('dues_open').on(t.accountId, t.currency, t.dueAt, t.id).where(sql`charge_id IS NULL`),
    index('dues_charge').on(t.chargeId, t.status, t.id),
    index('dues_past').on(t.applicationId).where(sql`status = 'failed'`),
  ],
);

/**
 * When to look at an account's dues of a currency next. The index finds those that are due, however many
 * wait.
 */
export const chargeDays = sqliteTable(
  'charge_days',
  {
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    nextAt: integer('next_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.currency] }), index('charge_days_next').on(t.nextAt)],
);
