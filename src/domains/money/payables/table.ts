import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who may have available earnings of a currency: finding them costs the same however many holders there are. */
export const payoutDue = sqliteTable(
  'payout_due',
  {
    holder: text().notNull(),
    currency: text().notNull(),
    /** How often it was noted. Whoever finds nothing to pay may only forget what was noted before they looked. */
    noted: integer().notNull().default(1),
    notedAt: integer('noted_at').notNull(),
    /** When to look next. */
    nextAt: integer('next_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.holder, t.currency] }), index('payout_due_next').on(t.nextAt)],
);
