// Whose address is mailed an invitation, and when. A row lasts until its mail is stored.
import { sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { invitationMails } from './table.ts';

/** So many wait for one account. Whoever is added beyond that is not mailed. */
const WAIT_AT_MOST = 1_000;

/**
 * Adds to the caller's batch that a creator's address is mailed an invitation, unless a person has taken the record over or
 * refused it. One that waits already stays one, and goes out at the earlier of both times.
 * @param waitMs how long what the mail is about may still grow.
 */
export function addInvitationMail(ctx: SystemCtx, creatorId: string, waitMs: number): void {
  ctx.write.addSql(sql`INSERT INTO invitation_mails (creator_id, account_id, due_at, created_at)
    SELECT c.id, c.managed_by, ${ctx.now + waitMs}, ${ctx.now} FROM creators c
    WHERE c.id = ${creatorId} AND c.managed_by IS NOT NULL AND c.email IS NOT NULL AND c.claimed_at IS NULL
      AND c.refused_at IS NULL AND (SELECT COUNT(*) FROM (SELECT 1 FROM invitation_mails w
        WHERE w.account_id = c.managed_by LIMIT ${WAIT_AT_MOST})) < ${WAIT_AT_MOST}
    ON CONFLICT (creator_id) DO UPDATE SET due_at = MIN(due_at, excluded.due_at)`);
}

export interface DueInvitation {
  creator: string;
  account: string;
  accountName: string;
  dueAt: number;
  createdAt: number;
  /** Null where nobody is to be mailed any more: a person has proved the address, or the two do not work together now. */
  email: string | null;
}

/** SQL for whether an account `a` and the record `c` that it keeps still stand by each other. */
const KEPT = `a.status = 'active' AND c.claimed_at IS NULL AND c.refused_at IS NULL AND EXISTS (SELECT 1
  FROM creator_relationships r WHERE r.account_id = a.id AND r.creator_id = c.id AND r.consent = 'agreed')`;

/** The invitations that are due, the oldest first. */
export async function listDueInvitations(ctx: SystemCtx, limit: number): Promise<DueInvitation[]> {
  return await mainDb(ctx.env).all<DueInvitation>(sql`SELECT q.creator_id AS creator, q.account_id AS account,
      a.name AS accountName, q.due_at AS dueAt, q.created_at AS createdAt,
      CASE WHEN ${sql.raw(KEPT)} AND NOT ${sql.raw(addressVerified('c'))} THEN c.email END AS email
    FROM ${invitationMails} q JOIN creators c ON c.id = q.creator_id JOIN accounts a ON a.id = q.account_id
    WHERE q.due_at <= ${ctx.now} ORDER BY q.due_at LIMIT ${limit}`);
}

/** Ends, in the caller's batch, that an invitation waits. The batch fails when another run was first. */
export function releaseInvitation(ctx: SystemCtx, { creator, dueAt }: DueInvitation): void {
  const { creatorId, dueAt: due } = invitationMails;
  ctx.write.guarded(
    mainDb(ctx.env).delete(invitationMails).where(sql`${creatorId} = ${creator} AND ${due} = ${dueAt}`),
    overtaken,
  );
}

/** Lets an invitation wait for longer. */
export async function saveInvitationLater(ctx: SystemCtx, creator: string, dueAt: number): Promise<void> {
  const { creatorId } = invitationMails;
  await mainDb(ctx.env).update(invitationMails).set({ dueAt }).where(sql`${creatorId} = ${creator}`);
}

/** Lets all invitations of an account that are due wait for longer. */
export async function saveInvitationsLater(ctx: SystemCtx, account: string, dueAt: number): Promise<void> {
  const { accountId, dueAt: due } = invitationMails;
  await mainDb(ctx.env)
    .update(invitationMails)
    .set({ dueAt })
    .where(sql`${accountId} = ${account} AND ${due} <= ${ctx.now}`);
}

/** What a record at an unproved address is; null when it was answered, or the account ended it. */
export async function findInvitation(
  ctx: SystemCtx,
  creator: string,
): Promise<{ accountName: string; email: string } | null> {
  const [found] = await mainDb(ctx.env).all<{ accountName: string; email: string }>(
    sql`SELECT a.name AS accountName, c.email FROM creators c JOIN accounts a ON a.id = c.managed_by
      WHERE c.id = ${creator} AND c.email IS NOT NULL AND ${sql.raw(KEPT)}`,
  );
  return found ?? null;
}
