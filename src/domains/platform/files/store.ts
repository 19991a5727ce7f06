import { and, asc, eq, getTableColumns, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { spendQuota } from '../../../db/quota.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { WriteSet } from '../../../db/write-set.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { FileRow, SeenFile } from './file.ts';
import { type Purpose, sizeText } from './purposes.ts';
import { fileParts, files } from './table.ts';

/** The fields of ShownPicture as members of a JSON object, from a table with some alias. */
export function pictureJson(table: string): SQL {
  return sql.raw(`'id', ${table}.id, 'urlKey', ${table}.url_key, 'status', ${table}.status, 'type', ${table}.type,
    'width', ${table}.width, 'height', ${table}.height, 'blurHash', ${table}.blur_hash`);
}

/** A ready still as JSON; null for any other. @param id a column, not of a table with the alias `still`. */
export function stillJson(id: string): SQL {
  return sql`(SELECT json_object(${pictureJson('still')}) FROM files still
    WHERE still.id = ${sql.raw(id)} AND still.status = 'ready')`;
}

const SEEN = {
  ...getTableColumns(files),
  still: sql<SeenFile['still']>`${stillJson('files.thumbnail_id')}`.mapWith(JSON.parse),
};

export async function findFile(ctx: SystemCtx, id: string): Promise<SeenFile | null> {
  const row = await mainDb(ctx.env).select(SEEN).from(files).where(eq(files.id, id)).get();
  return row ?? null;
}

/** A file of one owner that is not deleted. Throws not_found. */
export async function requireOwnFile(ctx: SystemCtx, ownerId: string, id: string): Promise<SeenFile> {
  const row = await findFile(ctx, id);
  if (!row || row.ownerId !== ownerId || row.status === 'deleted') throw notFound('file');
  return row;
}

/** Those of `ids` that exist, whoever owns them. */
export async function findFiles(ctx: SystemCtx, ids: string[], also?: SQL): Promise<SeenFile[]> {
  if (ids.length === 0 && !also) return [];
  const named = sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
  return await listAmong(ctx, also ? sql`${named} UNION ${also}` : named).all();
}

/** Like findFiles, with a subquery for the IDs: a statement for the batch that reads the record as well. */
export function listAmong(ctx: SystemCtx, ids: SQL) {
  return mainDb(ctx.env)
    .select(SEEN)
    .from(files)
    .where(and(sql`${files.id} IN (${ids})`, ne(files.status, 'deleted')));
}

/**
 * The IDs of a file and of the videos that it is the still of. Permission to read such a video includes the
 * file.
 */
export function fileAndItsVideos(id: string): SQL {
  return sql`SELECT ${id} UNION ALL SELECT v.id FROM files v WHERE v.thumbnail_id = ${id}`;
}

export async function listOwnFiles(
  ctx: SystemCtx,
  ownerId: string,
  filter: {
    purpose?: Purpose | undefined;
    status?: FileRow['status'] | undefined;
    limit: number;
    range: IdRange;
  },
): Promise<SeenFile[]> {
  return await mainDb(ctx.env)
    .select(SEEN)
    .from(files)
    .where(
      and(
        eq(files.ownerId, ownerId),
        filter.purpose ? eq(files.purpose, filter.purpose) : undefined,
        filter.status ? eq(files.status, filter.status) : ne(files.status, 'deleted'),
        withinRange(files.id, filter.range),
      ),
    )
    .orderBy(newestFirst(files.id))
    .limit(filter.limit + 1)
    .all();
}

/**
 * Writes the row at once, before the bytes arrive, because bytes without a row would never be found again.
 * Throws operation_rejected (too_many_uploads) or rate_limited for an account that has no room left.
 */
export async function insertFileNow(ctx: SystemCtx, account: string, row: FileRow): Promise<void> {
  const { OPEN_UPLOADS, UPLOAD_BYTES_A_DAY } = ctx.vars;
  const db = mainDb(ctx.env);
  const open = sql`(SELECT COUNT(*) FROM ${files} WHERE ${files.uploadedBy} = ${account} AND ${files.status} = 'uploading')`;
  const write = new WriteSet(ctx.env.DB);
  write.add(db.insert(files).values(row));
  write.require(sql`${open} <= ${OPEN_UPLOADS}`, async () => {
    const found = await db.get<{ open: number }>(sql`SELECT ${open} AS open`);
    if (found.open < OPEN_UPLOADS) return null;
    return rejected(
      'too_many_uploads',
      `${OPEN_UPLOADS} uploads are open. Finish some of them, or delete those that are no longer wanted.`,
      { limit: OPEN_UPLOADS },
    );
  });
  spendQuota(ctx, write, {
    account,
    what: 'upload_bytes',
    amount: row.size,
    most: UPLOAD_BYTES_A_DAY,
    message: `An account uploads at most ${sizeText(UPLOAD_BYTES_A_DAY)} a day.`,
  });
  await write.commit();
}

/** Deletes a file whose bytes never arrived. */
export async function deleteFileNow(ctx: SystemCtx, id: string): Promise<void> {
  await mainDb(ctx.env).batch([
    mainDb(ctx.env).delete(fileParts).where(eq(fileParts.fileId, id)),
    mainDb(ctx.env).delete(files).where(eq(files.id, id)),
  ]);
}

/** Changes a file, provided that it has not changed since it was read. */
export function saveFile(ctx: SystemCtx, before: FileRow, changes: Partial<FileRow>): void {
  saveVersioned(ctx, files, 'file', before, changes, { refusal: gone });
}

/** Deletes a file, provided that no record holds it. The job removes its bytes and its row later. */
export function saveDeleted(ctx: SystemCtx, before: FileRow): void {
  saveVersioned(
    ctx,
    files,
    'file',
    before,
    { status: 'deleted', dueAt: ctx.now },
    {
      where: eq(files.holds, 0),
      refusal: (now) =>
        gone(now) ??
        (now.holds > 0 ? new AppError('conflict', 'The file is in use and cannot be deleted.') : null),
    },
  );
}

const gone = (now: FileRow) => (now.status === 'deleted' ? notFound('file') : null);

/**
 * Keeps a file (ready, by default) from being deleted. Add it to the batch of a record that must not lose the
 * bytes: an agreement's PDF, a submission's video, a picture that is shown.
 */
export function holdFile(
  ctx: SystemCtx,
  { id }: Pick<FileRow, 'id'>,
  statuses: readonly FileRow['status'][] = ['ready'],
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(files)
      .set({ holds: sql`${files.holds} + 1` })
      .where(and(eq(files.id, id), inArray(files.status, [...statuses]))),
    async () => {
      const now = await findFile(ctx, id);
      return now && statuses.includes(now.status)
        ? null
        : new AppError('conflict', 'The file was deleted at the same time.');
    },
  );
}

