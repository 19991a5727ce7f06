import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ACCRUAL_STATES, CUT_BY, type Evidence, type RuleTotals, SOURCES } from './accrual.ts';

// Money is in cents, times are milliseconds, rates are basis points.

/** A conversion that became payable, copied from its shard once: the start of what its creator may earn by it. */
export const payableConversions = sqliteTable(
  'payable_conversions',
  {
    conversionId: text('conversion_id').notNull(),
    eventId: text('event_id').notNull(),
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    /** Null when a code credited the creator. */
    submissionId: text('submission_id'),
    campaignId: text('campaign_id'),
    /** What happened, which may be several conversions: the first of its events that was taken. */
    happeningId: text('happening_id').notNull(),
    valueCents: integer('value_cents'),
    currency: text(),
    /** The rule of attribution that credited it. */
    credit: text().notNull(),
    /** browser, server or shop. */
    source: text().notNull(),
    occurredAt: integer('occurred_at').notNull(),
    payableAt: integer('payable_at').notNull(),
    /** What it was sold for. value_cents is what was left of that when it matured. */
    soldCents: integer('sold_cents'),
    /** When the sale had matured, at the value that it has here. */
    maturedAt: integer('matured_at'),
    /** browser, server or shop: whose word decided its value and its credit. */
    valueBy: text('value_by'),
    creditBy: text('credit_by'),
    importedAt: integer('harvested_at').notNull(),
    /** new: to be looked at. waiting: its work is not approved. done: it has earned what it can. */
    state: text({ enum: ['new', 'waiting', 'done'] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversionId, t.eventId] }),
    index('payable_conversions_new').on(t.importedAt).where(sql`state = 'new'`),
    index('payable_conversions_waiting').on(t.creatorId, t.accountId).where(sql`state = 'waiting'`),
    index('payable_conversions_day').on(t.importedAt),
    index('payable_conversions_event').on(t.eventId, t.importedAt),
  ],
);

/** A sale that can earn and has not matured, as its shard had it when that was worked out. */
export const waitingSales = sqliteTable(
  'waiting_sales',
  {
    conversionId: text('conversion_id').notNull(),
    eventId: text('event_id').notNull(),
    /** The work that it would be paid for; null where no pay names the conversion. */
    submissionId: text('submission_id'),
    campaignId: text('campaign_id').notNull(),
    valueCents: integer('value_cents'),
    currency: text(),
    maturesAt: integer('matures_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversionId, t.eventId] }),
    index('waiting_sales_submission').on(t.submissionId, t.maturesAt).where(sql`submission_id IS NOT NULL`),
    index('waiting_sales_matured').on(t.maturesAt),
  ],
);

/** One reason to pay under one numbered rule, once for ever. */
export const accruals = sqliteTable(
  'accruals',
  {
    /** What makes the reason one of a kind, such as `approval:sub_…:1` or `conversion:conv_…:pev_…:2`. */
    key: text().primaryKey(),
    submissionId: text('submission_id').notNull(),
    source: text({ enum: SOURCES }).notNull(),
    /** The campaign whose terms pay; empty where the program's rules do. */
    campaignId: text('campaign_id').notNull().default(''),
    rule: integer().notNull(),
    evidence: text({ mode: 'json' }).$type<Evidence>().notNull(),
    amount: integer().notNull(),
    state: text({ enum: ACCRUAL_STATES }).notNull(),
    paymentId: text('payment_id'),
    /** The limits that left nothing of it; null unless it is cut. */
    cutBy: text('cut_by', { enum: CUT_BY }),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('accruals_open').on(t.submissionId, t.source).where(sql`state = 'open'`),
    index('accruals_payment').on(t.paymentId),
    index('accruals_cut_pay').on(t.submissionId, t.createdAt, t.key).where(sql`state = 'cut' AND amount > 0`),
  ],
);

/**
 * What a submission has earned from one source so far, by its program's rules or by one campaign's terms. Everything that
 * adds to it or pays it moves `rev`.
 */
export const runningPay = sqliteTable(
  'running_pay',
  {
    submissionId: text('submission_id').notNull(),
    source: text({ enum: SOURCES }).notNull(),
    /** The campaign whose terms pay; empty for the program's rules. */
    campaignId: text('campaign_id').notNull().default(''),
    /** By the rule's number: what was counted (cents, views, approvals) and what that came to in cents. */
    rules: text({ mode: 'json' }).$type<RuleTotals>().notNull(),
    /** Accrued and in no payment yet. */
    unpaid: integer().notNull(),
    /** What the limits left nothing of, so that no payment tells it. */
    cutByCap: integer('cut_by_cap').notNull().default(0),
    cutByBudget: integer('cut_by_budget').notNull().default(0),
    /** When `unpaid` is to be paid; null while it is nothing. */
    dueAt: integer('due_at'),
    rev: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.source, t.campaignId] }),
    index('running_pay_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);

/** What a program's rules have paid a creator: the cap holds it. */
export const payTotals = sqliteTable(
  'pay_totals',
  {
    programId: text('program_id').notNull(),
    creatorId: text('creator_id').notNull(),
    amount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.programId, t.creatorId] })],
);

