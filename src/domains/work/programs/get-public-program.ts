import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { filesById, openPicture, type Picture } from '../../platform/files/interface.ts';
import { isInNetwork, type Program } from '../program-terms/program.ts';
import { findProgramForAll } from './store.ts';

/** What anyone on the web reads of a program. */
export interface PublicProgram extends Pick<Program, 'id' | 'name' | 'pay' | 'platforms'> {
  /** The size of its image in pixels; null without an image. */
  image: { width: number | null; height: number | null } | null;
}

/**
 * A program whose account shows it to anyone on the web. Throws not_found for any other, and while it is not live, shown to invited
 * creators alone, or over.
 */
export async function getPublicProgram(ctx: SystemCtx, id: string): Promise<PublicProgram> {
  const { name, pay, payVersion, platforms, image } = await shownToAll(ctx, id);
  return {
    ...{ id, name, platforms: platforms as Program['platforms'] },
    pay: { version: payVersion, ...pay },
    image: image === null ? null : ((await filesById(ctx, [image])).get(image) ?? null),
  };
}

/** Its image's bytes. Throws not_found as above, and without an image. */
export async function openPublicImage(ctx: SystemCtx, id: string): Promise<Picture> {
  const { image } = await shownToAll(ctx, id);
  const picture = image === null ? null : await openPicture(ctx, image);
  if (!picture) throw notFound('image');
  return picture;
}

async function shownToAll(ctx: SystemCtx, id: string) {
  const row = isId(id, ['program']) ? await findProgramForAll(ctx, id) : null;
  const isOver = row !== null && row.endsAt !== null && row.endsAt <= ctx.now;
  if (!row?.publicPage || !isInNetwork(row) || isOver) throw notFound('program');
  return row;
}
