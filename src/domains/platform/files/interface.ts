// What other domains may ask of files. A record that refers to a file gets it by `readyFile`, holds it if its
// bytes must not be deleted, and shows it with `filesById` and `imageOf` or `linkTo`.
import { type SQL, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { imageHeader } from '../formats/image-header.ts';
import { SNIFF_BYTES, sniff } from '../formats/sniff.ts';
import { Unusable } from '../formats/unusable.ts';
import type { SeenFile } from './file.ts';
import { checkedOwn, ownFile } from './own-file.ts';
import type { Purpose } from './purposes.ts';
import { findFiles, pictureJson, stillJson } from './store.ts';

export { openPicture, type Picture } from './open-picture.ts';
export { imageOf, linkForADay, linkTo, type ShownFile, stillOf } from './shown-file.ts';
export { checkForm, checkSignature, downloadUrl } from './signed-url.ts';
export { fileAndItsVideos, holdFile, listAmong, releaseFile, saveHolds } from './store.ts';

/**
 * Whether a file's owner gave it to the acting account or creator. Runs in parallel with reading the file,
 * which may not exist.
 */
export type ReadsFile = (ctx: Ctx, id: string) => Promise<boolean>;

/**
 * A ready file of the acting account or creator that was uploaded for one of `purposes`, to refer to in a
 * record. Throws operation_rejected: file_not_found, file_wrong_purpose, file_not_ready, file_failed.
 */
export async function readyFile(
  ctx: Ctx,
  id: string,
  ...purposes: readonly [Purpose, ...Purpose[]]
): Promise<SeenFile> {
  return checkedReady(await ownFile(ctx, actingId(ctx.actor), id, ...purposes));
}

function checkedReady(file: SeenFile): SeenFile {
  if (file.status === 'ready') return file;
  throw rejected('file_not_ready', 'The file is still being uploaded or processed.', { file: file.id });
}

/**
 * Ready files of the acting account or creator, in this order, read in one statement. Refused, when it is called, as by readyFile.
 */
export async function readyFiles(
  ctx: Ctx,
  ids: readonly string[],
  ...purposes: readonly [Purpose, ...Purpose[]]
): Promise<() => SeenFile[]> {
  const found = await filesById(ctx, ids);
  const owner = actingId(ctx.actor);
  return () => ids.map((id) => checkedReady(checkedOwn(found.get(id), owner, id, purposes)));
}

/** The file that a link of ours leads to, good or not; null for any other URL. */
export function fileOfLink({ vars }: SystemCtx, url: string): string | null {
  const base = [vars.FILES_URL, vars.PUBLIC_URL].find((one) => url.startsWith(`${one}/files/`));
  return base === undefined ? null : (/^\/files\/([^/?#]+)/.exec(url.slice(base.length))?.[1] ?? null);
}

/** The type of a picture's bytes, and its size in pixels; null for bytes that are not a complete picture. */
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

/**
 * The files that records refer to, by ID, without deleted ones. Does not check whose they are.
 * @param also selects the IDs of further ones.
 */
export async function filesById(
  ctx: SystemCtx,
  ids: readonly (string | null)[],
  also?: SQL,
): Promise<Map<string, SeenFile>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  return new Map((await findFiles(ctx, wanted, also)).map((file) => [file.id, file]));
}

/**
 * Like filesById, but as a JSON array of ShownFile within the statement that reads the records.
 * @param ids a column, or a subquery of IDs.
 */
export function shownFiles(ids: SQL): SQL {
  return sql`(SELECT json_group_array(json_object(${pictureJson('f')}, 'still', json(${stillJson('f.thumbnail_id')})))
    FROM files f WHERE f.id IN (${ids}) AND f.status <> 'deleted')`;
}
