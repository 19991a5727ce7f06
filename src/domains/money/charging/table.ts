import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { REFUSALS } from '../../../integrations/stripe/charge-refusals.ts';

/** What one brand is charged at once: of one day and currency, one unless that would be too much. */
export const charges = sqliteTable(
  'charges',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    /** UTC, YYYY-MM-DD. */
    day: text().notNull(),
    /** Counts the charges of the account, currency and day. */
    nth: integer().notNull().default(1),
    /** Less what was canceled of it before it was charged. */
    amount: integer().notNull(),
    /** README.md says what each means. */
    status: text({
      enum: ['due', 'asked', 'processing', 'succeeded', 'failed', 'canceled', 'review'],
    }).notNull(),
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
    /** Why no card and no waiting would help, when the processor said so of the last attempt. */
    refused: text({ enum: REFUSALS }),
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
    uniqueIndex('charges_account_day').on(t.accountId, t.currency, t.day, t.nth),
    index('charges_account_status').on(t.accountId, t.status, t.id),
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
