import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import type { FileRow } from './file.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import { findFile, findFiles, holdFileRow, releaseFileRow } from './store.ts';

/**
 * A ready file of the acting account or creator that was uploaded for `purpose`, for a record that will refer to it.
 * Throws operation_rejected: file_not_found, file_wrong_purpose, file_not_ready, file_failed.
 */
export async function readyFile(ctx: Ctx, id: string, purpose: Purpose): Promise<FileRow> {
  const file = await findFile(ctx, id);
  if (!file || file.ownerId !== actingId(ctx.actor) || file.status === 'deleted') {
    throw rejected('file_not_found', 'There is no such file.', { file: id });
  }
  if (file.purpose !== purpose) {
    throw rejected(
      'file_wrong_purpose',
      `The file was uploaded as ${file.purpose}. ${PURPOSES[purpose].label} needs purpose=${purpose}.`,
      { file: id },
    );
  }
  if (file.status === 'failed') {
    throw rejected('file_failed', `The file cannot be used. ${file.failureMessage ?? ''}`.trim(), {
      file: id,
    });
  }
  if (file.status !== 'ready') {
    throw rejected('file_not_ready', 'The file is still being uploaded or processed.', { file: id });
  }
  return file;
}

/**
 * Keeps a file from being deleted from now on: for a record that must not lose its bytes (an agreement's PDF, a
 * submission's video, a picture that is shown). Rides in the write set of that record.
 */
export function holdFile(ctx: SystemCtx, file: FileRow): void {
  holdFileRow(ctx, file.id);
}

/** Takes a hold back, once for each: the record refers to the file no more. */
export function releaseFile(ctx: SystemCtx, id: string): void {
  releaseFileRow(ctx, id);
}

/** The files that records refer to, by ID; a deleted one is not among them. Whose they are was checked before. */
export async function filesById(
  ctx: SystemCtx,
  ids: readonly (string | null)[],
): Promise<Map<string, FileRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  return new Map((await findFiles(ctx, wanted)).map((file) => [file.id, file]));
}
