import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Money refunded to a card: our refund of a payment, or one that was made at the processor. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text().primaryKey(),
    /** Null for a refund that was made at the processor. */
    paymentId: text('payment_id'),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    amount: integer().notNull(),
    /** The charge that it refunds. */
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
    /** When a person decided about a refund that is `outside` or `returned`. */
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
