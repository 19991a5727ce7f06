import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { WriteSet } from '../../../db/write-set.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { HEADS_OF_STEP, saveHeads } from './interface.ts';
import type { Heads } from './posting.ts';
import { ledgerSteps } from './table.ts';

/** How a step ended: as planned, by its other transfer, or by a refusal that `mayRefuse` allowed. */
export type Ending = 'as_planned' | 'otherwise' | 'refused';

/**
 * Adds steps after those of the subject. The insert itself numbers them, so concurrent batches get different
 * numbers.
 */
export function insertSteps(ctx: SystemCtx, subject: string, bodies: unknown[]): void {
  ctx.write.addSql(sql`INSERT INTO ledger_steps (subject, n, body, status, created_at, due_at)
    SELECT ${subject}, (SELECT COALESCE(MAX(n), 0) FROM ledger_steps WHERE subject = ${subject}) + j.key + 1,
      j.value, 'open', ${ctx.now}, ${ctx.now + MINUTE_MS}
    FROM json_each(${JSON.stringify(bodies)}) j`);
}

/** The subject's open steps in order, with the known heads of their ledgers. */
export async function listOpenSteps(
  ctx: SystemCtx,
  subject: string,
  limit: number,
): Promise<{ n: number; body: string; heads: string }[]> {
  return await mainDb(ctx.env)
    .select({ n: ledgerSteps.n, body: ledgerSteps.body, heads: HEADS_OF_STEP })
    .from(ledgerSteps)
    .where(and(eq(ledgerSteps.subject, subject), eq(ledgerSteps.status, 'open')))
    .orderBy(asc(ledgerSteps.n))
    .limit(limit)
    .all();
}

export type StepRow = typeof ledgerSteps.$inferSelect;

/** Adds to the batch that a step is due now, provided that it is still open. */
export function saveStepDue(ctx: SystemCtx, { subject, n }: StepRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(ledgerSteps)
      .set({ dueAt: ctx.now })
      .where(and(eq(ledgerSteps.subject, subject), eq(ledgerSteps.n, n), eq(ledgerSteps.status, 'open'))),
    overtaken,
  );
}

/**
 * Saves which steps ended and the new heads of their ledgers, and postpones the subject's other steps: for as
 * long as they have waited already, but at most an hour, so that a blocked subject does not delay others.
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
    write.addSql(sql`UPDATE ledger_steps SET status = 'done', ended = j.value->>'ended', blocked = NULL,
        ended_at = ${ctx.now}
      FROM json_each(${JSON.stringify(endings)}) j
      WHERE subject = ${subject} AND n = j.value->>'n' AND status = 'open'`);
  }
  if (stopped) {
    write.addSql(sql`UPDATE ledger_steps SET blocked = COALESCE(${stopped.blocked}, blocked),
        due_at = ${ctx.now} + MAX(${MINUTE_MS}, MIN(${HOUR_MS}, ${ctx.now} - created_at))
      WHERE subject = ${subject} AND status = 'open'`);
  }
  await write.commit();
}

/** Subjects with a step that is due, longest waiting first. */
export async function listDueSubjects(ctx: SystemCtx, steps: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ subject: ledgerSteps.subject })
    .from(ledgerSteps)
    .where(and(sql`status = 'open'`, lte(ledgerSteps.dueAt, ctx.now)))
    .orderBy(asc(ledgerSteps.dueAt))
    .limit(steps)
    .all();
  return [...new Set(rows.map((row) => row.subject))];
}

/** Deletes steps that ended at `before` or earlier (milliseconds). @returns the number of deleted rows. */
export async function deleteEndedSteps(ctx: SystemCtx, before: number, limit: number): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM ledger_steps WHERE rowid IN (
    SELECT rowid FROM ledger_steps WHERE status = 'done' AND ended_at <= ${before} LIMIT ${limit})`);
  return meta.changes;
}
