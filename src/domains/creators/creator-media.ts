// Pictures and uploaded reference videos: whose they may be, and the short-lived links that records show.
import type { Ctx } from '../../context.ts';
import { imageOf, linkTo } from '../files/image-of.ts';
import { filesById, holdFile, readyFile } from '../files/ready-file.ts';
import type { Creator } from './creator.ts';
import type { CreatorUpdateInput } from './creator-input.ts';

export function isFileId(id: string | null | undefined): id is string {
  return id?.startsWith('file_') === true;
}

/**
 * Checks that each file an edit names is the caller's own, ready and uploaded for it, and keeps it from being deleted.
 * Throws operation_rejected.
 * @param known files that the record refers to already.
 */
export async function takeFiles(
  ctx: Ctx,
  input: CreatorUpdateInput,
  known: ReadonlySet<string>,
): Promise<void> {
  if (input.profilePicture && !known.has(input.profilePicture))
    holdFile(ctx, await readyFile(ctx, input.profilePicture, 'profile_picture'));
  const videos = [
    ...(input.referenceVideoSelections ?? []).flatMap((one) => [
      one.mediaAssetId,
      one.platform === 'upload' ? one.sourceContentId : null,
    ]),
    ...(input.referenceVideos ?? []),
  ];
  for (const id of new Set(videos.filter(isFileId))) {
    if (!known.has(id)) holdFile(ctx, await readyFile(ctx, id, 'reference_video'));
  }
}

/** The records with links to their pictures and uploaded videos, read at once. */
export async function withMedia(ctx: Ctx, records: Creator[]): Promise<Creator[]> {
  const ids = records.flatMap((one) => [
    one.profilePicture,
    ...one.referenceVideos.map((video) => (isFileId(video.file) ? video.file : null)),
  ]);
  const files = await filesById(ctx, ids);
  if (files.size === 0) return records;
  return await Promise.all(
    records.map(async (one) => ({
      ...one,
      image: await imageOf(ctx, one.profilePicture === null ? null : files.get(one.profilePicture)),
      referenceVideos: await Promise.all(
        one.referenceVideos.map(async (video) => {
          const link = video.file === null ? null : await linkTo(ctx, files.get(video.file));
          return link === null ? video : { ...video, videoUrl: link };
        }),
      ),
    })),
  );
}