/** Releases one hold, in the batch of the record that no longer refers to the file. */
export function releaseFile(ctx: SystemCtx, id: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(files)
      .set({ holds: sql`MAX(${files.holds} - 1, 0)` })
      .where(eq(files.id, id)),
  );
}

/**
 * Holds many files, or releases them. @param changes selects `file` and `n`: how many records more or fewer rely on it.
 * A file that is gone is left out.
 */
export function saveHolds(ctx: SystemCtx, changes: SQL): void {
  ctx.write.addSql(sql`UPDATE files SET holds = MAX(files.holds + changed.n, 0)
    FROM (${changes}) changed WHERE files.id = changed.file`);
}

/** Deletes an owner's files of one purpose, at most so many, and their stills unless something else shows them. @returns how many. */
export async function deleteOwnedNow(
  ctx: SystemCtx,
  ownerId: string,
  purpose: Purpose,
  limit: number,
): Promise<number> {
  const owned = await mainDb(ctx.env).all<{ id: string }>(sql`SELECT id FROM files
    WHERE owner_id = ${ownerId} AND purpose = ${purpose} AND status <> 'deleted'
      AND (status <> 'uploading' OR upload_id IS NOT NULL) ORDER BY id LIMIT ${limit}`);
  const these = JSON.stringify(owned.map(({ id }) => id));
  const kept = sql`id IN (SELECT value FROM json_each(${these})) AND status <> 'deleted'`;
  const stills = sql`(SELECT thumbnail_id AS id, COUNT(*) AS n FROM files
    WHERE ${kept} AND thumbnail_id IS NOT NULL GROUP BY 1)`;
  const gone = sql`status = 'deleted', due_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}`;
  const write = new WriteSet(ctx.env.DB);
  write.addSql(sql`UPDATE files SET holds = MAX(holds - s.n, 0) FROM ${stills} s WHERE files.id = s.id`);
  write.addSql(sql`UPDATE files SET ${gone} WHERE status <> 'deleted' AND holds = 0
    AND id IN (SELECT id FROM ${stills})`);
  write.addSql(sql`UPDATE files SET ${gone}, thumbnail_id = NULL WHERE ${kept}`);
  await write.commit();
  return owned.length;
}

/**
 * Sets when the job looks at the file again (milliseconds, or null for never). Readers do not see this
 * change.
 */
export async function saveDueNow(ctx: SystemCtx, id: string, dueAt: number | null): Promise<void> {
  await mainDb(ctx.env).update(files).set({ dueAt }).where(eq(files.id, id));
}

/**
 * Claims a due file for `leaseMs`, so that a second message finds nothing to do. Null when it is not due. If
 * the worker dies, the file is due again when the lease ends.
 */
export async function claimDueFile(ctx: SystemCtx, id: string, leaseMs: number): Promise<FileRow | null> {
  const row = await mainDb(ctx.env)
    .update(files)
    .set({
      dueAt: ctx.now + leaseMs,
      attempts: sql`${files.attempts} + (${files.status} IN ('processing', 'ready'))`,
    })
    .where(and(eq(files.id, id), isNotNull(files.dueAt), lte(files.dueAt, ctx.now)))
    .returning()
    .get();
  return row ?? null;
}

export async function listDueFiles(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: files.id })
    .from(files)
    .where(and(isNotNull(files.dueAt), lte(files.dueAt, ctx.now)))
    .orderBy(asc(files.dueAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

export interface PartRow {
  fileId: string;
  number: number;
  etag: string;
}

export async function listParts(ctx: SystemCtx, fileIds: string[]): Promise<PartRow[]> {
  if (fileIds.length === 0) return [];
  return await mainDb(ctx.env)
    .select()
    .from(fileParts)
    .where(inArray(fileParts.fileId, fileIds))
    .orderBy(asc(fileParts.number))
    .all();
}

/** Stores the ETag of a part; the last upload of a number counts. */
export async function savePartNow(ctx: SystemCtx, part: PartRow): Promise<void> {
  await mainDb(ctx.env)
    .insert(fileParts)
    .values(part)
    .onConflictDoUpdate({ target: [fileParts.fileId, fileParts.number], set: { etag: part.etag } });
}

export function deleteParts(ctx: SystemCtx, fileId: string): void {
  ctx.write.add(mainDb(ctx.env).delete(fileParts).where(eq(fileParts.fileId, fileId)));
}
