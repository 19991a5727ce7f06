import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { isCallers } from '../../../db/involved-list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import type { Explain } from '../../../db/write-set.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { type ShownFile, shownFiles } from '../../platform/files/interface.ts';
import { type Beside, besideQueries } from './rounds-store.ts';
import type { SubmissionRow } from './submission.ts';
import { postNamedBy, submissions, submissionTags } from './table.ts';

/** At most so much work of others is named that claims the same post. */
const MOST_CLAIMS = 20;
const others = alias(submissions, 'others');

/** Any submission that `may` allows; null when there is none. */
export async function findSubmission(ctx: SystemCtx, id: string, may?: SQL): Promise<SubmissionRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), may))
    .get();
  return row ?? null;
}

/** A submission to the acting account, or of the acting creator; null for any other. */
export async function findOwnSubmission(ctx: Ctx, id: string): Promise<SubmissionRow | null> {
  return await findSubmission(ctx, id, isCallers(ctx, submissions));
}

/** As findOwnSubmission, with what is read beside it and the work of others that names its post. Throws not_found. */
export async function requireWhole(
  ctx: Ctx,
  id: string,
): Promise<{ row: SubmissionRow; beside: Beside; samePost: string[] }> {
  const own = and(eq(submissions.id, id), isCallers(ctx, submissions));
  const [[row], rounds, videos, people, same] = await mainDb(ctx.env).batch([
    mainDb(ctx.env).select().from(submissions).where(own),
    ...besideQueries(ctx, id, {
      files: sql`SELECT ${submissions.fileId} FROM ${submissions} WHERE ${own}`,
      people: sql`SELECT ${submissions.decidedBy} ->> 'person' FROM ${submissions} WHERE ${own}`,
    }),
    mainDb(ctx.env)
      .select({ id: others.id })
      .from(submissions)
      .innerJoin(
        others,
        sql`${others.programId} = ${submissions.programId}
          AND ${postNamedBy(sql`${others.url}`)} = ${postNamedBy(sql`${submissions.url}`)}
          AND ${others.creatorId} <> ${submissions.creatorId} AND ${others.status} <> 'rejected'`,
      )
      .where(own)
      .limit(MOST_CLAIMS),
  ]);
  if (!row) throw notFound('submission');
  return { row, beside: { rounds, videos, people }, samePost: same.map((one) => one.id) };
}

/** What an account's submissions are shown by. @param among a subquery of IDs beside these. */
export async function listShown(
  ctx: SystemCtx,
  accountId: string,
  { ids, among }: { ids: readonly string[]; among: SQL },
): Promise<(Pick<SubmissionRow, 'id' | 'caption'> & { files: ShownFile[] })[]> {
  return await mainDb(ctx.env)
    .select({
      id: submissions.id,
      caption: submissions.caption,
      files: shownFiles(sql`submissions.file_id`).mapWith(
        (text: string) => JSON.parse(text) as ShownFile[],
      ) as SQL<ShownFile[]>,
    })
    .from(submissions)
    .where(
      and(
        eq(submissions.accountId, accountId),
        sql`submissions.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}) UNION ${among})`,
      ),
    )
    .all();
}

/** As findOwnSubmission. Throws not_found. */
export async function requireSubmission(ctx: Ctx, id: string): Promise<SubmissionRow> {
  const row = await findOwnSubmission(ctx, id);
  if (!row) throw notFound('submission');
  return row;
}

/** Whether the creator has sent in other work to the program that is published at a URL. */
export async function isUrlTaken(
  ctx: SystemCtx,
  { id, programId, creatorId }: Pick<SubmissionRow, 'id' | 'programId' | 'creatorId'>,
  url: string,
): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.programId, programId),
        eq(postNamedBy(sql`${submissions.url}`), postNamedBy(sql`${url}`)),
        eq(submissions.creatorId, creatorId),
        sql`${submissions.status} <> 'rejected'`,
        sql`${submissions.id} <> ${id}`,
      ),
    )
    .get();
  return row !== undefined;
}

/** The work of other creators in the program that names the same post as a submission, and was not rejected. */
export async function listSamePost(ctx: SystemCtx, row: SubmissionRow): Promise<string[]> {
  const { programId, url, creatorId } = row;
  if (url === null) return [];
  const rows = await mainDb(ctx.env).all<{ id: string }>(sql`SELECT id FROM ${submissions}
    WHERE program_id = ${programId} AND ${postNamedBy(sql.raw('url'))} = ${postNamedBy(sql`${url}`)} AND creator_id <> ${creatorId} AND status <> 'rejected'
    LIMIT ${MOST_CLAIMS}`);
  return rows.map((row) => row.id);
}

