import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { EARNING_SOURCES } from '../ledger/posting.ts';
import { PAYOUT_PROBLEMS } from '../payout-accounts/payout-account.ts';
import { PAYMENT_STATUSES } from './transitions.ts';

/** What a brand pays a creator. Money is in cents, times are milliseconds. */
export const payments = sqliteTable(
  'payments',
  {
    id: text().primaryKey(),
    /** The reason for the payment, unique forever, so that nothing is paid twice. */
    cause: text().notNull().unique(),
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    programId: text('program_id'),
    applicationId: text('application_id'),
    submissionId: text('submission_id'),
    retainerId: text('retainer_id'),
    /** The campaign whose terms pay it; null when a program's rules, a retainer or a person does. */
    campaignId: text('campaign_id'),
    source: text({ enum: EARNING_SOURCES }).notNull(),
    amount: integer().notNull(),
    /** The creator's partner's share of the amount, and the creator's. */
    partnerFee: integer('partner_fee').notNull(),
    /** Basis points of the partner's take; null when nothing was taken. */
    takeBps: integer('take_bps'),
    net: integer().notNull(),
    /** The service fee on top of the amount. */
    serviceFee: integer('service_fee').notNull(),
    currency: text().notNull(),
    note: text(),
    /** The partner that got the take; null when nothing was taken. */
    partnerId: text('partner_id'),
    creatorEarningId: text('creator_earning_id').notNull(),
    partnerEarningId: text('partner_earning_id'),
    /** The service's ledger that got the fee, and has to give it back after a refund. */
    serviceHolder: text('service_holder').notNull(),
    /** Days from the charge until the earnings become available. */
    holdDays: integer('hold_days').notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    failureMessage: text('failure_message'),
    approvedAt: integer('approved_at'),
    succeededAt: integer('succeeded_at'),
    /** When the earnings were taken back and the payment ended. It never reopens. */
    closedAt: integer('closed_at'),
    disputeReason: text('dispute_reason'),
    disputedAt: integer('disputed_at'),
    resolvedAt: integer('resolved_at'),
    disputeOutcome: text('dispute_outcome', { enum: ['withdrawn', 'creator', 'refund'] }),
    /** When the earnings become available; null until the brand was charged. */
    releaseAt: integer('release_at'),
    /** When they were made available. */
    releasedAt: integer('released_at'),
    /** Why the creator cannot be paid it, once both sides were told; null while no problem is known. */
    payoutProblem: text('payout_problem', { enum: PAYOUT_PROBLEMS }),
    /** True until its available earnings are noted for a payout. */
    payoutToNote: integer('payout_to_note', { mode: 'boolean' }).notNull().default(false),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('payments_account_status').on(t.accountId, t.status, t.id),
    index('payments_creator_status').on(t.creatorId, t.status, t.id),
    index('payments_program_status').on(t.programId, t.status, t.id),
    index('payments_submission_status').on(t.submissionId, t.status, t.id),
    index('payments_partner_disputed').on(t.partnerId).where(sql`status = 'disputed'`),
    index('payments_to_resolve').on(t.disputedAt).where(sql`status = 'disputed' AND closed_at IS NULL`),
    index('payments_release').on(t.releaseAt).where(sql`status = 'succeeded' AND released_at IS NULL`),
    index('payments_payout_problem').on(t.creatorId, t.currency).where(sql`payout_problem IS NOT NULL`),
    index('payments_payout').on(t.id).where(sql`payout_to_note = 1`),
  ],
);

export type PaymentRow = typeof payments.$inferSelect;
