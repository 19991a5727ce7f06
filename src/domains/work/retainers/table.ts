import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { StoredPay } from './pay.ts';

/**
 * A week's or month's pay that an account agrees with a creator. Times are milliseconds, money is in cents.
 */
export const retainers = sqliteTable(
  'retainers',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    programId: text('program_id'),
    status: text({
      enum: ['offered', 'accepted', 'active', 'canceling', 'canceled', 'rejected', 'ended'],
    }).notNull(),
    pay: text({ mode: 'json' }).$type<StoredPay>().notNull(),
    currency: text().notNull(),
    deliverables: text(),
    notes: text(),
    /** The time that every period is counted from. */
    startsAt: integer('starts_at').notNull(),
    /** The number of the running or last period; 0 before the first. */
    period: integer().notNull().default(0),
    currentPeriodStartAt: integer('current_period_start_at'),
    currentPeriodEndAt: integer('current_period_end_at'),
    /** When somebody asked to cancel it. */
    canceledAt: integer('canceled_at'),
    /** When its next step in time is due: see money/retainer-periods. */
    dueAt: integer('due_at'),
    /**
     * What was paid for the last period and for submissions approved after the end: the cap limits the sum.
     */
    lastPaid: integer('last_paid').notNull().default(0),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('retainers_account_status').on(t.accountId, t.status, t.id),
    index('retainers_program_status').on(t.programId, t.status, t.id),
    index('retainers_creator_status').on(t.creatorId, t.status, t.id),
    // A second retainer can be agreed while the first is being cancelled.
    uniqueIndex('retainers_running')
      .on(t.accountId, t.creatorId)
      .where(sql`status IN ('offered', 'accepted', 'active')`),
    index('retainers_open')
      .on(t.creatorId, t.accountId, t.id)
      .where(sql`status IN ('offered', 'accepted', 'active', 'canceling')`),
    index('retainers_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);
