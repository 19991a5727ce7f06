import type * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import type { Image } from '../../../resource/image.ts';
import type { FileRow } from './file.ts';
import { downloadUrl } from './signed-url.ts';

/** A ready picture as records show it, with a link for ten minutes; null for a file that is gone or no picture. */
export async function imageOf(
  ctx: SystemCtx,
  file: FileRow | null | undefined,
): Promise<z.output<typeof Image> | null> {
  if (file?.status !== 'ready' || !file.type?.startsWith('image/')) return null;
  const { url } = await downloadUrl(file, ctx.now, ctx.vars.PUBLIC_URL);
  return { fileId: file.id, url, width: file.width, height: file.height, blurHash: file.blurHash };
}

/** A link for ten minutes to a ready file's bytes, whatever they are; null when it is not ready. */
export async function linkTo(ctx: SystemCtx, file: FileRow | null | undefined): Promise<string | null> {
  if (file?.status !== 'ready') return null;
  return (await downloadUrl(file, ctx.now, ctx.vars.PUBLIC_URL)).url;
}
