// Refunds that a brand's server reports: an event named `refund` with the order's number and an event ID of its own,
// before or after the sale.
import { ORDER_EVENTS, type PixelEventBody } from '../../../pixel/event-body.ts';
import type { RecordedConversion } from '../conversions/recorded-conversion.ts';
import type { StoredEvent } from './plan-types.ts';
import { reportsOf } from './reports.ts';

export const REFUND = 'refund';

/** An event with each of its reports. */
type Told = Parameters<typeof reportsOf>[0];

/** Values are in cents. */
export interface OrderReturn {
  pixelId: string;
  /** The order's number, trimmed. */
  order: string;
  /** The event that reports the refund. */
  eventId: string;
  /** Null for a full refund. */
  value: number | null;
  /** Null for the sale's currency. */
  currency: string | null;
}

/** The refund that a server's or shop's event reports; null for other events, including a browser's. */
export function returnOf(event: StoredEvent): OrderReturn | null {
  const body = event.name === REFUND ? toldOf(event) : null;
  const order = body?.orderId?.trim();
  if (!order || body?.eventId === undefined) return null;
  const { id: eventId, pixelId } = event;
  return { pixelId, order, eventId, value: body.value ?? null, currency: body.currency ?? null };
}

/**
 * The order number by which refunds find an event. Once the event is confirmed, only the server's or shop's number
 * counts.
 */
export function orderOf(event: Told): string | null {
  if (!ORDER_EVENTS.includes(event.name)) return null;
  return (toldOf(event) ?? event.body).orderId?.trim() || null;
}

function toldOf(event: Told): PixelEventBody | null {
  const { shop, server } = reportsOf(event);
  return (shop ?? server)?.body ?? null;
}

/** The dedupe keys that an order's number may have. */
export const orderKeys = (order: string): string[] => ORDER_EVENTS.map((name) => `order:${name}:${order}`);

/** The refunded part of a sale in cents: refunds in the sale's currency, at most its value. */
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

/** Whether everything was refunded. A full refund also applies to a sale without a value. */
export function isAllReturned(
  { valueCents, currency }: Pick<RecordedConversion, 'valueCents' | 'currency'>,
  returns: readonly OrderReturn[],
): boolean {
  if (valueCents === null) return returns.some(({ value }) => value === null);
  const returned = returnedCents({ valueCents, currency }, returns);
  return returned > 0 && returned >= valueCents;
}
