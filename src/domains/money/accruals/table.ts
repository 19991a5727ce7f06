import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ACCRUAL_STATES, CUT_BY, type Evidence, type RuleTotals, SOURCES } from './accrual.ts';

// Money is in cents, times are milliseconds, rates are basis points.

/** A conversion that became payable, copied once from its shard. Its creator's pay is calculated from it. */
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
    /** The occurrence behind it, which may be several conversions, named by the first of its events. */
    occurrenceId: text('occurrence_id').notNull(),
    valueCents: integer('value_cents'),
    currency: text(),
    /** The attribution rule that credited it. */
    credit: text().notNull(),
    /** browser, server or shop. */
    source: text().notNull(),
    occurredAt: integer('occurred_at').notNull(),
    payableAt: integer('payable_at').notNull(),
    /** The original sale value; value_cents is what was left of it when it matured. */
    soldCents: integer('sold_cents'),
    /** When the sale matured at the value in value_cents. */
    maturedAt: integer('matured_at'),
    /** The source that decided its value and its credit: browser, server or shop. */
    valueBy: text('value_by'),
    creditBy: text('credit_by'),
    /** When the shop's order was last read, if it could not be read once more before the sale matured. */
    unreadSince: integer('unread_since'),
    importedAt: integer('harvested_at').notNull(),
    /** new: not decided yet. waiting: its submission is not approved. done: it has earned what it can. */
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

/**
 * A sale that can earn but has not matured, as its shard had it when its maturity date was set. What the credited creator
 * bought earns nothing, and stays to be shown.
 */
export const waitingSales = sqliteTable(
  'waiting_sales',
  {
    conversionId: text('conversion_id').notNull(),
    eventId: text('event_id').notNull(),
    /** The submission that it would be paid for; null where no pay names the conversion. */
    submissionId: text('submission_id'),
    campaignId: text('campaign_id').notNull(),
    valueCents: integer('value_cents'),
    currency: text(),
    maturesAt: integer('matures_at').notNull(),
    selfPurchase: integer('self_purchase', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.conversionId, t.eventId] }),
    index('waiting_sales_submission').on(t.submissionId, t.maturesAt).where(sql`submission_id IS NOT NULL`),
    index('waiting_sales_matured').on(t.maturesAt),
  ],
);

/**
 * What one event (an approval, a conversion, …) earned under one numbered rule. It can never accrue twice.
 */
export const accruals = sqliteTable(
  'accruals',
  {
    /** Identifies the event and the rule, such as `approval:sub_…:1` or `conversion:conv_…:pev_…:2`. */
    key: text().primaryKey(),
    submissionId: text('submission_id').notNull(),
    source: text({ enum: SOURCES }).notNull(),
    /** The campaign whose terms pay; empty when the program's rules do. */
    campaignId: text('campaign_id').notNull().default(''),
    rule: integer().notNull(),
    evidence: text({ mode: 'json' }).$type<Evidence>().notNull(),
    amount: integer().notNull(),
    state: text({ enum: ACCRUAL_STATES }).notNull(),
    paymentId: text('payment_id'),
    /** The limits that left nothing of it; null unless its state is `cut`. */
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
 * What a submission has earned from one source so far, by its program's rules or by one campaign's terms.
 * Every write that adds to it or pays it increments `rev`.
 */
export const runningPay = sqliteTable(
  'running_pay',
  {
    submissionId: text('submission_id').notNull(),
    source: text({ enum: SOURCES }).notNull(),
    /** The campaign whose terms pay; empty when the program's rules do. */
    campaignId: text('campaign_id').notNull().default(''),
    /** By the rule's number: what was counted (cents, views, approvals), and what that earned in cents. */
    rules: text({ mode: 'json' }).$type<RuleTotals>().notNull(),
    /** Accrued, but not in a payment yet. */
    unpaid: integer().notNull(),
    /** What was cut to nothing by the limits, and so appears in no payment. */
    cutByCap: integer('cut_by_cap').notNull().default(0),
    cutByBudget: integer('cut_by_budget').notNull().default(0),
    /** When `unpaid` will be paid; null while it is 0. */
    dueAt: integer('due_at'),
    rev: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.source, t.campaignId] }),
    index('running_pay_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);

/** What a program's rules have paid a creator so far, checked against the cap. */
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
  /** The campaign whose terms paid; empty when the program's rules did. */
  campaignId: text('campaign_id').notNull().default(''),
  accrued: integer().notNull(),
  cutByCap: integer('cut_by_cap').notNull(),
  cutByBudget: integer('cut_by_budget').notNull(),
});

/** A payment that a retainer made: what each part would pay, and what the period's cap cut off. Cents. */
export const periodPayments = sqliteTable('period_payments', {
  paymentId: text('payment_id').primaryKey(),
  /** 0 for submissions that were approved after the retainer ended. */
  base: integer().notNull(),
  /** The submissions, and what each adds. */
  submissions: text({ mode: 'json' }).$type<string[]>().notNull(),
  each: integer().notNull(),
  /** The most that the period pays; null for no cap. */
  cap: integer(),
  cutByCap: integer('cut_by_cap').notNull(),
});

/** The newest view count that was reported for a submission's post. It never falls. */
export const submissionViews = sqliteTable('submission_views', {
  submissionId: text('submission_id').primaryKey(),
  views: integer().notNull(),
  reportedAt: integer('reported_at').notNull(),
});

/** An ad's spend on a day, as last reported. It never falls. */
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
    /** How much of the spend the submission's rules have counted. */
    shared: integer().notNull(),
    reportedAt: integer('reported_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.ad, t.day] }),
    index('ad_spend_unshared').on(t.submissionId).where(sql`shared < spend`),
  ],
);

/**
 * A platform's count for an ad on a day, where its campaign's terms pay for that: cents sold, or leads. It
 * never falls.
 */
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
    /** How much of the count the campaign's terms have counted. */
    shared: integer().notNull(),
    reportedAt: integer('reported_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.ad, t.day] }),
    index('ad_results_unshared').on(t.submissionId).where(sql`shared < counted`),
  ],
);

/** Ad spend by the UTC day on which it became known: the base of brand fees. */
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
