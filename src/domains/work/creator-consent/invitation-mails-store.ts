// Whose address is mailed an invitation, and when. A row lasts until its mail is stored.
import { type SQL, sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { AppError } from '../../../kit/error.ts';
import { invitationMails, sentInvitations } from './table.ts';

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

/** Forgets, in the caller's batch, what was sent to a creator's address and what waits: it has another address now. */
export function deleteInvitations(ctx: SystemCtx, creatorId: string): void {
  ctx.write
    .addSql(sql`DELETE FROM invitation_mails WHERE creator_id = ${creatorId}`)
    .addSql(sql`DELETE FROM sent_invitations WHERE creator_id = ${creatorId}`);
}

export interface DueInvitation {
  creator: string;
  account: string;
  accountName: string;
  dueAt: number;
  createdAt: number;
  countedAt: number | null;
  /** Null where the two do not work together now. */
  email: string | null;
  /** Whether a person has proved the address, who is mailed nothing. */
  isProved: boolean;
}

/** SQL for whether an account `a` and the record `c` that it keeps still stand by each other. */
const KEPT = `a.status = 'active' AND c.claimed_at IS NULL AND c.refused_at IS NULL AND EXISTS (SELECT 1
  FROM creator_relationships r WHERE r.account_id = a.id AND r.creator_id = c.id AND r.consent = 'agreed')`;

/** The invitations that are due, the oldest first. */
export async function listDueInvitations(ctx: SystemCtx, limit: number): Promise<DueInvitation[]> {
  const rows = await mainDb(ctx.env).all<Omit<DueInvitation, 'isProved'> & { proved: number }>(
    sql`SELECT q.creator_id AS creator, q.account_id AS account,
      a.name AS accountName, q.due_at AS dueAt, q.created_at AS createdAt, q.counted_at AS countedAt,
      CASE WHEN ${sql.raw(KEPT)} THEN c.email END AS email, ${sql.raw(addressVerified('c'))} AS proved
    FROM ${invitationMails} q JOIN creators c ON c.id = q.creator_id JOIN accounts a ON a.id = q.account_id
    WHERE q.due_at <= ${ctx.now} ORDER BY q.due_at LIMIT ${limit}`,
  );
  return rows.map(({ proved, ...row }) => ({ ...row, isProved: Boolean(proved) }));
}

/** Ends, in the caller's batch, that an invitation waits. The batch fails when another run was first. */
export function releaseInvitation(ctx: SystemCtx, { creator, dueAt }: DueInvitation): void {
  const { creatorId, dueAt: due } = invitationMails;
  ctx.write.guarded(
    mainDb(ctx.env).delete(invitationMails).where(sql`${creatorId} = ${creator} AND ${due} = ${dueAt}`),
    overtaken,
  );
}

/** Lets an invitation wait for longer, unless another run was first. */
export async function saveInvitationLater(
  ctx: SystemCtx,
  { creator, dueAt: was }: DueInvitation,
  dueAt: number,
): Promise<void> {
  const { creatorId, dueAt: due } = invitationMails;
  await mainDb(ctx.env)
    .update(invitationMails)
    .set({ dueAt })
    .where(sql`${creatorId} = ${creator} AND ${due} = ${was}`);
}

/** Lets one wait for its address alone, in the caller's batch. The batch fails when another run was first. */
export function saveCounted(ctx: SystemCtx, { creator, dueAt: was }: DueInvitation, dueAt: number): void {
  const { creatorId, dueAt: due } = invitationMails;
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(invitationMails)
      .set({ dueAt, countedAt: ctx.now })
      .where(sql`${creatorId} = ${creator} AND ${due} = ${was}`),
    overtaken,
  );
}

