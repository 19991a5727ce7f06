// How records show a file: by a short-lived link, with a placeholder until the picture has loaded.
import type * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { Image } from '../../../resource/image.ts';
import type { FileRow } from './file.ts';
import { downloadUrl } from './signed-url.ts';

/** The fields needed to show a picture. */
export type ShownPicture = Pick<
  FileRow,
  'id' | 'urlKey' | 'status' | 'type' | 'width' | 'height' | 'blurHash'
>;

/** The fields needed to show a file. */
export interface ShownFile extends ShownPicture {
  /** A picture of a video, once it is ready. */
  still: ShownPicture | null;
}

/**
 * A ready picture as records show it, with a link for ten minutes; null for a file that is gone or is not a
 * picture.
 */
export async function imageOf(
  ctx: SystemCtx,
  file: ShownPicture | null | undefined,
): Promise<z.output<typeof Image> | null> {
  if (file?.status !== 'ready' || !file.type?.startsWith('image/')) return null;
  const { url } = await downloadUrl(file, ctx.now, ctx.vars.FILES_URL);
  return { fileId: file.id, url, width: file.width, height: file.height, blurHash: file.blurHash };
}

/** The still of a video, as imageOf shows it. */
export async function stillOf(
  ctx: SystemCtx,
  video: ShownFile | null | undefined,
): Promise<z.output<typeof Image> | null> {
  return await imageOf(ctx, video?.still);
}

/** A link for ten minutes to a ready file's bytes, of any type; null when it is not ready. */
export async function linkTo(ctx: SystemCtx, file: ShownPicture | null | undefined): Promise<string | null> {
  if (file?.status !== 'ready') return null;
  return (await downloadUrl(file, ctx.now, ctx.vars.FILES_URL)).url;
}

/** Like linkTo, for a platform that fetches the bytes within a day. */
export async function linkForADay(
  ctx: SystemCtx,
  file: ShownPicture | null | undefined,
): Promise<string | null> {
  if (file?.status !== 'ready') return null;
  return (await downloadUrl(file, ctx.now, ctx.vars.FILES_URL, { lives: DAY_MS })).url;
}
