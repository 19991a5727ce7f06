import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { AppError } from '../../../kit/error.ts';
import { isAccount } from '../../../kit/holder.ts';
import { log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { SNIFF_BYTES, sniff } from '../formats/sniff.ts';
import { Unusable } from '../formats/unusable.ts';
import { collectBytes, digestStored, objectKey } from './bytes.ts';
import { unsupportedMessage } from './create-file.ts';
import type { FileRow } from './file.ts';
import { takesType } from './purposes.ts';
import { claimDueFile, deleteFileNow, deleteParts, saveDueNow, saveFile } from './store.ts';

/** After this time a worker counts as dead, and another may process the file. */
const LEASE_MS = 5 * MINUTE_MS;
/** A file that kills every worker is given up after this many attempts. */
const MOST_ATTEMPTS = 5;

/**
 * Does what is due for a file: processes it, gives up an upload, or removes bytes. Does nothing when nothing
 * is due, so a repeated message is harmless; the next sweep continues after a worker that was killed.
 */
export async function processFile(ctx: SystemCtx, id: string): Promise<void> {
  const file = await claimDueFile(ctx, id, LEASE_MS);
  if (!file) return;
  if (file.status === 'processing') await processNow(ctx, file);
  else if (file.status === 'uploading') {
    await fail(ctx, file, 'upload_expired', 'The upload was not finished within a day.');
  } else await removeBytes(ctx, file);
}

async function processNow(ctx: SystemCtx, file: FileRow): Promise<void> {
  if (file.attempts > MOST_ATTEMPTS) {
    await fail(ctx, file, 'processing_failed', 'The file could not be processed. Try another export of it.');
    return;
  }
  let found: Partial<FileRow>;
  try {
    found = await inspect(ctx, file);
  } catch (error) {
    // Any other error is a fault of ours or of R2: the lease expires, and the sweep tries it again.
    if (!(error instanceof Unusable)) throw error;
    await fail(ctx, file, error.code, error.message);
    return;
  }
  await settle(ctx, file, 'file.ready', { ...found, status: 'ready', dueAt: null });
}

async function inspect(ctx: SystemCtx, file: FileRow): Promise<Partial<FileRow>> {
  const sniffed = sniff(await collectBytes(ctx, file.id, 0, Math.min(SNIFF_BYTES, file.size)));
  const { type } = sniffed;
  if (type === null || !takesType(file.purpose, type)) {
    throw new Unusable('unsupported_type', unsupportedMessage(file.purpose, sniffed));
  }
  // Parsers are loaded only when a file needs them. Each is behind a module of ours that imports only what it
  // uses, because a lazy import of a package itself would bundle all of it.
  if (type.startsWith('video/')) {
    const { inspectVideo } = await import('./inspect-video.ts');
    const found = await inspectVideo(ctx, file, type);
    return { type, sha256: file.sha256 ?? (await digestStored(ctx, file.id)), ...found };
  }
  if (type === 'application/pdf') {
    const { inspectPdf } = await import('./inspect-pdf.ts');
    const sha256 = file.sha256 ?? (await digestStored(ctx, file.id));
    return { type, sha256, ...(await inspectPdf(ctx, file)) };
  }
  const { inspectImage } = await import('./inspect-image.ts');
  return { type, ...(await inspectImage(ctx, file, type)) };
}

async function fail(ctx: SystemCtx, file: FileRow, code: string, message: string): Promise<void> {
  // Due at once again, to remove the useless bytes.
  const settled = await settle(ctx, file, 'file.failed', {
    status: 'failed',
    failureCode: code,
    failureMessage: message,
    dueAt: ctx.now,
  });
  if (settled) await removeBytes(ctx, { ...file, status: 'failed' });
}

/** Writes the outcome and its event once. @returns whether it was written. */
async function settle(
  ctx: SystemCtx,
  file: FileRow,
  type: 'file.ready' | 'file.failed',
  changes: Partial<FileRow>,
): Promise<boolean> {
  const own = withOwnWrites(ctx);
  saveFile(own, file, changes);
  const owner = isAccount(file.ownerId)
    ? { account: file.ownerId, creator: null }
    : { account: null, creator: file.ownerId };
  emit(own, { type, ...owner, data: { file: file.id } });
  return await commitUnlessChanged(own);
}

/** @returns false when the file was changed meanwhile, for example deleted. */
async function commitUnlessChanged(own: SystemCtx): Promise<boolean> {
  try {
    await Promise.allSettled(await own.write.commit());
    return true;
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'version_conflict'].includes(error.code)) return false;
    throw error;
  }
}

/**
 * Removes a file's bytes from R2, and then the row of a deleted file; a failed file's row stays to show the
 * reason.
 */
async function removeBytes(ctx: SystemCtx, file: FileRow): Promise<void> {
  const key = objectKey(file.id);
  if (file.uploadId !== null) {
    try {
      await ctx.env.FILES.resumeMultipartUpload(key, file.uploadId).abort();
    } catch (error) {
      // The upload has ended already, by us or by R2, which ends uploads that stay open for a week.
      log('warn', { file: file.id, error: String(error) });
    }
  }
  await ctx.env.FILES.delete(key);
  if (file.status === 'deleted') {
    await deleteFileNow(ctx, file.id);
    return;
  }
  const own = withOwnWrites(ctx);
  deleteParts(own, file.id);
  await own.write.commit();
  await saveDueNow(ctx, file.id, null);
}
