import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CAMPAIGN_COUNTERS, CAMPAIGN_MODELS } from './campaign-pay.ts';

/** What a campaign pays in place of the rules of its creators' programs. A campaign that leaves it to them has no row. */
export const campaignPays = sqliteTable('campaign_pays', {
  campaignId: text('campaign_id').primaryKey(),
  accountId: text('account_id').notNull(),
  model: text({ enum: CAMPAIGN_MODELS }).notNull(),
  /** Percent of the spend or of the revenue; null for leads. */
  creatorShare: real('creator_share'),
  leadAmount: integer('lead_amount'),
  /** The most that one creator earns by it. */
  cap: integer(),
  /** Whose conversions count; of no meaning to a share of the spend. */
  counter: text({ enum: CAMPAIGN_COUNTERS }).notNull(),
  /** What counts: the name of an event. Null where the conversion alone says it, or nothing is counted. */
  event: text(),
  /** The one conversion of the account's that counts; null for all of the event. */
  conversionId: text('conversion_id'),
  currency: text().notNull(),
});

/** Work that a campaign shows or has shown: nothing else earns by its terms, whatever a link says. */
export const campaignSubmissions = sqliteTable(
  'campaign_submissions',
  {
    campaignId: text('campaign_id').notNull(),
    submissionId: text('submission_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.submissionId] })],
);

/** What a campaign's terms have paid a creator: its cap holds it. */
export const campaignPayTotals = sqliteTable(
  'campaign_pay_totals',
  {
    campaignId: text('campaign_id').notNull(),
    creatorId: text('creator_id').notNull(),
    amount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.creatorId] })],
);
