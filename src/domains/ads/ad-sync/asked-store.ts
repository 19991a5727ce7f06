// Which results of ads are asked for, and whose.
import { type SQL, sql } from 'drizzle-orm';

export const RESULT_GROUPS = ['campaign', 'submission', 'creator', 'ad', 'platform'] as const;
export type ResultGroup = (typeof RESULT_GROUPS)[number] | 'account';

/** Whose results: an account's, those of a partner's clients (a subquery of their IDs), or those of ads with a creator's submissions. */
export type ResultsOf = { account: string } | { clients: SQL } | { creator: string };

export interface ResultsAsked {
  of: ResultsOf;
  /** Days of the ad accounts, both inclusive. */
  from: string;
  to: string;
  campaign?: string | undefined;
  submission?: string | undefined;
  program?: string | undefined;
  creator?: string | undefined;
  platform?: string | undefined;
  /** Ads that the service created, other ads, or both. */
  source: 'service' | 'external' | 'all';
  group: readonly ResultGroup[];
  /** Whether to tell how purchases split by window. */
  split?: boolean;
}

/** A subquery of the accounts whose ad accounts are meant. */
export const accountsOf = (of: Exclude<ResultsOf, { creator: string }>) =>
  'account' in of ? sql`(${of.account})` : sql`(${of.clients})`;
