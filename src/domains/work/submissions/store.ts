import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds } from '../../../db/involved-list.ts';
import { newestFirst } from '../../../db/list.ts';
import type { Explain } from '../../../db/write-set.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { versionConflict } from '../../../resource/version.ts';
import type { SubmissionRow } from './submission.ts';
import { submissions } from './table.ts';
import type { State } from './transitions.ts';

/** How many of a creator's submissions are looked at to find the one that a code's conversion is paid for. */
const WORK_LOOKED_AT = 200;

function mine(ctx: Ctx): SQL {
  return ctx.actor.account
    ? eq(submissions.accountId, ctx.actor.account.id)
    : eq(submissions.creatorId, ctx.actor.creator!);
}

async function find(ctx: SystemCtx, id: string, may?: SQL): Promise<SubmissionRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), may))
    .get();
  return row ?? null;
}

/** A submission to the acting account, or of the acting creator; null for any other. */
export async function findMine(ctx: Ctx, id: string): Promise<SubmissionRow | null> {
  return await find(ctx, id, mine(ctx));
}

/** As findMine. Throws not_found. */
export async function getSubmission(ctx: Ctx, id: string): Promise<SubmissionRow> {
  const row = await findMine(ctx, id);
  if (!row) throw notFound('submission');
  return row;
}

/** How many submissions a creator has made to a program, whatever became of them. */
export async function countOf(ctx: SystemCtx, programId: string, creatorId: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ count: sql<number>`COUNT(*)` })
    .from(submissions)
    .where(and(eq(submissions.programId, programId), eq(submissions.creatorId, creatorId)))
    .get();
  return row?.count ?? 0;
}

export type SubmissionFilter = InvolvedFilter<State>;

/** The statement of a list, apart from its columns. */
export function submissionListIds(ctx: Ctx, filter: SubmissionFilter): SQL {
  return involvedIds(ctx, sql`${submissions}`, submissions, filter);
}

export async function listSubmissions(ctx: Ctx, filter: SubmissionFilter): Promise<SubmissionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(sql`${submissions.id} IN (${submissionListIds(ctx, filter)})`)
    .orderBy(newestFirst(submissions.id))
    .all();
}

/** What must still be so when a submission is written. */
export interface Terms {
  agreementsEpoch: number;
  payVersion: number;
  applicationVersion: number;
  limit: number | null;
}

/** Adds a submission, provided that its program and application are still as they were read and the limit holds. */
export function insertSubmission(ctx: SystemCtx, row: SubmissionRow, terms: Terms, explain: Explain): void {
  const db = mainDb(ctx.env);
  ctx.write.add(db.insert(submissions).values(row)).guarded(
    db
      .update(submissions)
      .set({ version: row.version })
      .where(
        and(
          eq(submissions.id, row.id),
          sql`EXISTS (SELECT 1 FROM programs p WHERE p.id = ${row.programId} AND p.status = 'live'
            AND p.agreements_epoch = ${terms.agreementsEpoch} AND p.pay_version = ${terms.payVersion})`,
          sql`EXISTS (SELECT 1 FROM applications a WHERE a.id = ${row.applicationId} AND a.status = 'approved'
            AND a.version = ${terms.applicationVersion})`,
          sql`EXISTS (SELECT 1 FROM creator_relationships r WHERE r.account_id = ${row.accountId}
            AND r.creator_id = ${row.creatorId} AND r.status <> 'removed')`,
          terms.limit === null
            ? undefined
            : sql`(SELECT COUNT(*) FROM submissions o
                WHERE o.program_id = ${row.programId} AND o.creator_id = ${row.creatorId}) <= ${terms.limit}`,
        ),
      ),
    explain,
  );
  refuseRepeats(ctx);
}

/** Writes a change, provided that the row is still the one that was read. */
export function updateSubmission(
  ctx: SystemCtx,
  before: SubmissionRow,
  changes: Partial<SubmissionRow>,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(submissions)
      .set({ ...changes, version: before.version + 1, updatedAt: ctx.now })
      .where(and(eq(submissions.id, before.id), eq(submissions.version, before.version))),
    async () => {
      const now = await find(ctx, before.id);
      if (!now) return notFound('submission');
      return now.version === before.version ? null : versionConflict(now.version);
    },
  );
  refuseRepeats(ctx);
}

