// The still that a video is shown by: a picture of its owner's that comes with it, since nothing here decodes video.
import type { SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import type { FileRow, SeenFile } from './file.ts';
import { ownFile } from './own-file.ts';
import { takesVideo } from './purposes.ts';
import { holdFile, releaseFile } from './store.ts';

const UNFINISHED = ['uploading', 'processing', 'ready'] as const;

/**
 * A picture that may become the still of `video`; it is shown from when it is ready. Throws operation_rejected:
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
 * Adds to the batch that `still` takes the place of the one that the video had, if any, and can't be deleted meanwhile.
 * @returns what is to be saved of the video.
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
