// What a campaign that is named leads to, as SQL for what is read along with it.
import { type SQL, sql } from 'drizzle-orm';

/** SQL for the ID of an account's campaign. */
export const ownCampaign = (accountId: string, id: string): SQL =>
  sql`(SELECT own.id FROM campaigns own WHERE own.id = ${id} AND own.account_id = ${accountId})`;

/** SQL for the connection to a campaign's own platform. @param campaign its ID. */
export const connectionOf = (campaign: SQL): SQL =>
  sql`SELECT c.connection_id FROM campaigns c WHERE c.id = ${campaign}`;

/** SQL for the submissions that a campaign shows or lists. @param campaign its ID. */
export const submissionsOf = (campaign: SQL): SQL =>
  sql`SELECT a.submission_id FROM ads a WHERE a.campaign_id = ${campaign} AND a.submission_id IS NOT NULL
    UNION SELECT one.value FROM campaigns c, json_each(c.terms, '$.creatives') one WHERE c.id = ${campaign}`;
