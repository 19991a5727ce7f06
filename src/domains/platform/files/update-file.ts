import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { checkVersion } from '../../../resource/version.ts';
import { objectKey } from './bytes.ts';
import type { FileRow, FileUpdate } from './file.ts';
import { deleteParts, listParts, requireOwnFile, saveDeleted, saveFile } from './store.ts';
import { partSizes } from './upload-parts.ts';
import { wakeJob } from './wake-job.ts';

/** Closes an upload in parts, or deletes the file. */
export async function updateFile(ctx: Ctx, id: string, input: z.output<typeof FileUpdate>): Promise<FileRow> {
  const before = await requireOwnFile(ctx, actingId(ctx.actor), id);
  checkVersion(before, input.version);
  return input.status === 'deleted' ? deleteFile(ctx, before) : await finishUpload(ctx, before);
}

/** The file is gone at once; its bytes are removed by the job. */
function deleteFile(ctx: Ctx, before: FileRow): FileRow {
  if (before.holds > 0) throw new AppError('conflict', 'The file is in use and cannot be deleted.');
  // Its bytes are on their way in; removed now, they would arrive afterwards.
  if (before.status === 'uploading' && before.uploadId === null) {
    throw new AppError('conflict', 'The file is being uploaded.');
  }
  saveDeleted(ctx, before);
  wakeJob(ctx, before.id);
  return { ...before, status: 'deleted', version: before.version + 1, updatedAt: ctx.now };
}

async function finishUpload(ctx: Ctx, before: FileRow): Promise<FileRow> {
  // A second "finished" finds its work done.
  if (before.status === 'processing' || before.status === 'ready') return before;
  if (before.status !== 'uploading' || before.uploadId === null) {
    throw new AppError('conflict', 'This upload cannot be finished.');
  }
  const parts = await listParts(ctx, [before.id]);
  const arrived = new Set(parts.map((part) => part.number));
  const missing = partSizes(before.size).flatMap((_, i) => (arrived.has(i + 1) ? [] : [i + 1]));
  if (missing.length > 0) {
    throw new AppError('conflict', `Parts are missing: ${missing.join(', ')}.`, { details: { missing } });
  }
  await putTogether(
    ctx,
    before,
    parts.map(({ number, etag }) => ({ partNumber: number, etag })),
  );
  const changes = { status: 'processing', uploadId: null, dueAt: ctx.now } as const;
  saveFile(ctx, before, changes);
  deleteParts(ctx, before.id);
  wakeJob(ctx, before.id);
  return { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
}

async function putTogether(ctx: Ctx, file: FileRow, parts: R2UploadedPart[]): Promise<void> {
  const key = objectKey(file.id);
  try {
    await ctx.env.FILES.resumeMultipartUpload(key, file.uploadId!).complete(parts);
  } catch (error) {
    // It may be whole already: a "finished" that died between the bytes and the row, or one at the same time.
    const whole = await ctx.env.FILES.head(key);
    if (whole?.size === file.size) return;
    log('error', { file: file.id, error: String(error) });
    throw new AppError('conflict', 'The parts cannot be put together. Send them again, then finish.');
  }
}
