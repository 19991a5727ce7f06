import { newId } from '../../../kit/ids.ts';
import {
  type ClickIds,
  type HashedUser,
  type IncomingEvent,
  MAX_EVENT_VALUE,
  type NoSale,
  orderNumber,
  type PixelEventBody,
} from '../../../pixel/event-body.ts';

/** An order as it was read from a shop. Amounts are in cents of the shop's currency, times in milliseconds. */
export interface ShopOrder {
  /** The order's ID at the shop: `gid://…/Order/1`, `gid://…/OrderIdentity/1` or `1`. */
  id: string;
  /** Such as `#1001`. It ties the order to reports of servers, but not of browsers. */
  name?: string | undefined;
  checkoutToken?: string | undefined;
  createdAt: number;
  /** The state with the latest `updatedAt` counts, in whatever order they are told. */
  updatedAt: number;
  /** When this state was read from the shop. */
  readAt: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** The subtotal after discounts and returns, without tax, shipping, tips and bought gift cards. */
  value: number;
  /** What was returned so far, by the same rules. It is not part of `value`. */
  returned: number;
  /** Null while it is not paid. */
  paidAt: number | null;
  cancelledAt: number | null;
  /** `pos` is a sale in a physical store. */
  channel: 'online' | 'pos';
  /** Why it is no sale; null if it is one. */
  noSale: NoSale | null;
  /** The customer's country, ISO 3166-1 alpha-2. Without one it is not stored if the pixel excludes any country. */
  country?: string | undefined;
  /**
   * The landing in our cart attribute. It is written with consent only, so its presence is consent, even if it is empty.
   */
  landing?: { serviceId?: string; campaign?: string; landedAt?: number; clickIds?: ClickIds } | undefined;
  discountCodes?: readonly string[] | undefined;
  /**
   * Hashed in the canonical form: see hashUser. Compared with the creators' own contacts, and not stored without consent.
   */
  customer?: Pick<HashedUser, 'email' | 'phone'> | undefined;
  /** The hosts that led to the shop, as far as it knows by now; undefined until it knows. They are evidence of leaked codes. */
  referrers?: readonly string[] | undefined;
  /** Whether the shop asked to forget the customer: then nothing that leads to them is stored. */
  forgotten?: boolean | undefined;
}

const MOST_CODES = 10;
const LONGEST_TEXT = 200;

/**
 * A shop's order in the form that is stored. Without our cart attribute, it says nothing of consent.
 * @param now in milliseconds.
 * @param buyers the creators whose contacts the customer's are.
 */
export function toShopEvent(
  order: ShopOrder,
  pixel: { id: string; domains: readonly string[] },
  now: number,
  buyers: string[],
): IncomingEvent {
  const { landing, customer, country, currency, forgotten } = order;
  const [value, returned] = [cents(order.value), cents(order.returned)];
  const sold = Math.min(value + returned, MAX_EVENT_VALUE);
  const body: PixelEventBody = {
    source: 'shop',
    consent: landing ? 'granted' : 'unknown',
    pageUrl: pixel.domains[0]!,
    orderId: orderNumber(order.id),
    // The value when it was sold, with what was returned since.
    value: sold,
    currency,
    actionSource: order.channel === 'pos' ? 'physical_store' : 'website',
    order: {
      updatedAt: order.updatedAt,
      readAt: order.readAt,
      returned: order.cancelledAt === null ? returned : sold,
    },
  };
  const { name, checkoutToken } = order;
  if (isShort(name)) body.order!.name = name;
  if (isShort(checkoutToken)) body.order!.checkoutToken = checkoutToken;
  if (buyers.length > 0) body.buyers = buyers;
  if (order.noSale) body.order!.noSale = order.noSale;
  if (order.paidAt !== null) body.confirmedAt = order.paidAt;
  if (country !== undefined) body.location = { country };
  const codes = (order.discountCodes ?? []).filter(isShort).slice(0, MOST_CODES);
  if (codes.length > 0) body.discountCodes = codes;
  if (landing) {
    const { landedAt, clickIds, ...link } = landing;
    body.landing = clickIds === undefined || forgotten ? link : { ...link, clickIds };
    if (landedAt !== undefined) body.landedAt = landedAt;
    if (customer && !forgotten && Object.keys(customer).length > 0) body.user = { ...customer };
  }
  return {
    id: newId('pixelEvent', now),
    pixelId: pixel.id,
    name: 'purchase',
    occurredAt: Math.min(order.createdAt, now),
    receivedAt: now,
    ipAddress: null,
    body,
  };
}

const cents = (amount: number) => Math.min(Math.max(0, amount), MAX_EVENT_VALUE);

const isShort = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== '' && text.length <= LONGEST_TEXT;
