import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CAMPAIGN_COUNTERS, CAMPAIGN_MODELS } from './campaign-pay.ts';

/**
 * What a campaign pays in place of its creators' program rules. A campaign that leaves the pay to them has no
 * row.
 */
export const campaignPays = sqliteTable('campaign_pays', {
  campaignId: text('campaign_id').primaryKey(),
  accountId: text('account_id').notNull(),
  model: text({ enum: CAMPAIGN_MODELS }).notNull(),
  /** Percent of the spend or of the revenue; null for leads. */
  creatorShare: real('creator_share'),
  leadAmount: integer('lead_amount'),
  /** The most that one creator earns from the campaign, in cents. */
  cap: integer(),
  /** Who counts the conversions; unused for a share of the ad spend. */
  counter: text({ enum: CAMPAIGN_COUNTERS }).notNull(),
  /**
   * The name of the event that counts. Null when the conversion alone decides, or when nothing is counted.
   */
  event: text(),
  /** The only conversion that counts; null for all conversions of the event. */
  conversionId: text('conversion_id'),
  currency: text().notNull(),
});

/** Submissions that a campaign shows or has shown. Only these earn by its terms, whatever a link says. */
export const campaignSubmissions = sqliteTable(
  'campaign_submissions',
  {
    campaignId: text('campaign_id').notNull(),
    submissionId: text('submission_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.submissionId] })],
);

/** What a campaign's terms have paid a creator so far, checked against the campaign's cap. */
export const campaignPayTotals = sqliteTable(
  'campaign_pay_totals',
  {
    campaignId: text('campaign_id').notNull(),
    creatorId: text('creator_id').notNull(),
    amount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.creatorId] })],
);
