import { and, desc, eq, getTableColumns, isNotNull, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { isStopped } from '../../../db/mail-bounces.ts';
import { inOneBatch, overtaken } from '../../../db/one-batch.ts';
import { mails } from './table.ts';

export type MailRow = typeof mails.$inferSelect;

/** A mail that waits. */
export type WaitingMail = MailRow & {
  /** Whether its address gets none any more: mails came back, or its reader wants no invitations. */
  isRefused: boolean;
};

/** SQL for whether an address wants no invitations by mail. @param address SQL for the address. */
const isRefused = (address: string): string =>
  `EXISTS (SELECT 1 FROM mail_refusals mr WHERE mr.address = ${address})`;

/** Adds a mail, unless mails to its address came back, or it is an invitation to one that wants none. */
export function insertMail(ctx: SystemCtx, row: NewMail): void {
  const { id, recipient, proves, invites, body, dueAt } = row;
  ctx.write.addSql(sql`INSERT INTO mails (id, recipient, proves, invites, body, due_at, created_at, updated_at)
    SELECT ${id}, r.address, ${Number(proves)}, ${Number(invites)}, ${body}, ${dueAt}, ${ctx.now}, ${ctx.now}
    FROM (SELECT ${recipient} AS address) r WHERE (${Number(proves)} OR NOT (${sql.raw(isStopped('r.address'))}))
      AND NOT (${Number(invites)} AND ${sql.raw(isRefused('r.address'))})`);
}

type NewMail = Pick<MailRow, 'id' | 'recipient' | 'proves' | 'invites' | 'body' | 'dueAt'>;

const waiting = {
  ...getTableColumns(mails),
  isRefused: sql<boolean>`(NOT mails.proves AND ${sql.raw(isStopped('mails.recipient'))})
    OR (mails.invites AND ${sql.raw(isRefused('mails.recipient'))})`.mapWith(Boolean),
};

export async function listDueMails(ctx: SystemCtx, limit: number): Promise<WaitingMail[]> {
  return await mainDb(ctx.env)
    .select(waiting)
    .from(mails)
    .where(and(isNotNull(mails.dueAt), lte(mails.dueAt, ctx.now)))
    .orderBy(mails.dueAt)
    .limit(limit)
    .all();
}

export async function findDueMail(ctx: SystemCtx, id: string): Promise<WaitingMail | null> {
  const row = await mainDb(ctx.env)
    .select(waiting)
    .from(mails)
    .where(and(eq(mails.id, id), isNotNull(mails.dueAt), lte(mails.dueAt, ctx.now)))
    .get();
  return row ?? null;
}

/** Claims a due mail for one try. False when another run has claimed it. */
export async function claimMail(ctx: SystemCtx, mail: MailRow, nextTry: number): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    own.write.guarded(
      mainDb(ctx.env)
        .update(mails)
        .set({ dueAt: nextTry, attempts: mail.attempts + 1, updatedAt: ctx.now })
        .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts), isNotNull(mails.dueAt))),
      overtaken,
    );
  });
}

/** Deletes the mail's text once it was sent, or given up (`sentAt` null). */
export async function saveMailDone(ctx: SystemCtx, id: string, sentAt: number | null): Promise<void> {
  await mainDb(ctx.env)
    .update(mails)
    .set({ body: null, dueAt: null, sentAt, updatedAt: ctx.now })
    .where(eq(mails.id, id));
}

/**
 * Counts that a mail came back, once, up to the number that stops its address. What was written before the address was proved
 * again does not count.
 */
export function insertBounce(ctx: SystemCtx, id: string): void {
  ctx.write.addSql(sql`INSERT INTO mail_bounces (address, mail_id, bounced_at)
    SELECT m.recipient, m.id, ${ctx.now} FROM mails m WHERE m.id = ${id}
      AND NOT ${sql.raw(isStopped('m.recipient'))}
      AND NOT EXISTS (SELECT 1 FROM mail_bounces b WHERE b.address = m.recipient AND b.proved_at > m.created_at)
    ON CONFLICT DO NOTHING`);
}

/** Lets nobody be invited at an address by mail. A repeat changes nothing. */
export function insertRefusal(ctx: SystemCtx, address: string): void {
  ctx.write.addSql(sql`INSERT INTO mail_refusals (address, refused_at) VALUES (${address}, ${ctx.now})
    ON CONFLICT DO NOTHING`);
}

/** The newest first. */
export async function listMails(ctx: SystemCtx, limit: number): Promise<MailRow[]> {
  return await mainDb(ctx.env).select().from(mails).orderBy(desc(mails.id)).limit(limit).all();
}

/** Deletes at most `limit` mails. @returns how many. */
export async function deleteMails(ctx: SystemCtx, madeBefore: string, limit: number): Promise<number> {
  const { meta } = await mainDb(ctx.env)
    .delete(mails)
    .where(sql`${mails.id} IN (SELECT m.id FROM mails m WHERE m.id < ${madeBefore} LIMIT ${limit})`);
  return meta.changes;
}