/** The submissions whose short link is looked up now, longest waiting first. */
export async function listShortLinksDue(ctx: SystemCtx, limit: number): Promise<SubmissionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(submissions)
    .where(lte(submissions.urlDueAt, ctx.now))
    .orderBy(asc(submissions.urlDueAt))
    .limit(limit)
    .all();
}

/** Has a short link looked up later, which is no edit; nothing happens when the URL was looked up or replaced meanwhile. */
export async function saveLinkPutOff(
  ctx: SystemCtx,
  { id, urlDueAt, version }: SubmissionRow,
  later: Partial<Pick<SubmissionRow, 'urlDueAt' | 'urlTries'>>,
): Promise<void> {
  await mainDb(ctx.env)
    .update(submissions)
    .set(later)
    .where(
      and(
        eq(submissions.id, id),
        eq(submissions.version, version),
        sql`${submissions.urlDueAt} IS ${urlDueAt}`,
      ),
    );
}

/**
 * Postpones all links that are due now and were named by the same creator or account, so that somebody who names many of them does
 * not keep the others waiting. This is not an edit: an open form of that work can still be sent.
 */
export async function saveLinksPutOff(
  ctx: SystemCtx,
  { urlByBrand, accountId, creatorId }: Pick<SubmissionRow, 'urlByBrand' | 'accountId' | 'creatorId'>,
  later: Pick<SubmissionRow, 'urlDueAt' | 'urlProblem'>,
): Promise<void> {
  await mainDb(ctx.env)
    .update(submissions)
    .set(later)
    .where(
      and(
        lte(submissions.urlDueAt, ctx.now),
        eq(submissions.urlByBrand, urlByBrand),
        urlByBrand ? eq(submissions.accountId, accountId) : eq(submissions.creatorId, creatorId),
      ),
    );
}

/** How many submissions a creator has made to a program, whatever their status. */
export async function countOfCreator(ctx: SystemCtx, programId: string, creatorId: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ count: sql<number>`COUNT(*)` })
    .from(submissions)
    .where(and(eq(submissions.programId, programId), eq(submissions.creatorId, creatorId)))
    .get();
  return row?.count ?? 0;
}

/** What must still be true when a submission is written. */
export interface Terms {
  agreementsEpoch: number;
  payVersion: number;
  applicationVersion: number;
  limit: number | null;
}

/**
 * Adds a submission, provided that its program and application have not changed since they were read, and the
 * limit is kept.
 */
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
            AND r.creator_id = ${row.creatorId} AND r.consent = 'agreed' AND r.status = 'live')`,
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

/** Writes a change, provided that the row has not changed since it was read. */
export function saveSubmission(
  ctx: SystemCtx,
  before: SubmissionRow,
  changes: Partial<SubmissionRow>,
  conditions: Parameters<typeof saveVersioned<typeof submissions>>[5] = {},
): void {
  saveVersioned(ctx, submissions, 'submission', before, changes, conditions);
  if (before.tags.length > 0 || changes.tags) saveTags(ctx, before.id);
  refuseRepeats(ctx);
}

/** Rebuilds the rows that a list by tag reads, from the submission as the batch has written it so far. */
function saveTags(ctx: SystemCtx, id: string): void {
  const db = mainDb(ctx.env);
  ctx.write.add(db.delete(submissionTags).where(eq(submissionTags.submissionId, id)));
  ctx.write.add(
    db.insert(submissionTags).select(
      db
        .select({
          submissionId: submissions.id,
          tag: sql<string>`t.value`.as('tag'),
          accountId: submissions.accountId,
          programId: submissions.programId,
          applicationId: submissions.applicationId,
          creatorId: submissions.creatorId,
          platform: submissions.platform,
          status: submissions.status,
        })
        .from(submissions)
        .innerJoin(sql`json_each(${submissions.tags}) t`, sql`1`)
        .where(eq(submissions.id, id)),
    ),
  );
}

/**
 * Like saveSubmission, provided that the submission is unpaid: a retainer's or bonus payment does not change
 * the version.
 */
export function saveUnpaid(ctx: SystemCtx, before: SubmissionRow, changes: Partial<SubmissionRow>): void {
  saveSubmission(ctx, before, changes, {
    where: isNull(submissions.paymentId),
    refusal: ({ paymentId, version }) =>
      paymentId === null || version !== before.version
        ? null
        : new AppError('conflict', 'The work was paid at the same time: it stays approved.'),
  });
}

function refuseRepeats(ctx: SystemCtx): void {
  ctx.write.onDuplicate('submissions.file_id', sentBefore).onDuplicate("index 'submissions_url'", sentBefore);
}

const sentBefore = () => new AppError('conflict', 'This work was already sent in to the program.');
