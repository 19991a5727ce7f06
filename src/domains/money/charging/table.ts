import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { REFUSALS } from '../../../integrations/stripe/charge-refusals.ts';

/**
 * What a brand is charged at once. A day and currency have one charge, or several where one would be too
 * large.
 */
export const charges = sqliteTable(
  'charges',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    /** UTC, YYYY-MM-DD. */
    day: text().notNull(),
    /** Numbers the charges of the account, currency and day. */
    nth: integer().notNull().default(1),
    /** Cents, without dues that were canceled before the charge. */
    amount: integer().notNull(),
    /** README.md says what each means. */
    status: text({
      enum: ['due', 'asked', 'processing', 'succeeded', 'failed', 'canceled', 'review'],
    }).notNull(),
    /**
     * How often a new card has revived it after a failure. The keys of its ledger instructions contain this
     * number.
     */
    round: integer().notNull().default(0),
    /** The number of the last attempt. */
    attempt: integer().notNull().default(0),
    /** Failed attempts since the charge was made or revived. */
    failures: integer().notNull().default(0),
    /** The newest card known: the last attempt's, or one that was added since. */
    card: text(),
    /** Why it is not paid, in words for people. */
    message: text(),
    /** The processor's reason why neither another card nor waiting would help, from the last attempt. */
    refused: text({ enum: REFUSALS }),
    /** When the charge is due for another step; null when nothing is left to do. */
    nextAt: integer('next_at'),
    /** The run that works on it until next_at; only that run may write. */
    claim: text(),
    /** The processor's ID of the payment that brought the money. */
    intent: text(),
    succeededAt: integer('succeeded_at'),
    /** The processor's fee, in cents; null until the processor has reported it. */
    fee: integer(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('charges_account_day').on(t.accountId, t.currency, t.day, t.nth),
    index('charges_account_status').on(t.accountId, t.status, t.id),
    index('charges_next').on(t.nextAt).where(sql`next_at IS NOT NULL`),
    index('charges_review').on(t.id).where(sql`status = 'review'`),
  ],
);

/** All attempts. Each is written before the processor is asked. */
export const chargeAttempts = sqliteTable(
  'charge_attempts',
  {
    chargeId: text('charge_id').notNull(),
    n: integer().notNull(),
    customer: text(),
    /** Null when no card was on file. */
    card: text(),
    firstSentAt: integer('first_sent_at').notNull(),
    /** Null while the result is unknown. */
    outcome: text({ enum: ['succeeded', 'declined', 'requires_action', 'refused', 'no_card'] }),
    /** The processor's ID of the attempt's payment. */
    intent: text(),
    message: text(),
    endedAt: integer('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.chargeId, t.n] }),
    uniqueIndex('charge_attempts_intent').on(t.intent).where(sql`intent IS NOT NULL`),
  ],
);
