import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AdEvent } from '../../../integrations/ads/steps.ts';
import { CONNECTED_PROVIDERS } from '../../accounts/connections/connection.ts';

/** How far the reading of a connection's ad account has come. */
export const adSyncs = sqliteTable(
  'ad_syncs',
  {
    connectionId: text('connection_id').primaryKey(),
    platform: text({ enum: CONNECTED_PROVIDERS }).notNull(),
    /** What was picked when it was read last: another one is read from the start. */
    adAccount: text('ad_account').notNull(),
    dueAt: integer('due_at').notNull(),
    leaseUntil: integer('lease_until').notNull(),
    lease: text(),
    /** In a row. */
    failures: integer().notNull(),
    /** Days that are being read, and where the next page begins; null between readings. */
    since: text(),
    until: text(),
    nextPage: text('next_page'),
    /** When the last weeks were last begun to be read, and when everything else there was last looked through. */
    longReadAt: integer('long_read_at'),
    externalReadAt: integer('external_read_at'),
    /** The campaign up to which that has come. */
    externalAfter: text('external_after'),
  },
  (t) => [index('ad_syncs_due').on(t.dueAt)],
);

/** What an ad brought on a day of its ad account's zone, as the platform reports it. Money is in minor units. */
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
    /** Ours, of an ad that the service made. */
    adId: text('ad_id'),
    campaignId: text('campaign_id'),
    submissionId: text('submission_id'),
    currency: text().notNull(),
    spend: integer().notNull(),
    impressions: integer().notNull(),
    clicks: integer().notNull(),
    conversions: text({ mode: 'json' }).$type<Partial<Record<AdEvent, number>>>().notNull(),
    revenue: integer().notNull(),
    /** What of it creators are paid for, where the campaign pays them for what the platform counts: revenue, or leads. */
    result: integer().notNull().default(0),
    /** What of the spend and of that has been reported to those who are paid by it, and when. */
    reportedSpend: integer('reported_spend').notNull().default(0),
    reportedResult: integer('reported_result').notNull().default(0),
    reportedAt: integer('reported_at').notNull().default(0),
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.ad, t.day] }),
    index('ad_days_campaign').on(t.connectionId, t.campaign, t.day),
    index('ad_days_account').on(t.accountId, t.day),
    index('ad_days_unreported')
      .on(t.reportedAt)
      .where(sql`ad_id IS NOT NULL AND (spend > reported_spend OR result > reported_result)`),
  ],
);
