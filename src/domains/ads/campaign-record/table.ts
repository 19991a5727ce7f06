import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { beginning } from '../../../db/name-search.ts';
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

/** Paid campaigns. Times are in milliseconds, amounts in the minor unit of the campaign's currency. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    /** Derived from the platforms' states and our own (status.ts), and written again when one of them changes. */
    status: text({ enum: CAMPAIGN_STATUSES }).notNull(),
    connectionId: text('connection_id').notNull(),
    /** The connection's platform. */
    platform: text().notNull(),
    /** The ad account's currency when the campaign was created. */
    currency: text().notNull(),
    timezone: text().notNull(),
    terms: text({ mode: 'json' }).$type<CampaignTerms>().notNull(),
    /** The status that people want, whether or not the platforms have followed. */
    wanted: text({ enum: WANTED }).notNull(),
    /** Why the campaign is kept from running although people want it to run. */
    hold: text({ enum: HOLDS }),
    scheduledLaunchAt: integer('scheduled_launch_at'),
    /** When it was first launched. Some settings are fixed from then on. */
    launchedAt: integer('launched_at'),
    /** When its set-up was completed on all platforms. */
    publishedAt: integer('published_at'),
    pendingChange: text('pending_change', { mode: 'json' }).$type<PendingChange>(),
    /** The partner that created it for its client. */
    partnerId: text('partner_id'),
    approvalStatus: text('approval_status', { enum: APPROVAL_STATUSES }),
    approvalNote: text('approval_note'),
    approvalRequestedAt: integer('approval_requested_at'),
    approvalReviewedAt: integer('approval_reviewed_at'),
    /** Rises with every change, including those that are not a person's edit. */
    moves: integer().notNull().default(0),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('campaigns_account').on(t.accountId, t.id),
    index('campaigns_account_status').on(t.accountId, t.status, t.id),
    index('campaigns_name').on(t.accountId, beginning(t.name)),
    index('campaigns_connection').on(t.connectionId, t.status),
    index('campaigns_scheduled').on(t.scheduledLaunchAt),
  ],
);

/** A campaign's state on one of its platforms. */
export const campaignPlatforms = sqliteTable(
  'campaign_platforms',
  {
    campaignId: text('campaign_id').notNull(),
    platform: text().notNull(),
    accountId: text('account_id').notNull(),
    connectionId: text('connection_id').notNull(),
    /** The ad account there that the campaign was created in. */
    adAccount: text('ad_account').notNull(),
    /** The platform's ID of the campaign; null until it is created. */
    platformId: text('platform_id'),
    status: text({ enum: PLATFORM_STATUSES }).notNull(),
    /** The last failure of something we asked there; cleared by a retry. */
    error: text({ mode: 'json' }).$type<StepError>(),
    /** The reasons that the platform reported last. */
    issues: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** When the set-up was complete there. */
    setUpAt: integer('set_up_at'),
    /** When its state and its daily results were last read. */
    stateReadAt: integer('state_read_at'),
    daysReadAt: integer('days_read_at'),
    /** Its total spend, as the platform reports it. */
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

/** What was last read about an ad account's limits. */
export const adAccountFacts = sqliteTable(
  'ad_account_facts',
  {
    connectionId: text('connection_id').notNull(),
    adAccount: text('ad_account').notNull(),
    /** The minimum daily budget. */
    budgetFloor: integer('budget_floor').notNull(),
    readAt: integer('read_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.adAccount] })],
);

/** Ad sets of campaigns, and ad sets of other origin that were read from a platform. */
export const adSets = sqliteTable(
  'ad_sets',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    /** Null for an ad set that the service did not create. */
    campaignId: text('campaign_id'),
    platform: text().notNull(),
    connectionId: text('connection_id').notNull(),
    platformId: text('platform_id'),
    /** Its place in the campaign, starting at 0. */
    position: integer().notNull().default(0),
    name: text().notNull(),
    status: text({ enum: AD_STATUSES }).notNull(),
    /**
     * Share of the campaign's budget in basis points; null for an ad set that the service did not create, and for a
     * copy.
     */
    share: integer(),
    /** The budget as set or as the platform reports it; null where the campaign has the budget. */
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

/** Ads of campaigns, and ads of other origin that were read from a platform. */
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
    /** The submission that it shows; null for an ad that the service did not create. */
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

/** A campaign's timeline: who changed what, what the platforms were told, and what they answered. */
export const campaignEntries = sqliteTable(
  'campaign_entries',
  {
    id: text().primaryKey(),
    campaignId: text('campaign_id').notNull(),
    platform: text(),
    /** The account whose caller did it; null for the service itself. */
    by: text(),
    what: text({ enum: ENTRY_KINDS }).notNull(),
    details: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    at: integer().notNull(),
  },
  (t) => [index('campaign_entries_campaign').on(t.campaignId, t.id)],
);
