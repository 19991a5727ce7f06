import type { SystemCtx } from '../../../context.ts';
import { filled, wordsOf } from './notice.ts';
import { listNotices, type Reader } from './notice-store.ts';

export interface Notice {
  /** The event's ID. */
  id: string;
  text: string;
  /** Where to act, below the workspace; null where there is no such page. */
  page: string | null;
  seen: boolean;
  /** Milliseconds. */
  at: number;
}

const A_PAGE = 50;

/**
 * What a person is told in a workspace, the newest first.
 * @param isAdmin whether the person may read there what is for owners and admins.
 * @param before the notice that the page before ended with.
 */
export async function getNotices(
  ctx: SystemCtx,
  reader: Reader,
  { isAdmin, before }: { isAdmin: boolean; before: string | null },
): Promise<{ items: Notice[]; next: string | null }> {
  const rows = await listNotices(ctx, reader, { isAdmin, before, limit: A_PAGE + 1 });
  const shown = rows.slice(0, A_PAGE);
  const items = shown.flatMap((row) => {
    const words = wordsOf(row, reader.place);
    if (!words) return [];
    const { text, names, page } = words;
    return [{ id: row.id, text: filled(text, names), page, seen: row.seenAt !== null, at: row.occurredAt }];
  });
  return { items, next: rows.length > A_PAGE ? shown.at(-1)!.id : null };
}
