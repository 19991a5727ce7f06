import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, type Page, toPage } from '../../../resource/page.ts';
import { type File, type FileRow, presentFile } from './file.ts';
import type { Purpose } from './purposes.ts';
import { getFile, listFiles, partsOf } from './store.ts';

export async function readFile(ctx: Ctx, id: string): Promise<File> {
  const [file] = await presentAll(ctx, [await getFile(ctx, actingId(ctx.actor), id)]);
  return file!;
}

export async function readFiles(
  ctx: Ctx,
  query: ListInput & { purpose?: Purpose | undefined },
): Promise<Page<File>> {
  const owner = actingId(ctx.actor);
  const list = `files ${owner}`;
  const range = idRange(list, 'file', query);
  const rows = await listFiles(ctx, owner, { purpose: query.purpose, limit: query.limit, range });
  const page = toPage(list, query, rows);
  return { items: await presentAll(ctx, page.items), nextCursor: page.nextCursor };
}

/** Files as their owner sees them, with what has arrived of those that are still uploaded. */
export async function presentAll(ctx: Ctx, rows: FileRow[]): Promise<File[]> {
  const parts = await partsOf(
    ctx,
    rows.filter((row) => row.status === 'uploading').map((row) => row.id),
  );
  return await Promise.all(
    rows.map((row) => {
      const arrived = parts.filter((part) => part.fileId === row.id).map((part) => part.number);
      return presentFile(row, ctx.now, ctx.vars.PUBLIC_URL, new Set(arrived));
    }),
  );
}
