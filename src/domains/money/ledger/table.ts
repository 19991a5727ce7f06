import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the ledgers have yet to be told, and for a week what they were told: written with the record that calls for
 * it, so that nothing can be forgotten half way. */
export const ledgerInstructions = sqliteTable(
  'ledger_instructions',
  {
    /** The ID of what the instruction is a part of: a payment, a charge, a withdrawal. */
    subject: text().notNull(),
    n: integer().notNull(),
    /** The instruction as JSON. */
    body: text().notNull(),
    status: text({ enum: ['open', 'done'] }).notNull(),
    /** How it ended. */
    ended: text({ enum: ['as_planned', 'otherwise', 'refused'] }),
    /** Why it can't go on unless a person looks. */
    blocked: text(),
    createdAt: integer('created_at').notNull(),
    /** From when on the cron drives it. */
    dueAt: integer('due_at').notNull(),
    endedAt: integer('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.subject, t.n] }),
    index('ledger_instructions_blocked')
      .on(t.subject, t.n)
      .where(sql`status = 'open' AND blocked IS NOT NULL`),
    index('ledger_instructions_due').on(t.dueAt).where(sql`status = 'open'`),
    index('ledger_instructions_ended').on(t.endedAt).where(sql`status = 'done'`),
  ],
);

/** The end of each holder's journal, as far as it is known outside: what no ledger may ever be behind. */
export const ledgerHeads = sqliteTable('ledger_heads', {
  holder: text().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
  updatedAt: integer('updated_at').notNull(),
});
