import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import {
  cursorBehind,
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { type Event, type EventWithAttempts, presentEvent } from './event.ts';
import { type EventFilter, listSent, requireSentEventWithAttempts } from './store.ts';

/**
 * The events sent to a key's webhook, newest first. With a filter by type or subject, a page may be short or even empty
 * and still have a next page.
 */
export async function listEvents(
  ctx: SystemCtx,
  keyId: string,
  query: ListInput & EventFilter,
): Promise<ListPage<Event>> {
  const list = listOf(ctx, `events ${keyId}`);
  const { rows, until } = await listSent(ctx, keyId, query.limit, idRange(list, 'event', query), query);
  const page = mapListPage(toListPage(list, query, rows), presentEvent);
  if (page.nextCursor === null && until !== null) page.nextCursor = cursorBehind(list, query, until);
  return page;
}

export async function getEvent(ctx: SystemCtx, keyId: string, id: string): Promise<EventWithAttempts> {
  const { event, attempts } = await requireSentEventWithAttempts(ctx, keyId, id);
  return {
    ...presentEvent(event),
    attempts: attempts.map(({ number, at, url, status, latencyMs, error, body }) => ({
      number,
      at: iso(at),
      url,
      status,
      latencyMs,
      error,
      body,
    })),
  };
}
