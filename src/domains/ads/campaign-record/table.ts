import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import type { StepError } from '../platform-tasks/step.ts';
import {
  AD_STATUSES,
  APPROVAL_STATUSES,
  CAMPAIGN_STATUSES,
  ENTRY_KINDS,
  HOLDS,
  type PendingChange,
  PLATFORM_STATUSES,
  type Review,
  WANTED,
} from './campaign-row.ts';

/** Paid campaigns. Times are milliseconds, money is in the minor unit of the campaign's currency. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    /** What its platforms' states and our own come to (status.ts): written by whoever changes one of these. */
    status: text({ enum: CAMPAIGN_STATUSES }).notNull(),
    connectionId: text('connection_id').notNull(),
    /** The connection's. */
    platform: text().notNull(),
    /** The ad account's when the campaign was made. */
    currency: text().notNull(),
    timezone: text().notNull(),
    terms: text({ mode: 'json' }).$type<CampaignTerms>().notNull(),
    /** What its people want of it, whatever the platforms have made of that yet. */
    wanted: text({ enum: WANTED }).notNull(),
    /** Why it does not run although people want it to. */
    hold: text({ enum: HOLDS }),
    scheduledLaunchAt: integer('scheduled_launch_at'),
    /** When it was first told to run: what is fixed from then on, is fixed. */
    launchedAt: integer('launched_at'),
    /** When its set-up was done on all platforms. */
    publishedAt: integer('published_at'),
    pendingChange: text('pending_change', { mode: 'json' }).$type<PendingChange>(),
    /** The partner that made it for its client. */
    partnerId: text('partner_id'),
    approvalStatus: text('approval_status', { enum: APPROVAL_STATUSES }),
    approvalNote: text('approval_note'),
    approvalRequestedAt: integer('approval_requested_at'),
    approvalReviewedAt: integer('approval_reviewed_at'),
    /** Rises with every change, also with those that are no edit of anybody's. */
    moves: integer().notNull().default(0),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('campaigns_account').on(t.accountId, t.id),
    index('campaigns_account_status').on(t.accountId, t.status, t.id),
    index('campaigns_connection').on(t.connectionId, t.status),
    index('campaigns_scheduled').on(t.scheduledLaunchAt),
  ],
);

/** A campaign on one of its platforms. */
export const campaignPlatforms = sqliteTable(
  'campaign_platforms',
  {
    campaignId: text('campaign_id').notNull(),
    platform: text().notNull(),
    accountId: text('account_id').notNull(),
    connectionId: text('connection_id').notNull(),
    /** The ad account there, in which everything of the campaign lies. */
    adAccount: text('ad_account').notNull(),
    /** The platform's ID of the campaign; null until it is made. */
    platformId: text('platform_id'),
    status: text({ enum: PLATFORM_STATUSES }).notNull(),
    /** What failed there of what we asked, until it is tried again. */
    error: text({ mode: 'json' }).$type<StepError>(),
    /** What the platform names as reasons, at its last word. */
    issues: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** When everything was there. */
    setUpAt: integer('set_up_at'),
    /** When its state was last asked for, and its days last read. */
    stateReadAt: integer('state_read_at'),
    daysReadAt: integer('days_read_at'),
    /** All that it has spent by the platform's reports. */
    spent: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.platform] }),
    index('campaign_platforms_state').on(t.status, t.stateReadAt),
    index('campaign_platforms_days').on(t.status, t.daysReadAt),
    uniqueIndex('campaign_platforms_platform_id').on(t.connectionId, t.platformId),
  ],
);

/** What an ad account asks of campaigns, as it was read last. */
export const adAccountFacts = sqliteTable(
  'ad_account_facts',
  {
    connectionId: text('connection_id').notNull(),
    adAccount: text('ad_account').notNull(),
    /** The least budget of a day. */
    budgetFloor: integer('budget_floor').notNull(),
    readAt: integer('read_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.adAccount] })],
);

/** Ad sets of campaigns, and those that were read back from a platform. */
export const adSets = sqliteTable(
  'ad_sets',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    /** Null for one that the service did not make. */
    campaignId: text('campaign_id'),
    platform: text().notNull(),
    connectionId: text('connection_id').notNull(),
    platformId: text('platform_id'),
    /** Its place in the campaign, from 0. */
    position: integer().notNull().default(0),
    name: text().notNull(),
    status: text({ enum: AD_STATUSES }).notNull(),
    /** Hundredths of a percent of the campaign's budget; null for one that the service did not make. */
    share: integer(),
    /** As it was set, or the platform has it; null where the budget is the campaign's. */
    budget: text({ mode: 'json' }).$type<AdBudget>(),
    currency: text().notNull(),
    bidding: text({ mode: 'json' }).$type<unknown>(),
    audience: text({ mode: 'json' }).$type<unknown>(),
    source: text({ enum: ['service', 'external'] }).notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('ad_sets_account_status').on(t.accountId, t.source, t.status, t.id),
    index('ad_sets_campaign').on(t.campaignId, t.position),
    uniqueIndex('ad_sets_platform_id').on(t.connectionId, t.platformId),
  ],
);

/** Ads of campaigns, and those that were read back from a platform. */
export const ads = sqliteTable(
  'ads',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    campaignId: text('campaign_id'),
    adSetId: text('ad_set_id').notNull(),
    platform: text().notNull(),
    connectionId: text('connection_id').notNull(),
    platformId: text('platform_id'),
    position: integer().notNull().default(0),
    /** The work that it shows; null for one that the service did not make. */
    submissionId: text('submission_id'),
    name: text().notNull(),
    status: text({ enum: AD_STATUSES }).notNull(),
    review: text({ mode: 'json' }).$type<Review>(),
    source: text({ enum: ['service', 'external'] }).notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('ads_account_status').on(t.accountId, t.source, t.status, t.id),
    index('ads_campaign').on(t.campaignId, t.id),
    index('ads_ad_set').on(t.adSetId, t.position),
    index('ads_submission').on(t.submissionId),
    uniqueIndex('ads_platform_id').on(t.connectionId, t.platformId),
  ],
);

/** What happened to a campaign, oldest first: who changed what, what platforms were told and answered. */
export const campaignEntries = sqliteTable(
  'campaign_entries',
  {
    id: text().primaryKey(),
    campaignId: text('campaign_id').notNull(),
    platform: text(),
    /** Who did it: a key, a person, an app; null for the service itself. */
    by: text(),
    what: text({ enum: ENTRY_KINDS }).notNull(),
    details: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    at: integer().notNull(),
  },
  (t) => [index('campaign_entries_campaign').on(t.campaignId, t.id)],
);
