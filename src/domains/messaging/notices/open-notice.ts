import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { wordsOf } from './notice.ts';
import { findNotice, type Reader, saveSeen } from './notice-store.ts';

/**
 * Marks a notice as seen, in the caller's batch. Throws not_found for what is none of the reader's.
 * @returns where to act, below the workspace; null where there is no such page.
 */
export async function openNotice(
  ctx: SystemCtx,
  reader: Reader,
  notice: { id: string; isAdmin: boolean },
): Promise<string | null> {
  const row = await findNotice(ctx, reader, notice);
  const words = row && wordsOf(row, reader.place);
  if (!words) throw notFound('notice');
  saveSeen(ctx, reader, notice.id, false);
  return words.page;
}
