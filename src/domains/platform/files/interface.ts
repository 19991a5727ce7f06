// What other domains ask of files. A record that refers to a file takes one by `readyFile`, holds it while it must not
// lose the bytes, and shows it with `filesById` and `imageOf` or `linkTo`.
import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { Image } from '../../../resource/image.ts';
import type { FileRow } from './file.ts';
import { imageHeader } from './image-header.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import { downloadUrl } from './signed-url.ts';
import { SNIFF_BYTES, sniff } from './sniff.ts';
import { findFile, findFiles } from './store.ts';
import { Unusable } from './unusable.ts';

export { holdFile, listAmong, releaseFile } from './store.ts';

/** Whether a file was given to the acting account or creator by its owner. Asked beside the file: it may not be there. */
export type ReadsFile = (ctx: Ctx, id: string) => Promise<boolean>;

/**
 * A ready file of the acting account or creator that was uploaded for `purpose`, for a record that will refer to it.
 * Throws operation_rejected: file_not_found, file_wrong_purpose, file_not_ready, file_failed.
 */
export async function readyFile(ctx: Ctx, id: string, purpose: Purpose): Promise<FileRow> {
  const file = await findFile(ctx, id);
  if (!file || file.ownerId !== actingId(ctx.actor) || file.status === 'deleted') {
    throw rejected('file_not_found', 'There is no such file.', { file: id });
  }
  if (file.purpose !== purpose) {
    throw rejected(
      'file_wrong_purpose',
      `The file was uploaded as ${file.purpose}. ${PURPOSES[purpose].label} needs purpose=${purpose}.`,
      { file: id },
    );
  }
  if (file.status === 'failed') {
    throw rejected('file_failed', `The file cannot be used. ${file.failureMessage ?? ''}`.trim(), {
      file: id,
    });
  }
  if (file.status !== 'ready') {
    throw rejected('file_not_ready', 'The file is still being uploaded or processed.', { file: id });
  }
  return file;
}

/** What kind of picture some bytes are, and its size in pixels; null for what is no whole picture. */
export function pictureOf(bytes: Uint8Array): { type: string; width: number; height: number } | null {
  const { type } = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (!type?.startsWith('image/')) return null;
  try {
    return { type, ...imageHeader(type, bytes) };
  } catch (error) {
    if (error instanceof Unusable) return null;
    throw error;
  }
}

/** The files that records refer to, by ID; a deleted one is not among them. Whose they are was checked before. */
export async function filesById(
  ctx: SystemCtx,
  ids: readonly (string | null)[],
): Promise<Map<string, FileRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  return new Map((await findFiles(ctx, wanted)).map((file) => [file.id, file]));
}

/** What is needed to show a file. */
export type ShownFile = Pick<FileRow, 'id' | 'urlKey' | 'status' | 'type' | 'width' | 'height' | 'blurHash'>;

/**
 * As filesById, a JSON array of ShownFile within the statement that reads the records.
 * @param ids a column, or a subquery of IDs.
 */
export function shownFiles(ids: SQL): SQL {
  return sql`(SELECT json_group_array(json_object('id', f.id, 'urlKey', f.url_key, 'status', f.status, 'type', f.type,
      'width', f.width, 'height', f.height, 'blurHash', f.blur_hash))
    FROM files f WHERE f.id IN (${ids}) AND f.status <> 'deleted')`;
}

/** A ready picture as records show it, with a link for ten minutes; null for a file that is gone or no picture. */
export async function imageOf(
  ctx: SystemCtx,
  file: ShownFile | null | undefined,
): Promise<z.output<typeof Image> | null> {
  if (file?.status !== 'ready' || !file.type?.startsWith('image/')) return null;
  const { url } = await downloadUrl(file, ctx.now, ctx.vars.FILES_URL);
  return { fileId: file.id, url, width: file.width, height: file.height, blurHash: file.blurHash };
}

/** A link for ten minutes to a ready file's bytes, whatever they are; null when it is not ready. */
export async function linkTo(ctx: SystemCtx, file: ShownFile | null | undefined): Promise<string | null> {
  if (file?.status !== 'ready') return null;
  return (await downloadUrl(file, ctx.now, ctx.vars.FILES_URL)).url;
}

/** As linkTo, for a platform that fetches the bytes within a day. */
export async function linkForADay(
  ctx: SystemCtx,
  file: ShownFile | null | undefined,
): Promise<string | null> {
  if (file?.status !== 'ready') return null;
  return (await downloadUrl(file, ctx.now, ctx.vars.FILES_URL, DAY_MS)).url;
}
