import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The position of the daily look at the processor's refunds and disputes: one row. */
export const refundRounds = sqliteTable('refund_rounds', {
  id: integer().primaryKey(),
  /** The UTC day on which the last round began. */
  day: text().notNull(),
  /** The last charge that was looked at; null when the round has ended. */
  after: text(),
});
