// Pictures and uploaded reference videos: whose they may be, and the short-lived links that records show.
import type { Ctx } from '../../context.ts';
import { imageOf, linkTo } from '../files/image-of.ts';
import { filesById, holdFile, readyFile, releaseFile } from '../files/ready-file.ts';
import type { Creator, CreatorRow } from './creator.ts';
import type { CreatorDetails } from './present-creator.ts';

export function isFileId(id: string | null | undefined): id is string {
  return id?.startsWith('file_') === true;
}

type Media = Pick<CreatorRow, 'profilePicture' | 'referenceVideos'>;

function filesOf({
  profilePicture,
  referenceVideos,
}: Media): Map<string, 'profile_picture' | 'reference_video'> {
  const videos = referenceVideos.map((video) => video.file).filter(isFileId);
  const files = new Map(videos.map((id) => [id, 'reference_video' as const])) as ReturnType<typeof filesOf>;
  if (profilePicture !== null) files.set(profilePicture, 'profile_picture');
  return files;
}

/**
 * Checks that each file an edit adds is the caller's own, ready and uploaded for it, and keeps it from being deleted
 * for as long as the record refers to it. Throws operation_rejected.
 */
export async function exchangeFiles(ctx: Ctx, before: Media, after: Media): Promise<void> {
  const [old, wanted] = [filesOf(before), filesOf(after)];
  for (const [id, purpose] of wanted) {
    if (!old.has(id)) holdFile(ctx, await readyFile(ctx, id, purpose));
  }
  for (const id of old.keys()) if (!wanted.has(id)) releaseFile(ctx, id);
}

/**
 * The records with links to their pictures and uploaded videos, read at once.
 * @param details what the records were made of: it knows the videos of their submissions.
 */
export async function withMedia(
  ctx: Ctx,
  records: Creator[],
  details: readonly CreatorDetails[],
): Promise<Creator[]> {
  const work = new Map(details.flatMap((one) => one.submissions.map(({ id, fileId }) => [id, fileId])));
  const ids = records.flatMap((one) => [
    one.profilePicture,
    ...one.referenceVideos.map((video) => (isFileId(video.file) ? video.file : null)),
    ...one.submissions.map(({ id }) => work.get(id) ?? null),
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
      submissions: await Promise.all(
        one.submissions.map(async (submission) => {
          const file = files.get(work.get(submission.id) ?? '');
          return { ...submission, videoUrl: await linkTo(ctx, file) };
        }),
      ),
    })),
  );
}