/** Lets all invitations of an account that are due wait for longer, but for those that were counted. */
export async function saveInvitationsLater(ctx: SystemCtx, account: string, dueAt: number): Promise<void> {
  const { accountId, dueAt: due, countedAt } = invitationMails;
  await mainDb(ctx.env)
    .update(invitationMails)
    .set({ dueAt })
    .where(sql`${accountId} = ${account} AND ${due} <= ${ctx.now} AND ${countedAt} IS NULL`);
}

/** Counts, in the caller's batch, that an invitation was sent. */
export function addSent(ctx: SystemCtx, creator: string): void {
  ctx.write.addSql(counting(ctx, creator));
}

/**
 * Counts another invitation in the caller's batch, and has it mailed at once. The batch fails when the caller saw another
 * count than there is.
 */
export function saveResent(
  ctx: SystemCtx,
  { creator, account, times }: { creator: string; account: string; times: number },
  explain: () => Promise<AppError | null>,
): void {
  ctx.write
    .addSql(sql`${counting(ctx, creator)} WHERE times = ${times}`)
    .require(sql`changes() = 1`, explain);
  ctx.write.addSql(sql`INSERT INTO invitation_mails (creator_id, account_id, due_at, created_at, counted_at)
    VALUES (${creator}, ${account}, ${ctx.now}, ${ctx.now}, ${ctx.now})
    ON CONFLICT (creator_id) DO UPDATE SET due_at = excluded.due_at, created_at = excluded.created_at,
      counted_at = excluded.counted_at`);
}

const counting = (ctx: SystemCtx, creator: string): SQL =>
  sql`INSERT INTO sent_invitations (creator_id, times, last_at) VALUES (${creator}, 1, ${ctx.now})
    ON CONFLICT (creator_id) DO UPDATE SET times = times + 1, third_at = second_at, second_at = last_at,
      last_at = excluded.last_at, mail_id = NULL`;

/** Keeps, in the caller's batch, which mail an invitation is. */
export function saveInvitationMail(ctx: SystemCtx, creator: string, mailId: string): void {
  const { creatorId } = sentInvitations;
  ctx.write.add(
    mainDb(ctx.env).update(sentInvitations).set({ mailId }).where(sql`${creatorId} = ${creator}`),
  );
}

/** What an account knows of its invitation to a creator. Times are milliseconds. */
export interface OwnInvitation {
  email: string;
  times: number;
  lastAt: number | null;
  secondAt: number | null;
  thirdAt: number | null;
  /** When the next one goes out by itself; null when none waits. */
  dueAt: number | null;
  /** Whether the last mail came back. */
  isReturned: boolean;
  /** How many invitations the account sent in the last day. */
  today: number;
}

/**
 * The invitation to a creator whose record the account keeps; null for any other, and once it was answered.
 * @param today SQL for how many the account sent in the last day.
 */
export async function findOwnInvitation(
  ctx: SystemCtx,
  { creator, account }: { creator: string; account: string },
  today: SQL,
): Promise<OwnInvitation | null> {
  const [row] = await mainDb(ctx.env).all<Omit<OwnInvitation, 'isReturned'> & { returned: number }>(
    sql`SELECT c.email, COALESCE(s.times, 0) AS times, s.last_at AS lastAt, s.second_at AS secondAt,
      s.third_at AS thirdAt, CASE WHEN q.counted_at IS NULL THEN q.due_at END AS dueAt, ${today} AS today,
      EXISTS (SELECT 1 FROM mail_bounces b WHERE b.mail_id = s.mail_id AND b.address = c.email) AS returned
    FROM creators c JOIN accounts a ON a.id = c.managed_by LEFT JOIN sent_invitations s ON s.creator_id = c.id
      LEFT JOIN invitation_mails q ON q.creator_id = c.id
    WHERE c.id = ${creator} AND c.managed_by = ${account} AND c.email IS NOT NULL AND ${sql.raw(KEPT)}`,
  );
  if (!row) return null;
  const { returned, ...rest } = row;
  return { ...rest, isReturned: Boolean(returned) };
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