function refuseRepeats(ctx: SystemCtx): void {
  const refusal = () => new AppError('conflict', 'This work was already sent in to the program.');
  ctx.write.onDuplicate('submissions.file_id', refusal).onDuplicate('submissions.url', refusal);
}

/** Approved work that the program's rules pay, the longest waiting first. */
export async function listPayDue(ctx: SystemCtx, limit: number): Promise<SubmissionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(
      and(
        isNotNull(submissions.payDueAt),
        lte(submissions.payDueAt, ctx.now),
        isNull(submissions.retainerId),
      ),
    )
    .orderBy(asc(submissions.payDueAt))
    .limit(limit)
    .all();
}

/** Work under a retainer that was approved before `end` (milliseconds) and is not settled, the longest waiting first. */
export async function listRetainerDue(
  ctx: SystemCtx,
  retainerId: string,
  end: number,
  limit: number,
): Promise<SubmissionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.retainerId, retainerId),
        isNotNull(submissions.payDueAt),
        lt(submissions.payDueAt, end),
      ),
    )
    .orderBy(asc(submissions.payDueAt))
    .limit(limit)
    .all();
}

/** Writes that due pay is settled, provided that it still is due as it was read. */
export function writeSettled(
  ctx: SystemCtx,
  row: SubmissionRow,
  paid: { payment: string; amount: number; currency: string } | null,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(submissions)
      .set({
        payDueAt: null,
        paymentId: paid?.payment ?? null,
        paidAmount: paid?.amount ?? null,
        paidCurrency: paid?.currency ?? null,
        // That the rules have counted an approval is no edit: nobody sees it.
        ...(paid ? { version: sql`${submissions.version} + 1`, updatedAt: ctx.now } : {}),
      })
      .where(and(eq(submissions.id, row.id), eq(submissions.payDueAt, row.payDueAt ?? -1))),
    async () => {
      const now = await find(ctx, row.id);
      if (!now) return notFound('submission');
      return now.payDueAt === row.payDueAt && now.payDueAt !== null
        ? null
        : new AppError('conflict', 'Nothing is to be paid for this work any more.');
    },
  );
}

/** Adds that the batch fails with a conflict once the work is approved. */
export function requireUnapproved(ctx: SystemCtx, id: string): void {
  ctx.write.addSql(sql`SELECT CASE WHEN EXISTS (SELECT 1 FROM submissions
    WHERE id = ${id} AND status NOT IN ('approved', 'live')) THEN 1 ELSE json('approved') END`);
}

/** Submissions by their IDs, for other domains. */
export async function listByIds(ctx: SystemCtx, ids: string[]): Promise<SubmissionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(sql`${submissions.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
}

/** A creator's work for an account that was sent in by `before` (milliseconds) and not rejected, newest first. */
export async function listWork(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
  before: number,
): Promise<SubmissionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.creatorId, creatorId),
        eq(submissions.accountId, accountId),
        lte(submissions.createdAt, before),
        sql`${submissions.status} <> 'rejected'`,
      ),
    )
    .orderBy(newestFirst(submissions.id))
    .limit(WORK_LOOKED_AT)
    .all();
}

/** Notes a payment for approved work, provided that it still is approved. The approval's own stands before others. */
export function writePaid(
  ctx: SystemCtx,
  id: string,
  paid: { payment: string; amount: number; currency: string; forApproval: boolean },
): void {
  const sets = paid.forApproval ? sql`1` : sql`${submissions.paymentId} IS NULL`;
  const set = (column: AnySQLiteColumn, value: string | number) =>
    sql`CASE WHEN ${sets} THEN ${value} ELSE ${column} END`;
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(submissions)
      .set({
        paymentId: set(submissions.paymentId, paid.payment),
        paidAmount: set(submissions.paidAmount, paid.amount),
        paidCurrency: set(submissions.paidCurrency, paid.currency),
        version: sql`${submissions.version} + (${sets})`,
        updatedAt: set(submissions.updatedAt, ctx.now),
      })
      .where(and(eq(submissions.id, id), inArray(submissions.status, ['approved', 'live']))),
    async () => {
      const now = await find(ctx, id);
      if (!now) return notFound('submission');
      return now.status === 'approved' || now.status === 'live'
        ? null
        : new AppError('conflict', 'The approval was taken back.');
    },
  );
}
