import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Holders who may have available earnings of a currency. The index finds those that are due, however many
 * holders there are.
 */
export const payoutDue = sqliteTable(
  'payout_due',
  {
    holder: text().notNull(),
    currency: text().notNull(),
    /**
     * How often it was noted. A payout that finds nothing deletes the row only if this has not changed since
     * it looked.
     */
    noted: integer().notNull().default(1),
    notedAt: integer('noted_at').notNull(),
    /** When its holder had notice that payouts are to be set up; null while they need not know. */
    neededAt: integer('needed_at'),
    /** When to look next. */
    nextAt: integer('next_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.holder, t.currency] }), index('payout_due_next').on(t.nextAt)],
);
