// What a brand's server says came back of an order: an event `refund` with the order's number and an ID of its own, before
// the sale or after it.
import { ORDER_EVENTS, type PixelEventBody } from '../../../pixel/event-body.ts';
import type { RecordedConversion } from '../conversions/recorded-conversion.ts';
import type { StoredEvent } from './plan-types.ts';
import { reportsOf } from './reports.ts';

export const REFUND = 'refund';

/** An event, with each of its reports. */
type Told = Parameters<typeof reportsOf>[0];

/** Cents. */
export interface OrderReturn {
  pixelId: string;
  /** The order's number, without blanks around it. */
  order: string;
  /** The event that says so. */
  eventId: string;
  /** Null for all of it. */
  value: number | null;
  /** Null for the sale's own. */
  currency: string | null;
}

/** What an event says came back by a server's word; null for one that says nothing of the kind, such as a browser's. */
export function returnOf(event: StoredEvent): OrderReturn | null {
  const body = event.name === REFUND ? toldOf(event) : null;
  const order = body?.orderId?.trim();
  if (!order || body?.eventId === undefined) return null;
  const { id: eventId, pixelId } = event;
  return { pixelId, order, eventId, value: body.value ?? null, currency: body.currency ?? null };
}

/** The number by which what comes back finds an event: once it is confirmed, only as a server or shop names it. */
export function orderOf(event: Told): string | null {
  if (!ORDER_EVENTS.includes(event.name)) return null;
  return (toldOf(event) ?? event.body).orderId?.trim() || null;
}

function toldOf(event: Told): PixelEventBody | null {
  const { shop, server } = reportsOf(event);
  return (shop ?? server)?.body ?? null;
}

/** The keys of the events that an order's number may stand for. */
export const orderKeys = (order: string): string[] => ORDER_EVENTS.map((name) => `order:${name}:${order}`);

/** What came back of a sale in cents: in its own currency, and at most its value. */
export function returnedCents(
  { valueCents, currency }: Pick<RecordedConversion, 'valueCents' | 'currency'>,
  returns: readonly OrderReturn[],
): number {
  const own = returns.filter((one) => one.currency === null || one.currency === currency);
  const worth = valueCents ?? 0;
  return Math.min(
    worth,
    own.reduce((sum, { value }) => sum + (value ?? worth), 0),
  );
}

/** Whether all of it came back: also of a sale of which nobody says what it was worth. */
export function isAllReturned(
  { valueCents, currency }: Pick<RecordedConversion, 'valueCents' | 'currency'>,
  returns: readonly OrderReturn[],
): boolean {
  if (valueCents === null) return returns.some(({ value }) => value === null);
  const returned = returnedCents({ valueCents, currency }, returns);
  return returned > 0 && returned >= valueCents;
}
