import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AdEvent } from '../../../integrations/ads/steps.ts';
import { CONNECTED_PROVIDERS } from '../../accounts/connections/connection.ts';

/** The progress of reading a connection's ad account. */
export const adSyncs = sqliteTable(
  'ad_syncs',
  {
    connectionId: text('connection_id').primaryKey(),
    platform: text({ enum: CONNECTED_PROVIDERS }).notNull(),
    /** The ad account selected at the last reading. Another one is read from the start. */
    adAccount: text('ad_account').notNull(),
    dueAt: integer('due_at').notNull(),
    leaseUntil: integer('lease_until').notNull(),
    lease: text(),
    /** Failures in a row. */
    failures: integer().notNull(),
    /** The days being read, and the cursor of the next page; null between two readings. */
    since: text(),
    until: text(),
    nextPage: text('next_page'),
    /** When the reading of days under way began, so that it can tell which rows it did not meet. */
    daysBeganAt: integer('days_began_at'),
    /** When the last reading of days that came to its end had begun, and the first day that was ever read. */
    daysReadAt: integer('days_read_at'),
    firstDay: text('first_day'),
    /** When a reading of several weeks was last started. */
    longReadAt: integer('long_read_at'),
    /** When the other campaigns in the ad account were last read. */
    externalReadAt: integer('external_read_at'),
    /** The last campaign already read in a reading of the other campaigns; null between two readings. */
    externalAfter: text('external_after'),
  },
  (t) => [index('ad_syncs_due').on(t.dueAt)],
);

/**
 * An ad's results on one day in its ad account's time zone, as the platform reports them. Amounts are in minor units.
 */
export const adDays = sqliteTable(
  'ad_days',
  {
    connectionId: text('connection_id').notNull(),
    /** The platform's IDs. */
    ad: text().notNull(),
    adSet: text('ad_set').notNull(),
    campaign: text().notNull(),
    day: text().notNull(),
    accountId: text('account_id').notNull(),
    platform: text().notNull().default(''),
    /** The platform's ID of the ad account. */
    adAccount: text('ad_account').notNull().default(''),
    /**
     * Whether totals count this row. When several connections of an account see the same ad account, the row that was
     * written last counts, and the others don't.
     */
    counts: integer({ mode: 'boolean' }).notNull().default(true),
    /** Our ID, if the service created the ad. */
    adId: text('ad_id'),
    campaignId: text('campaign_id'),
    submissionId: text('submission_id'),
    currency: text().notNull(),
    spend: integer().notNull(),
    impressions: integer().notNull(),
    clicks: integer().notNull(),
    /** Plays of its video that the platform counts among the views of the post that the ad shows. */
    plays: integer().notNull().default(0),
    conversions: text({ mode: 'json' }).$type<Partial<Record<AdEvent, number>>>().notNull(),
    revenue: integer().notNull(),
    /** How its purchases split, where the platform says: see AdDay. */
    viewPurchases: integer('view_purchases').notNull().default(0),
    otherWindowPurchases: integer('other_window_purchases').notNull().default(0),
    /** The revenue or leads that creators are paid for, if the campaign pays by what the platform counts. */
    result: integer().notNull().default(0),
    /** How much of the spend and of the result has been reported to the domains that calculate pay, and when. */
    reportedSpend: integer('reported_spend').notNull().default(0),
    reportedResult: integer('reported_result').notNull().default(0),
    reportedAt: integer('reported_at').notNull().default(0),
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.ad, t.day] }),
    index('ad_days_campaign').on(t.connectionId, t.campaign, t.day),
    index('ad_days_account').on(t.accountId, t.day),
    index('ad_days_submission').on(t.submissionId, t.day).where(sql`submission_id IS NOT NULL`),
    index('ad_days_unreported')
      .on(t.reportedAt)
      .where(sql`ad_id IS NOT NULL AND (spend > reported_spend OR result > reported_result)`),
  ],
);
