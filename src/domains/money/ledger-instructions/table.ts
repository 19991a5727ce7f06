import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Instructions that the ledgers have yet to take, and those of the last week. They are written in the batch of the
 * record that needs them, so that none is forgotten half way.
 */
export const ledgerInstructions = sqliteTable(
  'ledger_instructions',
  {
    /** The ID of the record that the instruction belongs to: a payment, a charge, a withdrawal. */
    subject: text().notNull(),
    n: integer().notNull(),
    /** The instruction as JSON. */
    body: text().notNull(),
    status: text({ enum: ['open', 'done'] }).notNull(),
    /** How it ended. */
    ended: text({ enum: ['as_planned', 'otherwise', 'refused'] }),
    /** Why it cannot continue until a person looks. */
    blocked: text(),
    createdAt: integer('created_at').notNull(),
    /** When the cron drives it next, or for the first time. */
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
