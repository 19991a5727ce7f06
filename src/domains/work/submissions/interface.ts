// What other domains may ask of submissions, above all to pay approved ones. Every change is part of the
// caller's batch.
//
// Approval sets a submission's pay_due_at, and taking the approval back clears it. Earnings and retainer
// periods read the due submissions, calculate their pay by termsOf, and settle each in the batch that makes
// the payment. Settling and taking back are guarded by the same row, so exactly one of them happens. A paid
// submission's approval cannot be taken back, so no approval is paid twice.
// The payer is fixed when the submission is made: the retainer that it names, or else the program's rules,
// never both. listPayDue finds those paid by rules, and listDueUnderRetainer those paid by a retainer.
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst } from '../../../db/list.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { fileAndItsVideos } from '../../platform/files/interface.ts';
import { findPay, payCurrencies } from '../program-terms/interface.ts';
import { mergePay, type Pay } from '../program-terms/pay.ts';
import { findSubmission } from './store.ts';
import type { SubmissionRow } from './submission.ts';
import type { ApprovalPay, EarnedPay } from './submission-pay.ts';
import { submissions } from './table.ts';

export { linkPost } from './link-post.ts';
export { findOwnSubmission } from './store.ts';

/** What a submission pays. */
export interface SubmissionPay {
  approvalPay: ApprovalPay | null;
  earned: EarnedPay[];
}
/** The pay of the submission with this row. */
export type SubmissionPayOf = (row: SubmissionRow) => SubmissionPay;
/** Reads everything that one submission's pay needs, in one round trip. */
export type FindSubmissionPay = (ctx: SystemCtx, id: string) => Promise<SubmissionPayOf>;

/** Called in the batch that approves a creator's work, or that names its post. */
export type SubmissionPublished = (ctx: SystemCtx, creatorId: string) => void;

/** How many of a creator's submissions are searched for the one that a code's conversion is paid for. */
const MOST_SUBMITTED = 200;

/** A subquery of the IDs of a program's or a creator's submissions, of those that are in both if both are given. */
export function idsOfSubmissions({ program, creator }: { program?: string; creator?: string | SQL }): SQL {
  const of = and(
    program === undefined ? undefined : eq(submissions.programId, program),
    creator === undefined ? undefined : eq(submissions.creatorId, creator),
  );
  return sql`(SELECT ${submissions.id} FROM ${submissions} WHERE ${of})`;
}

/** A subquery of the creator of the submission with this ID; null without one. */
export const creatorOfSubmission = (id: SQL): SQL =>
  sql`(SELECT o.creator_id FROM ${submissions} o WHERE o.id = ${id})`;

/** Approved submissions that the program's rules have to pay now, longest waiting first. */
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

/**
 * Submissions under a retainer that were approved before `end` (milliseconds) and are not settled, longest
 * waiting first.
 */
export async function listDueUnderRetainer(
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

/** The pay terms of a submission: those in force when it was made. */
export async function termsOf(
  ctx: SystemCtx,
  row: Pick<SubmissionRow, 'programId' | 'payVersion' | 'payOverride'>,
): Promise<Pay> {
  const pay = await findPay(ctx, row.programId, row.payVersion);
  if (!pay) throw new AppError('internal_error', 'a submission names a version of the pay that never was');
  return mergePay(pay, row.payOverride);
}

/** The currency of each submission's pay, by ID. */
export async function currenciesOf(
  ctx: SystemCtx,
  rows: readonly Pick<SubmissionRow, 'id' | 'programId' | 'payVersion'>[],
): Promise<Map<string, string>> {
  const found = await payCurrencies(
    ctx,
    rows.map(({ programId, payVersion }) => [programId, payVersion] as const),
  );
  return new Map(
    rows.flatMap(({ id, programId, payVersion }) => {
      const currency = found.get(`${programId} ${payVersion}`);
      return currency === undefined ? [] : [[id, currency] as const];
    }),
  );
}

/**
 * Settles the pay of an approval: with the payment that was made (cents), with the payment that `covers` it
 * without an amount of its own, or with null when the rules pay nothing for an approval. The batch fails with
 * a conflict when it is no longer due.
 */
export function settlePay(
  ctx: SystemCtx,
  row: SubmissionRow,
  paid: { payment: string; amount: number; currency: string } | { covers: string } | null,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(submissions)
      .set({
        payDueAt: null,
        ...settled(ctx, paid),
      })
      .where(and(eq(submissions.id, row.id), eq(submissions.payDueAt, row.payDueAt ?? -1))),
    async () => {
      const now = await findSubmission(ctx, row.id);
      if (!now) return notFound('submission');
      return now.payDueAt === row.payDueAt && now.payDueAt !== null
        ? null
        : new AppError('conflict', 'Nothing is to be paid for this work any more.');
    },
  );
}

