// Refunds that a brand's server reports: an event named `refund` with the order's number and an event ID of its own,
// before or after the sale.
import { ORDER_EVENTS, orderNumber, type PixelEventBody } from '../../../pixel/event-body.ts';
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
  const order = orderNumber(body?.orderId ?? '');
  if (!order || body?.eventId === undefined) return null;
  const { id: eventId, pixelId } = event;
  return { pixelId, order, eventId, value: body.value ?? null, currency: body.currency ?? null };
}

/**
 * The order number by which refunds find an event. Once a server has reported it, only the server's number counts. A
 * shop's order already includes its returns.
 */
export function orderOf(event: Told): string | null {
  if (!ORDER_EVENTS.includes(event.name) || event.body.order) return null;
  return orderNumber((toldOf(event) ?? event.body).orderId ?? '') || null;
}

function toldOf(event: Told): PixelEventBody | null {
  const { shop, server } = reportsOf(event);
  return (shop ?? server)?.body ?? null;
}

/** The returns that a shop's order includes. */
export function returnsOfShop({ id: eventId, pixelId, body }: StoredEvent): OrderReturn[] {
  const { value = 0, order } = body;
  const returned = order?.returned ?? 0;
  if (returned === 0 && value > 0) return [];
  return [
    { pixelId, order: body.orderId!, eventId, value: returned < value ? returned : null, currency: null },
  ];
}

/** The order that a server's refund is of; null for any other event, as far as the report itself tells. */
export function refundedOrder({ name, body }: Pick<StoredEvent, 'name' | 'body'>): string | null {
  if (name !== REFUND || body.source === 'browser') return null;
  return orderNumber(body.orderId ?? '') || null;
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
  if (returns.some(({ value }) => value === null)) return true;
  if (valueCents === null) return false;
  const returned = returnedCents({ valueCents, currency }, returns);
  return returned > 0 && returned >= valueCents;
}
