import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { memberships } from '../../../db/memberships-table.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { people } from '../people/table.ts';
import { invitations } from './table.ts';

export type InvitationRow = typeof invitations.$inferSelect;

const isOpen = (ctx: SystemCtx): SQL | undefined =>
  and(isNull(invitations.acceptedAt), isNull(invitations.cancelledAt), gt(invitations.expiresAt, ctx.now));

/** Adds one to the batch, in the place of an earlier one for the address. Refuses what is more than `most` at a time. */
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

/** Adds to the batch that what waits in an account is cancelled, and that it has no people yet, who would invite themselves. */
export function cancelBeforeFirst(ctx: SystemCtx, accountId: string, notFirst: () => AppError): void {
  ctx.write
    .add(cancelling(ctx, eq(invitations.accountId, accountId)))
    .require(
      sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${eq(memberships.accountId, accountId)})`,
      async () => notFirst(),
    );
}

/**
 * Adds to the batch that what a person invited, in an account and in the client brands that it manages, is cancelled: all
 * of it, or owners alone.
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

/** Those of an account that can still be accepted, the newest first. */
export async function listOpenInvitations(
  ctx: SystemCtx,
  accountId: string,
  limit: number,
): Promise<InvitationRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(invitations)
    .where(and(eq(invitations.accountId, accountId), isOpen(ctx)))
    .orderBy(desc(invitations.id))
    .limit(limit)
    .all();
}

export interface FoundInvitation extends InvitationRow {
  accountName: string;
  /** Who invited. */
  byName: string;
}

/** One that can still be accepted, by the link of its mail. */
export async function findOpenInvitation(ctx: SystemCtx, tokenHash: string): Promise<FoundInvitation | null> {
  const [found] = await findOpen(ctx, eq(invitations.tokenHash, tokenHash), 1);
  return found ?? null;
}

/** The one that waits in an account for an address. */
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

/** Those to an address that can still be accepted, the newest first. @param before the ID that they come behind. */
export async function listInvitationsTo(
  ctx: SystemCtx,
  email: string,
  before: string | null,
  limit: number,
): Promise<FoundInvitation[]> {
  const behind = before === null ? undefined : lt(invitations.id, before);
  return await findOpen(ctx, and(eq(invitations.email, email), behind)!, limit);
}

/** One to an address that can still be accepted. */
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

/** Uses it up: of many at once, one has it. @param used what is said when somebody was first. */
export function saveAccepted(ctx: SystemCtx, id: string, personId: string, used: () => AppError): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(invitations)
      .set({ acceptedAt: ctx.now, acceptedBy: personId, updatedAt: ctx.now })
      .where(and(eq(invitations.id, id), isOpen(ctx))),
    // While it is open, something else stopped the batch.
    async () => ((await findOpen(ctx, eq(invitations.id, id), 1)).length > 0 ? null : used()),
  );
}

/** Throws not_found for one of another account, and for one that is no longer pending. */
export function saveCancelled(ctx: SystemCtx, accountId: string, id: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(invitations)
      .set({ cancelledAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(invitations.id, id), eq(invitations.accountId, accountId), isOpen(ctx))),
    async () => notFound('invitation'),
  );
}
