import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { type File, type FileRow, presentFile, type SeenFile } from './file.ts';
import type { Purpose } from './purposes.ts';
import { findFile, listOwnFiles, listParts } from './store.ts';

/**
 * A file of the caller's own, or one that was given to the caller, such as a submission's video. Throws
 * not_found.
 */
export async function getFile(ctx: Ctx, id: string): Promise<File> {
  const [row, ...given] = await Promise.all([
    findFile(ctx, id),
    ...ctx.reactions.fileReaders.map(async (load) => (await load())(ctx, id)),
  ]);
  const reads = row?.ownerId === actingId(ctx.actor) || given.includes(true);
  if (!row || row.status === 'deleted' || !reads) throw notFound('file');
  const [file] = await presentFiles(ctx, [row]);
  return file!;
}

export async function listFiles(
  ctx: Ctx,
  query: ListInput & { purpose?: Purpose | undefined; status?: FileRow['status'] | undefined },
): Promise<ListPage<File>> {
  const owner = actingId(ctx.actor);
  const list = listOf(ctx, `files ${owner}`);
  const range = idRange(list, 'file', query);
  const { purpose, status, limit } = query;
  const rows = await listOwnFiles(ctx, owner, { purpose, status, limit, range });
  const page = toListPage(list, query, rows);
  return { items: await presentFiles(ctx, page.items), nextCursor: page.nextCursor };
}

/** Files as their owner sees them, with the parts that have arrived of unfinished uploads. */
export async function presentFiles(ctx: Ctx, rows: SeenFile[]): Promise<File[]> {
  const parts = await listParts(
    ctx,
    rows.filter((row) => row.status === 'uploading').map((row) => row.id),
  );
  return await Promise.all(
    rows.map((row) => {
      const arrived = parts.filter((part) => part.fileId === row.id).map((part) => part.number);
      return presentFile(ctx, row, new Set(arrived));
    }),
  );
}