/** A payment that the rules made: what had accrued, and what the limits cut off it. */
export const earnedPayments = sqliteTable('earned_payments', {
  paymentId: text('payment_id').primaryKey(),
  submissionId: text('submission_id').notNull(),
  source: text({ enum: SOURCES }).notNull(),
  /** The campaign whose terms paid; empty where the program's rules did. */
  campaignId: text('campaign_id').notNull().default(''),
  accrued: integer().notNull(),
  cutByCap: integer('cut_by_cap').notNull(),
  cutByBudget: integer('cut_by_budget').notNull(),
});

/** A payment that a retainer made: what each part of it would come to, and what the cap of the period cut off. Cents. */
export const periodPayments = sqliteTable('period_payments', {
  paymentId: text('payment_id').primaryKey(),
  /** 0 for work that was approved once the retainer was over. */
  base: integer().notNull(),
  /** The pieces of work, and what each adds. */
  submissions: text({ mode: 'json' }).$type<string[]>().notNull(),
  each: integer().notNull(),
  /** The most that the period pays; null for no such limit. */
  cap: integer(),
  cutByCap: integer('cut_by_cap').notNull(),
});

/** The newest views that were reported of a submission's post. Never fewer than before. */
export const submissionViews = sqliteTable('submission_views', {
  submissionId: text('submission_id').primaryKey(),
  views: integer().notNull(),
  reportedAt: integer('reported_at').notNull(),
});

/** What an ad spent on a day, as it was last reported. Never less than before. */
export const adSpend = sqliteTable(
  'ad_spend',
  {
    accountId: text('account_id').notNull(),
    ad: text().notNull(),
    day: text().notNull(),
    submissionId: text('submission_id'),
    campaignId: text('campaign_id'),
    currency: text().notNull(),
    spend: integer().notNull(),
    /** How much of it the submission's rules have seen. */
    shared: integer().notNull(),
    reportedAt: integer('reported_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.ad, t.day] }),
    index('ad_spend_unshared').on(t.submissionId).where(sql`shared < spend`),
  ],
);

/** What an ad brought on a day that its campaign's terms pay for, by its platform: cents sold, or leads. Never less than before. */
export const adResults = sqliteTable(
  'ad_results',
  {
    accountId: text('account_id').notNull(),
    ad: text().notNull(),
    day: text().notNull(),
    submissionId: text('submission_id').notNull(),
    campaignId: text('campaign_id').notNull(),
    currency: text().notNull(),
    counted: integer().notNull(),
    /** How much of it the campaign's terms have seen. */
    shared: integer().notNull(),
    reportedAt: integer('reported_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.ad, t.day] }),
    index('ad_results_unshared').on(t.submissionId).where(sql`shared < counted`),
  ],
);

/** Ad spend by the UTC day on which we learned of it: what a brand fee is taken of. */
export const adSpendDays = sqliteTable(
  'ad_spend_days',
  {
    day: text().notNull(),
    accountId: text('account_id').notNull(),
    currency: text().notNull(),
    spend: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.accountId, t.currency] })],
);
