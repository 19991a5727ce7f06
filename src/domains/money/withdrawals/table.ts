import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: text().primaryKey(),
    holder: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of what was asked for under the key. */
    requestHash: text('request_hash').notNull(),
    amount: integer().notNull(),
    fee: integer().notNull(),
    currency: text().notNull(),
    speed: text({ enum: ['standard', 'instant'] }).notNull(),
    /** `requested` until the ledger has decided; `refused` when it did not have the money. Nobody sees these two. */
    status: text({
      enum: ['requested', 'refused', 'pending', 'in_transit', 'paid', 'failed'],
    }).notNull(),
    /** `connected`: that account pays out. `recipient`: we do, and the account is who gets it. */
    kind: text({ enum: ['connected', 'recipient'] })
      .notNull()
      .default('connected'),
    processorAccount: text('processor_account').notNull(),
    /** The recipient's bank, as of this attempt. */
    bank: text(),
    /** The ledger of the service's own that takes the fee and, should the bank return the money, gives it back. */
    service: text().notNull(),
    /** Its line on the holder's statement. */
    line: text(),
    /** The number of the attempt to pay out, and when it was first sent. */
    attempt: integer().notNull().default(1),
    firstSentAt: integer('first_sent_at'),
    /** The same of sending whoever pays out what they lack; cents while that is under way. */
    topUp: integer('top_up').notNull().default(0),
    topUpAmount: integer('top_up_amount'),
    topUpSentAt: integer('top_up_sent_at'),
    /** The processor's ID of the payout. */
    processorPayout: text('processor_payout'),
    arrivesAt: integer('arrives_at'),
    /** What a recipient's bank is paid, and in what: smallest units of that currency. */
    deliveredAmount: integer('delivered_amount'),
    deliveredCurrency: text('delivered_currency'),
    failureMessage: text('failure_message'),
    /** When there is something to do or to ask; null when there is nothing. */
    nextAt: integer('next_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('withdrawals_key').on(t.holder, t.idempotencyKey),
    uniqueIndex('withdrawals_processor').on(t.processorPayout).where(sql`processor_payout IS NOT NULL`),
    index('withdrawals_holder_status').on(t.holder, t.status, t.id),
    index('withdrawals_next').on(t.nextAt).where(sql`next_at IS NOT NULL`),
  ],
);
