import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { OPERATION_TYPES } from '../field-catalogue/catalogue.ts';
import { APPROVAL_STATES, EXECUTION_STATES, type PlanHead, type WholePlan } from './plan.ts';
import type { PlanInput } from './plan-input.ts';

/** The operation that a plan is a repair of; null for other plans. */
export const sourceIn = (head: unknown): SQL<string | null> => sql`${head} ->> '$.sourceOperationId'`;

/** Plans of the business API. */
export const adsPlans = sqliteTable(
  'ads_plans',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    makerId: text('maker_id').notNull(),
    clientRequestId: text('client_request_id').notNull(),
    head: text({ mode: 'json' }).$type<PlanHead>().notNull(),
    semanticHash: text('semantic_hash').notNull(),
    revision: integer().notNull(),
    changedRecord: text('changed_record'),
    approvalState: text('approval_state', { enum: APPROVAL_STATES }).notNull(),
    executionState: text('execution_state', { enum: EXECUTION_STATES }).notNull(),
    operationType: text('operation_type', { enum: OPERATION_TYPES }).notNull(),
    targetId: text('target_id').notNull(),
    campaignId: text('campaign_id'),
    expiresAt: integer('expires_at').notNull(),
    answeredBy: text('answered_by'),
    answeredAt: integer('answered_at'),
    note: text(),
    executedAt: integer('executed_at'),
    remindAt: integer('remind_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('ads_plans_request').on(t.makerId, t.accountId, t.clientRequestId),
    index('ads_plans_account').on(t.accountId, t.id),
    index('ads_plans_approval').on(t.accountId, t.approvalState, t.executionState, t.id),
    index('ads_plans_campaign').on(t.campaignId, t.approvalState, t.executionState, t.id),
    index('ads_plans_target').on(t.targetId, t.executionState),
    index('ads_plans_ending').on(t.executionState, t.expiresAt),
    index('ads_plans_remind').on(t.remindAt),
    index('ads_plans_source')
      .on(sourceIn(t.head))
      .where(sql`${sourceIn(t.head)} IS NOT NULL`),
  ],
);

/** The steps of plans, apart from what lists and changes of their states read. */
export const adsPlanSteps = sqliteTable('ads_plan_steps', {
  planId: text('plan_id').primaryKey(),
  steps: text({ mode: 'json' }).$type<PlanInput['steps']>().notNull(),
  changedFrom: text('changed_from', { mode: 'json' }).$type<WholePlan['changedFrom']>(),
});

/** The records that plans were checked against: their IDs, and the plans. */
export const adsPlanFacts = sqliteTable(
  'ads_plan_facts',
  { factId: text('fact_id').notNull(), planId: text('plan_id').notNull() },
  (t) => [primaryKey({ columns: [t.factId, t.planId] }), index('ads_plan_facts_plan').on(t.planId)],
);

export const withoutRowid = [adsPlanFacts];
