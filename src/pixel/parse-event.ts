// Turns a beacon's event into the form that is queued. What the page's author wrote must be valid, or the
// event is refused. Unusable values from the visitor's URL and cookies are dropped instead: a mangled link
// must not lose a purchase.

import { newId } from '../kit/ids.ts';
import { isCurrency } from '../kit/iso-4217.ts';
import { DAY_MS, MINUTE_MS } from '../kit/time.ts';
import {
  CLICK_ID_NAMES,
  type ClickIds,
  type Consent,
  type IncomingEvent,
  type PixelEventBody,
} from './event-body.ts';
import {
  type Fields,
  hasAny,
  httpUrl,
  type Issues,
  isObject,
  moment,
  strictCents,
  strictText,
  text,
} from './fields.ts';
import { hashUser } from './hash-user.ts';
import { decoded, MAX_CLICK_ID, MAX_ID, toLanding } from './kept-landing.ts';
import { linkParameters, withoutLinkParameters } from './link-parameters.ts';
import { parseProperties } from './properties.ts';
import type { Visitor } from './visitor.ts';

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const MAX_NAME = 64;
const MAX_AGE_MS = 7 * DAY_MS;
/** How far a sender's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
const ACTION_SOURCES = new Set([
  'website',
  'app',
  'physical_store',
  'phone_call',
  'chat',
  'email',
  'system_generated',
  'other',
]);

/** Null when the event is refused; `issues` then says why. */
export function parseEvent(
  given: unknown,
  pixelId: string,
  visitor: Visitor,
  now: number,
  issues: Issues,
): IncomingEvent | null {
  if (!isObject(given)) {
    issues.add('', 'An event must be an object.');
    return null;
  }
  const name = given.name;
  if (typeof name !== 'string' || name.length > MAX_NAME || !NAME.test(name)) {
    issues.add(
      '/name',
      `A standard name, or one of your own in snake_case of at most ${MAX_NAME} characters.`,
    );
    return null;
  }
  const consent = parseConsent(given.consent, visitor, issues);
  const granted = consent === 'granted';
  const occurredAt = parseOccurredAt(given.occurredAt, now, issues);
  const body: PixelEventBody = { source: 'browser', consent, allowedOrigin: true };

  addOrder(body, given, issues);
  const pageUrl = httpUrl(given.pageUrl) ?? httpUrl(visitor.referer) ?? visitor.origin ?? undefined;
  const referrer = httpUrl(given.referrer);
  if (pageUrl !== undefined) body.pageUrl = granted ? pageUrl : withoutLinkParameters(pageUrl);
  if (referrer !== undefined) body.referrer = granted ? referrer : withoutLinkParameters(referrer);
  if (visitor.userAgent !== null) body.userAgent = visitor.userAgent;
  if (granted) {
    addOrigins(body, given, pageUrl, now);
    if (isObject(given.user)) {
      const user = hashUser(given.user);
      if (hasAny(user)) body.user = user;
    }
    if (hasAny(visitor.location)) body.location = visitor.location;
  } else if (visitor.country !== null) {
    body.location = { country: visitor.country };
  }
  if (issues.list.length > 0) return null;
  return {
    id: newId('pixelEvent', now),
    pixelId,
    name,
    occurredAt,
    receivedAt: now,
    ipAddress: granted ? visitor.ipAddress : null,
    body,
  };
}

function parseConsent(given: unknown, visitor: Visitor, issues: Issues): Consent {
  if (visitor.optedOut) return 'denied';
  if (given === undefined || given === null || given === 'granted') return 'granted';
  if (given === 'denied' || given === 'unknown') return given;
  issues.add('/consent', 'Must be granted, denied or unknown.');
  return 'unknown';
}

function parseOccurredAt(given: unknown, now: number, issues: Issues): number {
  if (given === undefined || given === null) return now;
  const at = moment(given);
  if (at >= now - MAX_AGE_MS && at <= now + CLOCK_SKEW_MS) return Math.min(at, now);
  issues.add('/occurredAt', 'Must be a time within the last 7 days.', 'out_of_range');
  return now;
}

