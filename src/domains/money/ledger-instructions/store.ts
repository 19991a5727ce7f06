import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { WriteSet } from '../../../db/write-set.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { headsOf, saveHeads } from '../ledger/interface.ts';
import type { Heads } from '../ledger/posting.ts';
import { ledgerInstructions } from './table.ts';

const HEADS = headsOf(sql`body->>'$.holder', body->>'$.transfer.source.holder',
  body->>'$.transfer.destination.holder', body->>'$.orElse.source.holder', body->>'$.orElse.destination.holder'`);

/** How an instruction ended: as planned, by its other transfer, or by a refusal that `mayRefuse` allowed. */
export type Ending = 'as_planned' | 'otherwise' | 'refused';

/**
 * Adds instructions after those of the subject. The insert itself numbers them, so concurrent batches get
 * different numbers.
 */
export function insertInstructions(ctx: SystemCtx, subject: string, bodies: unknown[]): void {
  ctx.write.addSql(sql`INSERT INTO ledger_instructions (subject, n, body, status, created_at, due_at)
    SELECT ${subject}, (SELECT COALESCE(MAX(n), 0) FROM ledger_instructions WHERE subject = ${subject}) + j.key + 1,
      j.value, 'open', ${ctx.now}, ${ctx.now + MINUTE_MS}
    FROM json_each(${JSON.stringify(bodies)}) j`);
}

/** The subject's open instructions in order, with the known heads of their ledgers. */
export async function listOpenInstructions(
  ctx: SystemCtx,
  subject: string,
  limit: number,
): Promise<{ n: number; body: string; heads: string }[]> {
  return await mainDb(ctx.env)
    .select({ n: ledgerInstructions.n, body: ledgerInstructions.body, heads: HEADS })
    .from(ledgerInstructions)
    .where(and(eq(ledgerInstructions.subject, subject), eq(ledgerInstructions.status, 'open')))
    .orderBy(asc(ledgerInstructions.n))
    .limit(limit)
    .all();
}

export type InstructionRow = typeof ledgerInstructions.$inferSelect;

/** Adds to the batch that an instruction is due now, provided that it is still open. */
export function saveInstructionDue(ctx: SystemCtx, { subject, n }: InstructionRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(ledgerInstructions)
      .set({ dueAt: ctx.now })
      .where(
        and(
          eq(ledgerInstructions.subject, subject),
          eq(ledgerInstructions.n, n),
          eq(ledgerInstructions.status, 'open'),
        ),
      ),
    overtaken,
  );
}

/**
 * Saves which instructions ended and the new heads of their ledgers, and postpones the subject's other
 * instructions: for as long as they have waited already, but at most an hour, so that a blocked subject does
 * not delay others.
 * @param stopped why the subject could not continue; null when it could.
 */
export async function saveEndings(
  ctx: SystemCtx,
  subject: string,
  endings: { n: number; ended: Ending }[],
  heads: Heads,
  stopped: { blocked: string | null } | null,
): Promise<void> {
  const write = new WriteSet(ctx.env.DB);
  saveHeads({ write, now: ctx.now }, heads);
  if (endings.length > 0) {
    write.addSql(sql`UPDATE ledger_instructions SET status = 'done', ended = j.value->>'ended', blocked = NULL,
        ended_at = ${ctx.now}
      FROM json_each(${JSON.stringify(endings)}) j
      WHERE subject = ${subject} AND n = j.value->>'n' AND status = 'open'`);
  }
  if (stopped) {
    write.addSql(sql`UPDATE ledger_instructions SET blocked = COALESCE(${stopped.blocked}, blocked),
        due_at = ${ctx.now} + MAX(${MINUTE_MS}, MIN(${HOUR_MS}, ${ctx.now} - created_at))
      WHERE subject = ${subject} AND status = 'open'`);
  }
  await write.commit();
}

/** Subjects with an instruction that is due, longest waiting first. */
export async function listDueSubjects(ctx: SystemCtx, instructions: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ subject: ledgerInstructions.subject })
    .from(ledgerInstructions)
    .where(and(sql`status = 'open'`, lte(ledgerInstructions.dueAt, ctx.now)))
    .orderBy(asc(ledgerInstructions.dueAt))
    .limit(instructions)
    .all();
  return [...new Set(rows.map((row) => row.subject))];
}

/**
 * Deletes instructions that ended at `before` or earlier (milliseconds). @returns the number of deleted rows.
 */
export async function deleteEndedInstructions(
  ctx: SystemCtx,
  before: number,
  limit: number,
): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM ledger_instructions WHERE rowid IN (
    SELECT rowid FROM ledger_instructions WHERE status = 'done' AND ended_at <= ${before} LIMIT ${limit})`);
  return meta.changes;
}
