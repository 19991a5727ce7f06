import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Intended } from './intended.ts';
import { ENDED_STATES } from './operation-state.ts';

/** One platform's part of a plan's execution. Its steps are those of its platform task. */
export const adsOperations = sqliteTable(
  'ads_operations',
  {
    id: text().primaryKey(),
    planId: text('plan_id').notNull(),
    accountId: text('account_id').notNull(),
    /** The campaign that the plan is about; null for uploads. */
    campaignId: text('campaign_id'),
    /** The key or person that executed the plan. */
    executedBy: text('executed_by'),
    platform: text().notNull(),
    connectionId: text('connection_id').notNull(),
    /** Null where the platform had nothing to do. */
    taskId: text('task_id'),
    /** What the plan makes of the campaign, on all its platforms; null for uploads. */
    intended: text({ mode: 'json' }).$type<Intended>(),
    /** By step of the plan: the ad set, ad, file or submission that it is about, or the resource of a video that was there. */
    records: text({ mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
    /** Null until it ends; until then its state follows from its steps. */
    endedAs: text('ended_as', { enum: ENDED_STATES }),
    endedAt: integer('ended_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('ads_operations_account').on(t.accountId, t.id),
    index('ads_operations_state').on(t.accountId, t.endedAs, t.id),
    index('ads_operations_campaign').on(t.campaignId, t.id),
    uniqueIndex('ads_operations_plan').on(t.planId, t.platform),
    uniqueIndex('ads_operations_task').on(t.taskId),
  ],
);