/** Counting an approval is not an edit: the API does not show it. */
function settled(ctx: SystemCtx, paid: Parameters<typeof settlePay>[2]) {
  if (paid === null) return {};
  if ('covers' in paid) return { paymentId: paid.covers, paidAmount: null, paidCurrency: null };
  const { payment: paymentId, amount: paidAmount, currency: paidCurrency } = paid;
  const edit = { version: sql`${submissions.version} + 1`, updatedAt: ctx.now };
  return { paymentId, paidAmount, paidCurrency, ...edit };
}

/** Submissions by their IDs; those that do not exist are left out. @param also select the IDs of further ones. */
export async function submissionsById(
  ctx: SystemCtx,
  ids: readonly string[],
  ...also: readonly SQL[]
): Promise<Map<string, SubmissionRow>> {
  if (ids.length + also.length === 0) return new Map();
  const which = sql`${submissions.id} IN (${anyOf(ids, also)})`;
  const rows = await mainDb(ctx.env).select().from(submissions).where(which).all();
  return new Map(rows.map((row) => [row.id, row]));
}

const anyOf = (ids: readonly string[], also: readonly SQL[]): SQL =>
  sql.join([sql`SELECT value FROM json_each(${JSON.stringify(ids)})`, ...also], sql` UNION `);

/** SQL for the IDs of submissions' videos. @param also select the IDs of further submissions. */
export const videosOf = (ids: readonly string[], ...also: readonly SQL[]): SQL =>
  sql`SELECT s.file_id FROM submissions s WHERE s.id IN (${anyOf(ids, also)})`;

/** An account's submissions among these IDs, and those whose video is one of these files. */
export async function listAmongSubmissions(
  ctx: SystemCtx,
  accountId: string,
  { ids, files }: { ids: readonly string[]; files: readonly string[] },
): Promise<SubmissionRow[]> {
  if (ids.length + files.length === 0) return [];
  const among = (column: AnySQLiteColumn | SQL, values: readonly string[]) =>
    sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
  const db = mainDb(ctx.env);
  const select = (which: SQL) =>
    db
      .select()
      .from(submissions)
      .where(and(eq(submissions.accountId, accountId), which));
  // Found by the creators who own the files, because there is no index by file.
  const owners = sql`${submissions.creatorId} IN (SELECT f.owner_id FROM files f WHERE ${among(sql`f.id`, files)})`;
  const [named, shown] = await db.batch([
    select(among(submissions.id, ids)),
    select(and(owners, among(submissions.fileId, files))!),
  ]);
  return [...new Map([...named, ...shown].map((row) => [row.id, row])).values()];
}

/**
 * SQL for whether one of these posts may show approved or live work of a creator that waits for its post: as its URL says, else
 * as its code does; one that the brand alone named takes both.
 * @param page the last part of each post's address, and the hashtags of its caption.
 * @param withoutNumbers selects the IDs of posts that were found on no account yet.
 */
export function hasSubmissionShownBy(
  creatorId: string,
  page: readonly { key: string | null; tags: readonly string[] }[],
  withoutNumbers: SQL,
): SQL {
  const of = sql`json_each(${JSON.stringify(page)}) p`;
  const coded = sql`EXISTS (SELECT 1 FROM json_each(p.value, '$.tags') t WHERE t.value = 'w' || substr(s.id, -6))`;
  const named = sql`substr(s.url, -length(p.value ->> 'key') - 1) = '/' || (p.value ->> 'key')`;
  return sql`EXISTS (SELECT 1 FROM ${submissions} s, ${of}
    WHERE s.creator_id = ${creatorId} AND s.status IN ('approved', 'live')
      AND (s.post_id IS NULL OR s.post_id IN (${withoutNumbers}))
      AND CASE WHEN s.url IS NULL THEN ${coded} WHEN s.url_by_brand THEN ${named} AND ${coded} ELSE ${named} END)`;
}

