import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * A charge that its cardholder disputes at the bank, which takes the money back at least until it has
 * decided.
 */
export const chargebacks = sqliteTable(
  'chargebacks',
  {
    /** The processor's ID of the dispute. */
    id: text().primaryKey(),
    chargeId: text('charge_id').notNull(),
    /** The processor's ID of the payment that is disputed. */
    intent: text().notNull(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    /** The disputed amount, in cents. */
    amount: integer().notNull(),
    /** README.md says what each means. */
    status: text({ enum: ['open', 'won', 'lost', 'settled'] }).notNull(),
    /** The processor's IDs of the movements that are booked, a JSON array. */
    booked: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** What the booked movements took and have not given back, in cents: of the charge, and as fees. */
    taken: integer().notNull(),
    fee: integer().notNull(),
    /** Why not everything is booked, in words for people. */
    message: text(),
    /** The outcome that all applications of the charge have been told. */
    told: text({ enum: ['past_due', 'current'] }),
    /** When to look again; null when no more movements can follow. */
    nextAt: integer('next_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('chargebacks_charge').on(t.chargeId),
    index('chargebacks_unpaid').on(t.accountId).where(sql`status IN ('open', 'lost')`),
    index('chargebacks_waiting').on(t.createdAt).where(sql`status IN ('open', 'lost')`),
    index('chargebacks_next').on(t.nextAt).where(sql`next_at IS NOT NULL`),
  ],
);
