import type { SystemCtx } from '../../../context.ts';
import type { MessageSource } from '../message-search/rebuild-search.ts';
import { objectOf } from '../thread-log/interface.ts';
import { listThreadIds } from '../thread-record/interface.ts';
import { searched } from './tell-changes.ts';

const THREADS_AT_ONCE = 10;

/** All messages of all threads, from their objects, in the order of the threads' IDs. A place is a thread, and a message in it. */
export function searchSource(ctx: SystemCtx): MessageSource {
  return async (place) => {
    const { thread, within, ids } = await threadsFrom(ctx, place ?? '', THREADS_AT_ONCE);
    const portions = await Promise.all(
      ids.map(async (id) => await objectOf(ctx.env, id).portion(id === thread ? within : 0, 0)),
    );
    const messages = [];
    for (const [n, portion] of portions.entries()) {
      if (!portion) continue;
      const { head, seq, records, next } = portion;
      messages.push(...records.map((message) => searched(head, { seq, message })));
      if (next !== null) return { messages, next: `${ids[n]}:${next}` };
    }
    return { messages, next: ids.at(-1) ?? null };
  };
}

/** The threads behind a place, first the one that it lies in. @returns `within`: how far that one is. */
export async function threadsFrom(ctx: SystemCtx, place: string, limit: number) {
  const [thread = '', within] = place.split(':');
  const behind = await listThreadIds(ctx, thread, limit);
  return { thread, within: Number(within ?? 0), ids: within === undefined ? behind : [thread, ...behind] };
}
