import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: text().primaryKey(),
    holder: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of the request that used the key. */
    requestHash: text('request_hash').notNull(),
    amount: integer().notNull(),
    fee: integer().notNull(),
    currency: text().notNull(),
    speed: text({ enum: ['standard', 'instant'] }).notNull(),
    /**
     * `requested` until the ledger has decided; `refused` when there was too little money. The API shows
     * neither.
     */
    status: text({
      enum: ['requested', 'refused', 'pending', 'in_transit', 'paid', 'failed'],
    }).notNull(),
    /** `connected`: the holder's account pays out. `recipient`: we pay out, to that account. */
    kind: text({ enum: ['connected', 'recipient'] })
      .notNull()
      .default('connected'),
    processorAccount: text('processor_account').notNull(),
    /** The processor's ID of the bank: as it was asked for, or a recipient's in this attempt. Null before that was kept. */
    bank: text(),
    /** The service ledger that takes the fee, and gives it back if the bank returns the money. */
    service: text().notNull(),
    /** Its line on the holder's statement. */
    line: text(),
    /** The number of the attempt to pay out, and when it was first sent. */
    attempt: integer().notNull().default(1),
    firstSentAt: integer('first_sent_at'),
    /** The same for topping up the paying account; the amount in cents is set while that is under way. */
    topUp: integer('top_up').notNull().default(0),
    topUpAmount: integer('top_up_amount'),
    topUpSentAt: integer('top_up_sent_at'),
    /** The processor's ID of the payout. */
    processorPayout: text('processor_payout'),
    arrivesAt: integer('arrives_at'),
    /** What a recipient's bank gets, in the smallest units of delivered_currency. */
    deliveredAmount: integer('delivered_amount'),
    deliveredCurrency: text('delivered_currency'),
    failureMessage: text('failure_message'),
    /** When it is due for another step or look; null when nothing is left to do. */
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
