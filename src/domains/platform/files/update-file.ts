import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { checkVersion } from '../../../resource/version.ts';
import { objectKey } from './bytes.ts';
import type { FileRow, FileUpdate, SeenFile } from './file.ts';
import { changeStill, findStill } from './still.ts';
import { deleteParts, listParts, releaseFile, requireOwnFile, saveDeleted, saveFile } from './store.ts';
import { partSizes } from './upload-parts.ts';
import { wakeJob } from './wake-job.ts';

/**
 * Completes an upload in parts, changes the still of a video, or deletes the file. Throws not_found,
 * version_conflict, conflict, and operation_rejected as findStill does.
 */
export async function updateFile(
  ctx: Ctx,
  id: string,
  input: z.output<typeof FileUpdate>,
): Promise<SeenFile> {
  const before = await requireOwnFile(ctx, actingId(ctx.actor), id);
  requireOfFrame(ctx, before);
  checkVersion(before, input.version);
  if (input.status === 'deleted') return deleteFile(ctx, before);
  const still = await stillChanges(ctx, before, input.thumbnail);
  const changes = input.status === 'finished' ? await finishUpload(ctx, before) : {};
  const saved = { ...changes, ...(still && { thumbnailId: still.thumbnailId }) };
  if (Object.keys(saved).length === 0) return before;
  saveFile(ctx, before, saved);
  return { ...before, ...changes, ...still, version: before.version + 1, updatedAt: ctx.now };
}

/** Throws not_found where an account's frame names what the creator uploads for others. */
function requireOfFrame({ actor: { by, home } }: Ctx, { uploadedBy }: FileRow): void {
  if (by === 'embed' && home !== null && uploadedBy !== home.id) throw notFound('file');
}

/** Null when the still does not change. */
async function stillChanges(
  ctx: Ctx,
  before: SeenFile,
  wanted: string | null | undefined,
): Promise<ReturnType<typeof changeStill> | null> {
  if (wanted === undefined || wanted === before.thumbnailId) return null;
  if (before.status === 'failed') throw new AppError('conflict', 'The file cannot be used any more.');
  return changeStill(ctx, before, wanted === null ? null : await findStill(ctx, before, wanted));
}

/** The file is deleted at once; the job removes its bytes. */
function deleteFile(ctx: Ctx, before: SeenFile): SeenFile {
  if (before.holds > 0) throw new AppError('conflict', 'The file is in use and cannot be deleted.');
  // Its bytes are still arriving: an object that is removed now would be written again.
  if (before.status === 'uploading' && before.uploadId === null) {
    throw new AppError('conflict', 'The file is being uploaded.');
  }
  saveDeleted(ctx, before);
  if (before.thumbnailId !== null) releaseFile(ctx, before.thumbnailId);
  wakeJob(ctx, before.id);
  return { ...before, status: 'deleted', version: before.version + 1, updatedAt: ctx.now };
}

/** @returns the columns to save. A repeated "finished" finds the upload completed. */
async function finishUpload(ctx: Ctx, before: FileRow): Promise<Partial<FileRow>> {
  if (before.status === 'processing' || before.status === 'ready') return {};
  if (before.status !== 'uploading' || before.uploadId === null) {
    throw new AppError('conflict', 'This upload cannot be finished.');
  }
  const parts = await listParts(ctx, [before.id]);
  const arrived = new Set(parts.map((part) => part.number));
  const missing = partSizes(before).flatMap((_, i) => (arrived.has(i + 1) ? [] : [i + 1]));
  if (missing.length > 0) {
    throw new AppError('conflict', `Parts are missing: ${missing.join(', ')}.`, { details: { missing } });
  }
  await putTogether(
    ctx,
    before,
    parts.map(({ number, etag }) => ({ partNumber: number, etag })),
  );
  deleteParts(ctx, before.id);
  wakeJob(ctx, before.id);
  return { status: 'processing', uploadId: null, dueAt: ctx.now };
}

async function putTogether(ctx: Ctx, file: FileRow, parts: R2UploadedPart[]): Promise<void> {
  const key = objectKey(file.id);
  try {
    await ctx.env.FILES.resumeMultipartUpload(key, file.uploadId!).complete(parts);
  } catch (error) {
    // The object may be complete already, after a "finished" that died before writing the row, or a
    // concurrent one.
    const whole = await ctx.env.FILES.head(key);
    if (whole?.size === file.size) return;
    log('error', { file: file.id, error: String(error) });
    throw new AppError('conflict', 'The parts cannot be put together. Send them again, then finish.');
  }
}
