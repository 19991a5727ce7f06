import type { Ctx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { idRange, type ListInput, mapPage, type Page, toPage } from '../../../resource/page.ts';
import { type Event, type EventWithAttempts, presentEvent } from './event.ts';
import { listSent, requireSentEventWithAttempts } from './store.ts';

/** The events sent to this key's webhook, newest first. */
export async function listEvents(ctx: Ctx, query: ListInput): Promise<Page<Event>> {
  const list = `events ${ctx.actor.keyId}`;
  const rows = await listSent(ctx, query.limit, idRange(list, 'event', query));
  return mapPage(toPage(list, query, rows), presentEvent);
}

export async function getEvent(ctx: Ctx, id: string): Promise<EventWithAttempts> {
  const { event, attempts } = await requireSentEventWithAttempts(ctx, id);
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
