import type { SystemCtx } from '../../../context.ts';
import { objectKey } from './bytes.ts';
import { findFile } from './store.ts';

export interface Picture {
  /** Its media type. */
  type: string;
  body: ReadableStream<Uint8Array>;
  /** Bytes. */
  size: number;
}

/** The bytes of a ready picture, for a page whose address lasts; null for any other file. */
export async function openPicture(ctx: SystemCtx, id: string): Promise<Picture | null> {
  const file = await findFile(ctx, id);
  if (file?.status !== 'ready' || !file.type?.startsWith('image/')) return null;
  const object = await ctx.env.FILES.get(objectKey(id));
  return object && { type: file.type, body: object.body, size: object.size };
}
