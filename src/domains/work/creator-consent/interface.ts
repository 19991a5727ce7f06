// What other domains may ask of creators: identities, relationships and rosters. Every change is part of the
// caller's batch.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { shownAccount } from '../../../db/involved-list.ts';
import { notFound } from '../../../kit/error.ts';
import type { AgreedAccounts } from '../../catalog/products/interface.ts';
import type { FoundCreator } from './creator.ts';
import { findCreator, findRelationship, findVisible } from './find-store.ts';
import { creators } from './table.ts';
import { type Viewer, viewerOf } from './viewer.ts';

export { endAllRelationships, endRelationships, type Said, saidNow, sayYes } from './consent-store.ts';
export {
  type CreatorFilter,
  findByAddress,
  findDefaultRate,
  findRelationship,
  listMerged,
  listSelected,
  listVisible,
} from './find-store.ts';
export {
  addInvitationMail,
  addSent,
  type DueInvitation,
  deleteInvitations,
  findInvitation,
  findOwnInvitation,
  listDueInvitations,
  type OwnInvitation,
  releaseInvitation,
  saveCounted,
  saveInvitationLater,
  saveInvitationMail,
  saveInvitationsLater,
  saveResent,
} from './invitation-mails-store.ts';
export {
  findClaim,
  findCreatorSide,
  findOffered,
  findPerson,
  hasRecord,
  isPersonsAddress,
  isPrimary,
  listOffers,
  listOffersTo,
  type Offer,
} from './person-store.ts';
export {
  addressClaimed,
  claimHandle,
  countApproved,
  creatorPaused,
  insertCreator,
  insertProfile,
  insertRelationship,
  insertVerifiedEmail,
  recordActivity,
  refuseWhilePaused,
  requireAgreed,
  requireUnverified,
  savedRelationship,
  saveMerged,
  savePayoutSetup,
  saveTakenOver,
  saveUnclaimed,
  setAdResults,
  setHidden,
} from './store.ts';

/** A creator that the caller may see, or the acting creator itself. Throws not_found. */
export async function requireVisibleCreator(
  ctx: Ctx,
  id: string,
): Promise<{ viewer: Viewer; found: FoundCreator }> {
  const viewer = viewerOf(ctx.actor);
  const { details: _, ...found } = await requireDetailed(ctx, id, sql`NULL`);
  return { viewer, found };
}

/** Like requireVisibleCreator, with more columns over `creators` in the same statement. */
export async function requireDetailed<D>(
  ctx: Ctx,
  id: string,
  details: SQL<D>,
): Promise<FoundCreator & { details: D }> {
  const found = await findVisible(ctx, viewerOf(ctx.actor), id, details);
  if (!found) throw notFound('creator');
  return found;
}

/** Whether a person has verified the record's address and neither taken it over nor refused it yet. */
export async function awaitsPerson(ctx: SystemCtx, id: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: creators.id })
    .from(creators)
    .where(and(eq(creators.id, id), isNull(creators.claimedAt), sql.raw(addressVerified('creators'))))
    .get();
  return row !== undefined;
}

/**
 * Whether the creator may take new work from the account: both agreed, and the account has not paused the
 * creator.
 */
export async function takesSubmissions(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
): Promise<'yes' | 'paused' | 'no'> {
  const row = await findRelationship(ctx, accountId, creatorId);
  if (row?.consent !== 'agreed') return 'no';
  return row.status === 'paused' ? 'paused' : 'yes';
}

/** SQL for whether an account and a creator have agreed to work together, and the account is active. */
export const isTogether = (account: SQL, creator: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM creator_relationships r JOIN accounts b ON b.id = r.account_id
    WHERE r.account_id = ${account} AND r.creator_id = ${creator} AND r.consent = 'agreed' AND b.status = 'active')`;

/** A SELECT of the IDs of the accounts that a creator has an agreed relationship with: see AgreedAccounts. */
export const agreedAccounts: AgreedAccounts = (ctx, creatorId) => {
  const only = shownAccount(ctx);
  const shown = only === undefined ? sql`` : sql` AND account_id = ${only}`;
  return sql`SELECT account_id AS value FROM creator_relationships
    WHERE creator_id = ${creatorId} AND consent = 'agreed'${shown}`;
};

/**
 * Called in the caller's batch when a person took a record over: everything that was set up for it before has
 * to end.
 */
export type RecordTakenOver = (ctx: SystemCtx, creatorId: string) => Promise<void>;

/** The address that the processor may write to; null when the creator has none. */
export async function findCreatorEmail(ctx: SystemCtx, creatorId: string): Promise<string | null> {
  return (await findCreator(ctx, creatorId))?.email ?? null;
}
