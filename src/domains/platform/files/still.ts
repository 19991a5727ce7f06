// The still that represents a video: a picture that its owner uploads, because the service cannot decode
// video.
import type { SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import type { FileRow, SeenFile } from './file.ts';
import { ownFile } from './own-file.ts';
import { takesVideo } from './purposes.ts';
import { holdFile, releaseFile } from './store.ts';

const UNFINISHED = ['uploading', 'processing', 'ready'] as const;

/**
 * A picture that may become the still of `video`; it is shown once it is ready. Throws operation_rejected:
 * not_a_video, file_not_found, file_wrong_purpose, file_failed.
 */
export async function findStill(
  ctx: SystemCtx,
  video: Pick<FileRow, 'ownerId' | 'purpose' | 'type'>,
  id: string,
): Promise<FileRow> {
  if (!takesVideo(video)) throw rejected('not_a_video', 'Only a video has a thumbnail.');
  return await ownFile(ctx, video.ownerId, id, 'thumbnail');
}

/**
 * Adds to the batch that `still` replaces the video's still, if any, and that it cannot be deleted while it
 * is used.
 * @returns the video's columns to save.
 */
export function changeStill(
  ctx: SystemCtx,
  before: FileRow,
  still: FileRow | null,
): Pick<SeenFile, 'thumbnailId' | 'still'> {
  const thumbnailId = still?.id ?? null;
  if (thumbnailId !== before.thumbnailId) {
    if (still) holdFile(ctx, still, UNFINISHED);
    if (before.thumbnailId !== null) releaseFile(ctx, before.thumbnailId);
  }
  return { thumbnailId, still: still?.status === 'ready' ? still : null };
}
