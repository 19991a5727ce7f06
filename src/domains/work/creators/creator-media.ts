// Pictures and uploaded reference videos: whose files they may be, and the short-lived links that records
// show.
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import {
  filesById,
  holdFile,
  imageOf,
  linkTo,
  readyFile,
  releaseFile,
  type ShownFile,
  stillOf,
} from '../../platform/files/interface.ts';
import type { Purpose } from '../../platform/files/purposes.ts';
import type { CreatorRow, ReferenceVideo, StoredVideo } from '../creator-consent/creator.ts';
import type { Selection } from './creator-input.ts';
import type { Creator } from './creator-record.ts';
import { postAt } from './interface.ts';
import { findShownPosts } from './own-posts.ts';
import type { CreatorDetails } from './present-creator.ts';

export function isFileId(id: string | null | undefined): id is string {
  return id?.startsWith('file_') === true;
}

type Media = Pick<CreatorRow, 'profilePicture' | 'referenceVideos'>;
type MediaKind = 'picture' | 'video' | 'still';

/** The upload purposes that a file needs to be shown as each kind. */
const PURPOSES: Record<MediaKind, readonly [Purpose, ...Purpose[]]> = {
  picture: ['profile_picture'],
  video: ['reference_video'],
  still: ['thumbnail', 'profile_picture'],
};

/** The kind as which each file is shown. */
function filesOf({ profilePicture, referenceVideos }: Media): Map<string, MediaKind> {
  const files = new Map<string, MediaKind>();
  for (const { thumbnailImage } of referenceVideos)
    if (thumbnailImage) files.set(thumbnailImage.fileId, 'still');
  for (const { file } of referenceVideos) if (isFileId(file)) files.set(file, 'video');
  if (profilePicture !== null) files.set(profilePicture, 'picture');
  return files;
}

/**
 * Checks that the picture of each selected video is already in use, or is a ready picture of the caller's
 * own. Throws validation_failed at the first field that names another file.
 */
export async function checkThumbnails(
  ctx: Ctx,
  before: ReferenceVideo[],
  selections: Selection[],
): Promise<void> {
  const known = new Set(before.map((video) => video.thumbnailImage?.fileId));
  for (const [index, { thumbnailImage }] of selections.entries()) {
    if (!thumbnailImage || known.has(thumbnailImage.fileId)) continue;
    try {
      await readyFile(ctx, thumbnailImage.fileId, ...PURPOSES.still);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { reason } = error.details as { reason: string };
      const path = `/referenceVideoSelections/${index}/thumbnailImage/fileId`;
      throw invalidField(path, error.message, reason);
    }
  }
}

/**
 * Checks that each file that an edit adds is the caller's own, ready, and uploaded for this purpose, and
 * keeps it from being deleted while the record refers to it. Throws operation_rejected.
 */
export async function exchangeFiles(ctx: Ctx, before: Media, after: Media): Promise<void> {
  const [old, wanted] = [filesOf(before), filesOf(after)];
  for (const [id, kind] of wanted) {
    const was = old.get(id);
    // Any picture may be a still, and one that stays has been checked: its owner may have changed since.
    if (was === kind || (was === 'picture' && kind === 'still')) continue;
    const file = await readyFile(ctx, id, ...PURPOSES[kind]);
    if (was === undefined) holdFile(ctx, file);
  }
  for (const id of old.keys()) if (!wanted.has(id)) releaseFile(ctx, id);
}

/** The files that a creator's own row refers to. */
export async function picturesOf(ctx: Ctx, creator: Media): Promise<ShownFile[]> {
  return [...(await filesById(ctx, [...filesOf(creator).keys()])).values()];
}

/**
 * The records with links to their pictures and uploaded videos.
 * @param details the details that the records were made from: they contain the files.
 */
export async function withMedia(
  ctx: Ctx,
  records: Creator[],
  details: readonly CreatorDetails[],
): Promise<Creator[]> {
  const fileOf = new Map(details.flatMap((one) => one.submissions.map(({ id, fileId }) => [id, fileId])));
  const shown = details.flatMap((one) => [...one.pictures, ...one.submissions.flatMap((sub) => sub.files)]);
  const files = new Map(shown.map((file) => [file.id, file]));
  const posts = await findShownPosts(ctx, records);
  const isOwn = ({ referenceVideos }: Creator) => referenceVideos.some((one: StoredVideo) => one.isOwn);
  if (files.size === 0 && !records.some(isOwn)) return records;
  return await Promise.all(
    records.map(async (one) => ({
      ...one,
      image: await imageOf(ctx, one.profilePicture === null ? null : files.get(one.profilePicture)),
      referenceVideos: await Promise.all(
        one.referenceVideos.map(async ({ isOwn: _, ...video }: StoredVideo) => {
          const post = posts.get(postAt(one.id, video.platform, video.post ?? ''));
          const file = files.get(video.file ?? '');
          const link = await linkTo(ctx, file);
          const chosen = files.get(video.thumbnailImage?.fileId ?? '');
          const image = await (video.thumbnailImage ? imageOf(ctx, chosen) : stillOf(ctx, file));
          return {
            ...video,
            ...(post && {
              title: video.title ?? post.title,
              publishedAt: video.publishedAt ?? post.publishedAt,
              durationLabel: video.durationLabel ?? post.durationLabel,
              thumbnailUrl: video.thumbnailUrl ?? post.thumbnailUrl,
              videoUrl: video.videoUrl ?? post.videoUrl,
            }),
            ...(link === null ? {} : { videoUrl: link }),
            ...(image === null
              ? {}
              : {
                  thumbnailUrl: video.thumbnailUrl ?? post?.thumbnailUrl ?? image.url,
                  thumbnailImage: { ...image, fileId: image.fileId! },
                }),
          };
        }),
      ),
      submissions: await Promise.all(
        one.submissions.map(async (submission) => {
          const file = files.get(fileOf.get(submission.id) ?? '');
          const still = await stillOf(ctx, file);
          return {
            ...submission,
            thumbnailUrl: still?.url ?? null,
            videoUrl: await linkTo(ctx, file),
            thumbnailImage: still,
          };
        }),
      ),
    })),
  );
}