/** Adds what the page reports, checked strictly, because a wrong value here becomes a wrong report later. */
function addOrder(body: PixelEventBody, given: Fields, issues: Issues): void {
  const eventId = strictText(given, 'eventId', MAX_ID, issues);
  const orderId = strictText(given, 'orderId', MAX_ID, issues);
  const value = strictCents(given, 'value', issues);
  const creatorCode = strictText(given, 'creatorCode', MAX_ID, issues);
  const discountCode = strictText(given, 'discountCode', MAX_ID, issues);
  if (eventId !== undefined) body.eventId = eventId;
  if (orderId !== undefined) body.orderId = orderId;
  if (value !== undefined) body.value = value;
  if (creatorCode !== undefined) body.creatorCode = creatorCode;
  if (discountCode !== undefined) body.discountCode = discountCode;
  const { currency, actionSource, properties } = given;
  if (currency !== undefined && currency !== null) {
    const code = typeof currency === 'string' ? currency.toLowerCase() : '';
    if (isCurrency(code)) body.currency = code;
    else issues.add('/currency', 'Must be a currency of ISO 4217 that is in use, such as usd.');
  }
  if (actionSource !== undefined && actionSource !== null) {
    if (typeof actionSource === 'string' && ACTION_SOURCES.has(actionSource))
      body.actionSource = actionSource;
    else issues.add('/actionSource', `Must be one of ${[...ACTION_SOURCES].join(', ')}.`);
  }
  if (properties !== undefined && properties !== null) {
    const parsed = parseProperties(properties, issues);
    if (parsed) body.properties = parsed;
  }
}

/**
 * Adds where the visitor came from: the URL's own link parameters, the stored landing, and the platforms'
 * cookies.
 */
function addOrigins(body: PixelEventBody, given: Fields, pageUrl: string | undefined, now: number): void {
  const kept = isObject(given.landing) ? given.landing : undefined;
  const keptAt = kept ? moment(kept.at) : Number.NaN;
  const landedAt = Number.isNaN(keptAt) ? moment(given.landedAt) : keptAt;
  if (landedAt > 0) body.landedAt = Math.min(landedAt, now);
  if (kept) {
    const landing = toLanding(kept, body.landedAt ?? now);
    if (landing) body.landing = landing;
  }
  const here = pageUrl?.includes('?') ? linkParameters(pageUrl) : undefined;
  // The same click keeps the same time, however often it is reported.
  const clickedAt = here?.fbclid !== undefined && here.fbclid === kept?.fbclid ? (body.landedAt ?? now) : now;
  const own = here && toLanding(here, clickedAt);
  const serviceId = text(given.serviceId, MAX_ID) ?? own?.serviceId;
  const campaign = text(given.campaign, MAX_ID) ?? own?.campaign;
  const attributionId = text(given.attributionId, MAX_ID);
  const clickId = text(given.clickId, MAX_CLICK_ID);
  if (serviceId !== undefined) body.serviceId = serviceId;
  if (campaign !== undefined) body.campaign = campaign;
  if (attributionId !== undefined) body.attributionId = attributionId;
  if (clickId !== undefined) body.clickId = clickId;
  const clickIds: ClickIds = { ...own?.clickIds };
  if (Array.isArray(given.cookies)) addCookies(clickIds, given.cookies);
  if (isObject(given.clickIds)) {
    for (const name of CLICK_ID_NAMES) {
      const value = text(given.clickIds[name], MAX_CLICK_ID);
      if (value !== undefined) clickIds[name] = value;
    }
  }
  if (hasAny(clickIds)) body.clickIds = clickIds;
}

/**
 * Adds the platforms' own first-party cookies, as `name=value`; they are more reliable than our own values.
 */
function addCookies(clickIds: ClickIds, cookies: unknown[]): void {
  for (const pair of cookies.slice(0, 8)) {
    const found = typeof pair === 'string' ? /^_(fbc|fbp|ttp|scid)=(.+)$/.exec(pair) : null;
    const value = decoded(found?.[2], MAX_CLICK_ID);
    if (value !== undefined) clickIds[found![1] as 'fbc' | 'fbp' | 'ttp' | 'scid'] = value;
  }
}
