import { type SQL, sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { type Drift, KEPT_KINDS, SYNC_STATES } from './ads-resource.ts';

/**
 * Objects at ad platforms, one row each. What the record of an object says already, such as its name, is read from
 * there.
 */
export const adsResources = sqliteTable(
  'ads_resources',
  {
    /** Follows from the record (resource-id.ts). */
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    resourceKind: text('resource_kind', { enum: KEPT_KINDS }).notNull(),
    platform: text().notNull(),
    campaignId: text('campaign_id'),
    parentId: text('parent_id'),
    /** The record that stands for it: a connection, campaign, ad set, ad, file or submission. */
    localId: text('local_id').notNull(),
    /** For media and creatives: the step that makes it. */
    taskId: text('task_id'),
    stepN: integer('step_n'),
    /** Follows from the record and the steps about it, and is written with them (object-store.ts). */
    syncState: text('sync_state', { enum: SYNC_STATES }).notNull(),
    /** What was last set at the platform from here; null where nothing was. */
    setName: text('set_name'),
    setStatus: text('set_status', { enum: ['active', 'paused'] }),
    setBudget: text('set_budget', { mode: 'json' }).$type<AdBudget>(),
    /** What the platform has instead. */
    drift: text({ mode: 'json' }).$type<readonly Drift[]>().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('ads_resources_account').on(t.accountId, t.id),
    index('ads_resources_platform').on(t.accountId, t.platform, t.id),
    index('ads_resources_kind').on(t.accountId, t.resourceKind, t.platform, t.id),
    index('ads_resources_state').on(t.accountId, t.syncState, t.resourceKind, t.platform, t.id),
    index('ads_resources_campaign').on(t.campaignId, t.id),
    index('ads_resources_parent').on(t.parentId, t.id),
  ],
);

/**
 * A condition for the steps `s` about a video or a creative: those of the task that made it, and those of later ones that ask whether the
 * platform has processed it by now. @param result the platform's ID of it.
 */
export const aboutVideo = (task: SQL, about: SQL, result: SQL): SQL =>
  sql`s.about = ${about} AND (s.task_id = ${task} OR (s.kind = 'video_ready' AND s.input ->> 'video' = ${result}))`;
