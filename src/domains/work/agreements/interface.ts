// What other domains may ask of agreements that creators still have to accept.
import { type SQL, sql } from 'drizzle-orm';
import { openAgreements, openForRelationship, openForRetainer } from '../agreement-rules/table.ts';
import { applicationsAsking, retainersAsking } from './pending-store.ts';

/** Whether an account has agreements that a creator who works with it has to accept: it is in the list of one of them. */
export const hasPending = (account: SQL, creator: SQL): SQL =>
  sql`(EXISTS (SELECT 1 ${openForRelationship(account, creator)})
    OR EXISTS (SELECT 1 ${applicationsAsking(account, creator)}
      AND EXISTS (SELECT 1 ${openAgreements(account, creator, sql`p.agreements`)}))
    OR EXISTS (SELECT 1 ${retainersAsking(account, creator)}
      AND EXISTS (SELECT 1 ${openForRetainer(account, creator)})))`;
