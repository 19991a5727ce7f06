import { and, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { inOneBatch, overtaken } from '../../../db/one-batch.ts';
import { mails } from './table.ts';

export type MailRow = typeof mails.$inferSelect;

export function insertMail(ctx: SystemCtx, row: typeof mails.$inferInsert): void {
  ctx.write.add(mainDb(ctx.env).insert(mails).values(row));
}

export async function listDueMails(ctx: SystemCtx, limit: number): Promise<MailRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(mails)
    .where(and(isNotNull(mails.dueAt), lte(mails.dueAt, ctx.now)))
    .orderBy(mails.dueAt)
    .limit(limit)
    .all();
}

export async function findDueMail(ctx: SystemCtx, id: string): Promise<MailRow | null> {
  const row = await mainDb(ctx.env)
    .select()
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
