import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** What a brand owes for one payment or one day's brand fee, and which charge collects it. Amounts in cents. */
export const dues = sqliteTable(
  'dues',
  {
    /** The payment's or brand fee's own ID. */
    id: text().primaryKey(),
    kind: text({ enum: ['payment', 'brand_fee'] }).notNull(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    /** With the service's fee. */
    amount: integer().notNull(),
    /** The application whose payStatus follows this due. */
    applicationId: text('application_id'),
    dueAt: integer('due_at').notNull(),
    /** Null until a day's charge takes it up. */
    chargeId: text('charge_id'),
    /** What the payment has been told: nothing yet, that its charge failed, that it was charged. */
    status: text({ enum: ['due', 'failed', 'charged'] }).notNull(),
  },
  (t) => [
    index('dues_open').on(t.accountId, t.currency, t.dueAt, t.id).where(sql`charge_id IS NULL`),
    index('dues_charge').on(t.chargeId, t.status, t.id),
    index('dues_past').on(t.applicationId).where(sql`status = 'failed'`),
  ],
);

/** When an account's dues of a currency are to be looked at next: finding them costs the same however many wait. */
export const chargeDays = sqliteTable(
  'charge_days',
  {
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    nextAt: integer('next_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.currency] }), index('charge_days_next').on(t.nextAt)],
);

/** What one brand is charged on one day in one currency. */
export const charges = sqliteTable(
  'charges',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    /** UTC, YYYY-MM-DD. */
    day: text().notNull(),
    amount: integer().notNull(),
    /** README.md says what each means. */
    status: text({ enum: ['due', 'asked', 'processing', 'succeeded', 'failed', 'review'] }).notNull(),
    /** How often a new card has brought it back from failed: names its steps in the ledger. */
    round: integer().notNull().default(0),
    /** The number of the last attempt. */
    attempt: integer().notNull().default(0),
    /** Failed attempts since it was made or came back. */
    failures: integer().notNull().default(0),
    /** The newest card known: the last attempt's, or one that came in since. */
    card: text(),
    /** Why it is not paid, as a person reads it. */
    message: text(),
    /** When there is something to do; null when there is nothing. */
    nextAt: integer('next_at'),
    /** Who works on it until next_at, and alone may write. */
    claim: text(),
    /** The processor's ID of the payment that brought the money. */
    intent: text(),
    succeededAt: integer('succeeded_at'),
    /** What the processor kept of it, in cents; null until it has said. */
    fee: integer(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('charges_account_day').on(t.accountId, t.currency, t.day),
    index('charges_account_status').on(t.accountId, t.status),
    index('charges_next').on(t.nextAt).where(sql`next_at IS NOT NULL`),
    index('charges_review').on(t.id).where(sql`status = 'review'`),
  ],
);

/** Every attempt, written before the processor hears of it. */
export const chargeAttempts = sqliteTable(
  'charge_attempts',
  {
    chargeId: text('charge_id').notNull(),
    n: integer().notNull(),
    customer: text(),
    /** Null when none was on file. */
    card: text(),
    firstSentAt: integer('first_sent_at').notNull(),
    /** Null while nobody knows. */
    outcome: text({ enum: ['succeeded', 'declined', 'requires_action', 'refused', 'no_card'] }),
    /** The processor's ID of the payment it tried. */
    intent: text(),
    message: text(),
    endedAt: integer('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.chargeId, t.n] }),
    uniqueIndex('charge_attempts_intent').on(t.intent).where(sql`intent IS NOT NULL`),
  ],
);

/** Money given back to a card: ours for a payment, or one that was made at the processor. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text().primaryKey(),
    /** Null for one that was made at the processor. */
    paymentId: text('payment_id'),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    amount: integer().notNull(),
    /** The charge it is taken out of. */
    chargeId: text('charge_id'),
    /** README.md says what each means. */
    status: text({ enum: ['due', 'asked', 'succeeded', 'review', 'outside', 'returned'] }).notNull(),
    attempt: integer().notNull().default(0),
    firstSentAt: integer('first_sent_at'),
    message: text(),
    nextAt: integer('next_at'),
    claim: text(),
    /** The processor's ID of the refund. */
    processorRefund: text('processor_refund'),
    /** When a person said what is to become of an outside or returned one. */
    decidedAt: integer('decided_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('refunds_payment').on(t.paymentId).where(sql`payment_id IS NOT NULL`),
    uniqueIndex('refunds_processor').on(t.processorRefund).where(sql`processor_refund IS NOT NULL`),
    index('refunds_next').on(t.nextAt).where(sql`next_at IS NOT NULL`),
    index('refunds_to_decide')
      .on(t.id)
      .where(sql`status IN ('review', 'outside', 'returned') AND decided_at IS NULL`),
  ],
);

/** A charge that its cardholder disputes at the bank, which takes the money back at least until it has decided. */
export const chargebacks = sqliteTable(
  'chargebacks',
  {
    /** The processor's ID of the dispute. */
    id: text().primaryKey(),
    chargeId: text('charge_id').notNull(),
    /** The processor's ID of the payment that is disputed. */
    intent: text().notNull(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    /** What is disputed, in cents. */
    amount: integer().notNull(),
    /** README.md says what each means. */
    status: text({ enum: ['open', 'won', 'lost', 'settled'] }).notNull(),
    /** The processor's IDs of the movements that are booked, a JSON array. */
    booked: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** What those took and have not given back, in cents: of the charge, and as fees. */
    taken: integer().notNull(),
    fee: integer().notNull(),
    /** Why not everything is booked, as a person reads it. */
    message: text(),
    /** What all applications of the charge have been told. */
    told: text({ enum: ['past_due', 'current'] }),
    /** When to look again; null when nothing can follow any more. */
    nextAt: integer('next_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('chargebacks_charge').on(t.chargeId),
    index('chargebacks_unpaid').on(t.accountId).where(sql`status IN ('open', 'lost')`),
    index('chargebacks_waiting').on(t.createdAt).where(sql`status IN ('open', 'lost')`),
    index('chargebacks_next').on(t.nextAt).where(sql`next_at IS NOT NULL`),
  ],
);

/** How far the daily look at the processor's refunds and disputes has come: one row. */
export const refundRounds = sqliteTable('refund_rounds', {
  id: integer().primaryKey(),
  /** The UTC day on which the last round began. */
  day: text().notNull(),
  /** The last charge that was looked at; null once the round is over. */
  after: text(),
});
