import { sql } from 'drizzle-orm';
import type { AgreedAccounts } from '../../catalog/products/interface.ts';

/** A SELECT of the IDs of the accounts that a creator has an agreed relationship with. */
export const agreedAccounts: AgreedAccounts = (creatorId) =>
  sql`SELECT account_id AS value FROM creator_relationships WHERE creator_id = ${creatorId} AND consent = 'agreed'`;
