import { and, desc, eq, getTableColumns, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { memberships } from '../../../db/memberships-table.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { holdsMail } from '../mails/interface.ts';
import { people } from '../people/table.ts';
import { invitations } from './table.ts';

export type InvitationRow = typeof invitations.$inferSelect;

const isOpen = (ctx: SystemCtx): SQL | undefined =>
  and(isNull(invitations.acceptedAt), isNull(invitations.cancelledAt), gt(invitations.expiresAt, ctx.now));

/**
 * Adds an invitation to the caller's batch and cancels an earlier one for the same address. The batch fails when the
 * account would have more than `most` open ones.
 */
export function insertInvitation(ctx: SystemCtx, row: InvitationRow, most: number): void {
  const db = mainDb(ctx.env);
  const ofAccount = eq(invitations.accountId, row.accountId);
  ctx.write
    .add(cancelling(ctx, and(ofAccount, eq(invitations.email, row.email))))
    .add(db.insert(invitations).values(row))
    .require(
      sql`(SELECT COUNT(*) FROM ${invitations} WHERE ${and(ofAccount, isOpen(ctx))}) <= ${most}`,
      async () => new AppError('conflict', `At most ${most} invitations wait at a time. Cancel one first.`),
    );
}

/**
 * Cancels, in the caller's batch, an account's open invitations. The batch fails when the account already has people,
 * since they invite others themselves.
 */
export function cancelBeforeFirst(ctx: SystemCtx, accountId: string, notFirst: () => AppError): void {
  ctx.write
    .add(cancelling(ctx, eq(invitations.accountId, accountId)))
    .require(
      sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${eq(memberships.accountId, accountId)})`,
      async () => notFirst(),
    );
}

/**
 * Cancels, in the caller's batch, the invitations that a person sent in an account and in the client brands that it
 * manages: all of them, or only those for owners.
 */
export function cancelInvitationsOf(
  ctx: SystemCtx,
  { accountId, personId }: { accountId: string; personId: string },
  role?: 'owner',
): void {
  const reached = sql`(SELECT a.id FROM ${accounts} a WHERE a.id = ${accountId} OR a.managed_by = ${accountId})`;
  ctx.write.add(
    cancelling(
      ctx,
      and(
        eq(invitations.invitedBy, personId),
        sql`${invitations.accountId} IN ${reached}`,
        role && eq(invitations.role, role),
      ),
    ),
  );
}

function cancelling(ctx: SystemCtx, which: SQL | undefined) {
  return mainDb(ctx.env)
    .update(invitations)
    .set({ cancelledAt: ctx.now, updatedAt: ctx.now })
    .where(and(which, isOpen(ctx)));
}

export interface SentInvitation extends InvitationRow {
  /** Whether its last mail came back. */
  isReturned: boolean;
}

const sent = {
  ...getTableColumns(invitations),
  isReturned: sql<boolean>`EXISTS (SELECT 1 FROM mail_bounces mb WHERE mb.mail_id = invitations.mail_id
    AND mb.address = invitations.email)`.mapWith(Boolean),
};

/** One of an account's invitations that can still be accepted. */
export async function findSentInvitation(
  ctx: SystemCtx,
  accountId: string,
  id: string,
): Promise<SentInvitation | null> {
  const row = await mainDb(ctx.env)
    .select(sent)
    .from(invitations)
    .where(and(eq(invitations.accountId, accountId), eq(invitations.id, id), isOpen(ctx)))
    .get();
  return row ?? null;
}

/**
 * Saves, in the caller's batch, that an invitation was sent again. The batch fails when it was meanwhile, or can no longer be
 * accepted. The link before stays where the batch holds no mail with the new one, as to an address that gets none.
 */
export function saveResent(
  ctx: SystemCtx,
  { id, sentCount }: InvitationRow,
  {
    tokenHash,
    ...changes
  }: Pick<InvitationRow, 'expiresAt' | 'invitedBy' | 'mailId'> & { tokenHash?: string },
  explain: () => Promise<AppError | null>,
): void {
  const renewed = tokenHash && {
    tokenHash: sql`CASE WHEN ${holdsMail(changes.mailId)} THEN ${tokenHash} ELSE ${invitations.tokenHash} END`,
  };
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(invitations)
      .set({ ...changes, ...renewed, sentCount: sentCount + 1, resentAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(invitations.id, id), eq(invitations.sentCount, sentCount), isOpen(ctx))),
    explain,
  );
}

/** An account's invitations that can still be accepted, newest first. */
export async function listOpenInvitations(
  ctx: SystemCtx,
  accountId: string,
  limit: number,
): Promise<SentInvitation[]> {
  return await mainDb(ctx.env)
    .select(sent)
    .from(invitations)
    .where(and(eq(invitations.accountId, accountId), isOpen(ctx)))
    .orderBy(desc(invitations.id))
    .limit(limit)
    .all();
}

export interface FoundInvitation extends InvitationRow {
  accountName: string;
  /** The name of the person who sent the invitation. */
  byName: string;
}

/** An invitation that can still be accepted, by the hash of its link's token. */
export async function findOpenInvitation(ctx: SystemCtx, tokenHash: string): Promise<FoundInvitation | null> {
  const [found] = await findOpen(ctx, eq(invitations.tokenHash, tokenHash), 1);
  return found ?? null;
}

/** The account's open invitation to an address. */
export async function findOpenInvitationOf(
  ctx: SystemCtx,
  accountId: string,
  email: string,
): Promise<FoundInvitation | null> {
  const [found] = await findOpen(
    ctx,
    and(eq(invitations.accountId, accountId), eq(invitations.email, email))!,
    1,
  );
  return found ?? null;
}

/** The open invitations to an address, newest first. @param before continues after the invitation with this ID. */
export async function listInvitationsTo(
  ctx: SystemCtx,
  email: string,
  before: string | null,
  limit: number,
): Promise<FoundInvitation[]> {
  const behind = before === null ? undefined : lt(invitations.id, before);
  return await findOpen(ctx, and(eq(invitations.email, email), behind)!, limit);
}

/** An open invitation to an address, by ID. */
export async function findInvitationTo(
  ctx: SystemCtx,
  email: string,
  id: string,
): Promise<FoundInvitation | null> {
  const [found] = await findOpen(ctx, and(eq(invitations.email, email), eq(invitations.id, id))!, 1);
  return found ?? null;
}

async function findOpen(ctx: SystemCtx, which: SQL, limit: number): Promise<FoundInvitation[]> {
  const rows = await mainDb(ctx.env)
    .select({ invitation: invitations, accountName: accounts.name, byName: people.name })
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.accountId))
    .innerJoin(people, eq(people.id, invitations.invitedBy))
    .where(and(which, isOpen(ctx)))
    .orderBy(desc(invitations.id))
    .limit(limit)
    .all();
  return rows.map(({ invitation, ...names }) => ({ ...invitation, ...names }));
}

/**
 * Uses up an invitation. When many requests accept it at once, only one succeeds. @param used makes the error for the
 * others.
 */
export function saveAccepted(ctx: SystemCtx, id: string, personId: string, used: () => AppError): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(invitations)
      .set({ acceptedAt: ctx.now, acceptedBy: personId, updatedAt: ctx.now })
      .where(and(eq(invitations.id, id), isOpen(ctx))),
    // If the invitation is still open, the batch failed for another reason.
    async () => ((await findOpen(ctx, eq(invitations.id, id), 1)).length > 0 ? null : used()),
  );
}

/** Throws not_found for another account's invitation, and for one that is no longer pending. */
export function saveCancelled(ctx: SystemCtx, accountId: string, id: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(invitations)
      .set({ cancelledAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(invitations.id, id), eq(invitations.accountId, accountId), isOpen(ctx))),
    async () => notFound('invitation'),
  );
}
