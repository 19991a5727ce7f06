import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PayOverride } from '../program-terms/pay.ts';

export const applications = sqliteTable(
  'applications',
  {
    id: text().primaryKey(),
    /** The program's account. */
    accountId: text('account_id').notNull(),
    programId: text('program_id').notNull(),
    creatorId: text('creator_id').notNull(),
    status: text({ enum: ['pending', 'approved', 'rejected', 'withdrawn'] }).notNull(),
    /** Whether it was rejected after it had been approved. */
    removed: integer({ mode: 'boolean' }).notNull().default(false),
    /** Pending, and waiting for the creator: the brand invited, and the creator has agreements to accept. */
    invited: integer({ mode: 'boolean' }).notNull().default(false),
    invitedAt: integer('invited_at'),
    pay: text({ mode: 'json' }).$type<PayOverride>(),
    acceptedAt: integer('accepted_at'),
    payVersion: integer('pay_version'),
    payStatus: text('pay_status', { enum: ['current', 'past_due'] })
      .notNull()
      .default('current'),
    reviewedAt: integer('reviewed_at'),
    /**
     * The program's agreements_epoch when the row was made: the growth since then is added to the version.
     */
    agreementsBase: integer('agreements_base').notNull().default(0),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('applications_program_creator').on(t.programId, t.creatorId),
    index('applications_account_status').on(t.accountId, t.status, t.id),
    index('applications_program_status').on(t.programId, t.status, t.id),
    index('applications_creator_status').on(t.creatorId, t.status, t.id),
  ],
);