/** A creator's approved and live work, in the order in which it was sent in: the newest of it, if there is much. */
export async function listPublishable(ctx: SystemCtx, creatorId: string): Promise<SubmissionRow[]> {
  const rows = await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(and(eq(submissions.creatorId, creatorId), inArray(submissions.status, ['approved', 'live'])))
    .orderBy(newestFirst(submissions.id))
    .limit(MOST_SUBMITTED)
    .all();
  return rows.reverse();
}

/**
 * For a batch whose changes the approval will count: it fails with a conflict when the submission was
 * approved meanwhile, because that approval did not count them.
 */
export function onlyBeforeApproval(ctx: SystemCtx, { id }: Pick<SubmissionRow, 'id'>): void {
  ctx.write.addSql(sql`SELECT CASE WHEN EXISTS (SELECT 1 FROM submissions
    WHERE id = ${id} AND status NOT IN ('approved', 'live')) THEN 1 ELSE json('approved') END`);
}

/**
 * A creator's submissions to an account that were made by `before` (milliseconds) and not rejected, newest
 * first.
 */
export async function listSubmitted(
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
    .limit(MOST_SUBMITTED)
    .all();
}

/**
 * Records a payment (cents) for an approved submission, whose approval can then no longer be taken back. The
 * batch fails with a conflict when it was taken back before. A submission shows the payment for its approval,
 * or else the first payment that was made.
 */
export function recordPaid(
  ctx: SystemCtx,
  id: string,
  paid: { payment: string; amount: number; currency: string; forApproval: boolean },
): void {
  const sets = paid.forApproval ? sql`1` : sql`${submissions.paidAmount} IS NULL`;
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
      const now = await findSubmission(ctx, id);
      if (!now) return notFound('submission');
      return now.status === 'approved' || now.status === 'live'
        ? null
        : new AppError('conflict', 'The approval was taken back.');
    },
  );
}

/**
 * Records a bonus for the submission, in addition to what the rules pay. The submission does not show it, but its
 * approval cannot be taken back while the bonus is valid.
 */
export function recordBonus(ctx: SystemCtx, id: string, payment: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(submissions)
      .set({ paymentId: payment })
      .where(and(eq(submissions.id, id), isNull(submissions.paymentId))),
  );
}

/**
 * Call this in the batch that reverses a payment for good: the submission no longer shows that payment. If
 * another one is left, it shows that one (but not a bonus); otherwise the approval can be taken back again.
 * @param standing returns the other payment (ID, cents, currency) of a submission's ID; for a bonus only the
 * ID.
 */
export function notePaidBack(
  ctx: SystemCtx,
  payment: { id: string; accountId: string; creatorId: string },
  standing: (submission: SQL) => SQL,
): void {
  ctx.write.addSql(sql`UPDATE submissions
    SET (payment_id, paid_amount, paid_currency) = (${standing(sql`submissions.id`)}),
      version = version + 1, updated_at = ${ctx.now}
    WHERE creator_id = ${payment.creatorId} AND account_id = ${payment.accountId} AND payment_id = ${payment.id}`);
}

/**
 * Whether a file is the video or the still of a submission to the acting account, in this or an earlier
 * round.
 */
export async function readsSubmission({ actor, env }: Ctx, file: string): Promise<boolean> {
  if (!actor.account) return false;
  const files = fileAndItsVideos(file);
  const found = await mainDb(env).get<{ found: 1 } | undefined>(sql`SELECT 1 AS found FROM submissions s
    WHERE s.account_id = ${actor.account.id} AND s.creator_id = (SELECT owner_id FROM files WHERE id = ${file})
      AND (s.file_id IN (${files})
        OR s.id IN (SELECT submission_id FROM submission_rounds WHERE file_id IN (${files})))
    LIMIT 1`);
  return found !== undefined;
}
