// The form of an event that the edge, the API, the queue and the shard share. Personal data is hashed before
// an event gets this form. The edge uses this file too, so it imports only types.
/** In cents: sums of such values stay exact. */
export const MAX_EVENT_VALUE = 10 ** 12;

/** How an event reached us: only servers and shops confirm an event. */
export type EventSource = 'browser' | 'server' | 'shop';

export type Consent = 'granted' | 'denied' | 'unknown';
const CONSENTS_BY_STRICTNESS: readonly Consent[] = ['granted', 'unknown', 'denied'];

/** The strictest of these consents; there is at least one. */
export const strictestConsent = (consents: readonly Consent[]): Consent =>
  CONSENTS_BY_STRICTNESS[Math.max(...consents.map((one) => CONSENTS_BY_STRICTNESS.indexOf(one)))]!;

/** SHA-256, lower-case hex. */
export interface HashedUser {
  email?: string;
  phone?: string;
  firstName?: string;
  lastName?: string;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
  externalId?: string;
}

export const CLICK_ID_NAMES = [
  'fbc',
  'fbp',
  'gclid',
  'gbraid',
  'wbraid',
  'ttclid',
  'ttp',
  'sccid',
  'scid',
] as const;
export type ClickIds = Partial<Record<(typeof CLICK_ID_NAMES)[number], string>>;

export interface EventLocation {
  country?: string;
  region?: string;
  city?: string;
  postalCode?: string;
}

export interface EventProperties {
  productId?: string;
  quantity?: number;
  variantId?: string;
  contents?: { id: string; quantity?: number; price?: number }[];
  custom?: Record<string, unknown>;
}

/** Where the visitor came from, as their browser has stored it since the landing. */
export interface KeptLanding {
  serviceId?: string;
  campaign?: string;
  clickIds?: ClickIds;
}

/** Why a shop's order is no sale. */
export type NoSale = 'test' | 'sample' | 'draft' | 'free' | 'renewal';

/** The state of a shop's order when it was last read. Times are in milliseconds. */
export interface OrderState {
  /** As its shop shows it, such as `#1001`. Strangers can guess it. */
  name?: string;
  checkoutToken?: string;
  updatedAt: number;
  readAt: number;
  /** The cents of the value that were returned so far: all of it if the order was cancelled. */
  returned: number;
  noSale?: NoSale;
}

export interface PixelEventBody {
  source: EventSource;
  consent: Consent;
  eventId?: string;
  orderId?: string;
  /** Cents. */
  value?: number;
  /** ISO 4217, lower case. */
  currency?: string;
  serviceId?: string;
  campaign?: string;
  attributionId?: string;
  clickId?: string;
  landing?: KeptLanding;
  /** Milliseconds. */
  landedAt?: number;
  pageUrl?: string;
  referrer?: string;
  actionSource?: string;
  properties?: EventProperties;
  user?: HashedUser;
  clickIds?: ClickIds;
  userAgent?: string;
  creatorCode?: string;
  discountCode?: string;
  /** The codes of a shop's order, which may have several. */
  discountCodes?: string[];
  location?: EventLocation;
  /** instagram, tiktok, facebook or snapchat, from the user agent. */
  inAppBrowser?: string;
  bot?: boolean;
  /** Set when the event came from one of the pixel's domains, which verifies the pixel. */
  allowedOrigin?: boolean;
  /** When a server or shop first confirmed it, in milliseconds. A shop confirms an order that is paid. */
  confirmedAt?: number;
  /** The creators whose own email address or phone number the customer's is, as the server or shop says. */
  buyers?: string[];
  /** Set if a shop reported it. */
  order?: OrderState;
}

/** An event before it has been stored. Times are milliseconds. */
export interface IncomingEvent {
  id: string;
  pixelId: string;
  name: string;
  occurredAt: number;
  receivedAt: number;
  ipAddress: string | null;
  body: PixelEventBody;
}

/** Events whose orderId identifies the same purchase. */
export const ORDER_EVENTS: readonly string[] = ['purchase', 'subscribe', 'start_trial'];

/** An order's number without surrounding spaces. `gid://…/Order/1`, `gid://…/OrderIdentity/1` and `1` are the same. */
export function orderNumber(orderId: string): string {
  return orderId.trim().replace(/^gid:\/\/[^/]+\/Order(?:Identity)?\//, '');
}

/** The keys by which two events of a pixel are the same event, forever. */
export function dedupeKeys(event: Pick<IncomingEvent, 'name' | 'body'>): string[] {
  const keys: string[] = [];
  if (event.body.eventId !== undefined) keys.push(`event:${event.name}:${event.body.eventId}`);
  const number = orderNumber(event.body.orderId ?? '');
  if (number && ORDER_EVENTS.includes(event.name)) keys.push(`order:${event.name}:${number}`);
  const token = event.body.order?.checkoutToken;
  if (token) keys.push(`event:${event.name}:${token}`, `order:${event.name}:${token}`);
  const name = plainName(event.body.order?.name);
  if (name) keys.push(`name:${event.name}:${name}`);
  return keys;
}

/**
 * Further keys under which a shop's order and a server's report of it find each other: servers may call an order by its
 * name. Browsers may not, because strangers can guess it.
 */
export function aliasKeys({ name, body }: Pick<IncomingEvent, 'name' | 'body'>): string[] {
  const plain = plainName(body.order ? body.order.name : body.orderId);
  if (!plain || !ORDER_EVENTS.includes(name)) return [];
  if (body.order) return [`order:${name}:${plain}`, `order:${name}:#${plain}`];
  return body.source === 'server' ? [`name:${name}:${plain}`] : [];
}

/** An order's name without `#`. */
function plainName(name = ''): string {
  return name.trim().replace(/^#/, '');
}
