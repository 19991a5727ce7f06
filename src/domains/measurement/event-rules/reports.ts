// Keeps the reports of one event apart. A browser's report is an unverified claim; a server's or shop's is trusted. The
// shown event, its value and its credit are calculated from all of them again with each report, so the result does not
// depend on the order of arrival.

import { dedupeKeys, type PixelEventBody } from '../../../pixel/event-body.ts';
import { forgetVisitor } from '../../../pixel/forget-visitor.ts';
import { type Claim, consentOf, eligibleClaims, forgotten, joinClaims } from './claim.ts';
import { mergeStatements, type Statement } from './merge-statements.ts';
import type { StoredEvent } from './plan-types.ts';

export interface Reports {
  /** In the order in which they were received. */
  claims: Claim[];
  server?: Statement;
  shop?: Statement;
}

/** One report as it was received. */
export interface Report {
  id: string;
  name: string;
  receivedAt: number;
  occurredAt: number;
  body: PixelEventBody;
}

/** The source whose report decides a value or a credit. */
export type Decider = PixelEventBody['source'];

/** An event's reports. If there was only one, it is derived from the event itself. */
export function reportsOf(event: Pick<StoredEvent, 'reports'> & Report): Reports {
  return event.reports ?? reportOf(event);
}

export function reportOf({ id, name, receivedAt, occurredAt, body }: Report): Reports {
  const { source } = body;
  if (source === 'browser') return { claims: [{ id, receivedAt, occurredAt, body }] };
  const keys = dedupeKeys({ name, body });
  return { claims: [], [source]: { receivedAt, firstAt: occurredAt, keys, body, stamps: {} } };
}

/** Merges two sets of reports of one event. Merging the same reports again changes nothing. */
export function joinReports(name: string, one: Reports, other: Reports): Reports {
  const joined: Reports = { claims: joinClaims(name, one.claims, other.claims) };
  for (const who of ['server', 'shop'] as const) {
    const [a, b] = [one[who], other[who]];
    if (a && b) joined[who] = mergeStatements(a, b);
    else if (a || b) joined[who] = (a ?? b)!;
  }
  return withConsent(name, joined);
}

/**
 * Removes what requires consent once a server refuses it, or a browser whose report belongs to the event. What browsers
 * said is only removed for a server, and for a browser that shares a key with them: see joinClaims.
 */
function withConsent(name: string, reports: Reports): Reports {
  if ((consentOf(name, reports) ?? 'granted') === 'granted') return reports;
  const out: Reports = { ...reports };
  if (reports.server && reports.server.body.consent !== 'granted')
    out.claims = reports.claims.map((claim) => ({ ...claim, body: forgotten(claim.body) }));
  for (const who of ['server', 'shop'] as const) {
    const statement = reports[who];
    if (statement) out[who] = { ...statement, body: forgotten(statement.body, statement.body.consent) };
  }
  return out;
}

/** Whether reports only differ in when the shop's order was read. */
export function isReadAgain(one: Reports, other: Reports): boolean {
  const text = (reports: Reports) => JSON.stringify(reports, (key, value) => (key === 'readAt' ? 0 : value));
  return one.shop?.body.order?.readAt !== other.shop?.body.order?.readAt && text(one) === text(other);
}

/**
 * Whether a server or shop has named this key for the event. As long as neither has reported it, every key is accepted.
 */
export function isNamed({ server, shop }: Reports, key: string): boolean {
  if (!server && !shop) return true;
  return [server, shop].some((statement) => statement?.keys.includes(key));
}

export interface View {
  body: PixelEventBody;
  occurredAt: number;
  /** The reports that decide the credit, in the order in which they are asked. */
  deciders: { by: Decider; body: PixelEventBody }[];
  /** Every page that a report names for the event. */
  pages: string[];
  /** When the shop's order was made, or else when the server or the first browser reported it. */
  receivedAt: number;
  /** The source that decides the value; null when no report has one. */
  valueBy: Decider | null;
  /** The source that confirmed it; null while only browsers have reported it, or its shop says that it is not paid. */
  confirmedBy: Decider | null;
}

/** Once a shop reports an order, it alone confirms it. */
export function confirmedBy({ shop, server }: Reports): Decider | null {
  if (shop) return shop.body.confirmedAt === undefined ? null : 'shop';
  return server ? 'server' : null;
}

/** Calculates the event from all its reports. */
export function viewOf({ name }: Pick<Report, 'name'>, reports: Reports): View {
  const told = [reports.shop, reports.server].filter((one) => one !== undefined);
  const claims = eligibleClaims(name, reports);
  const bodies = [...told, ...claims].map(({ body }) => body);
  const first = claims.find(({ body }) => !body.bot) ?? claims[0];
  const body = fill(told.map((one) => one.body));
  if (first) {
    // Only one browser's report tells where the visitor came from. No browser's report decides the value of a confirmed
    // sale.
    const claimed = told.length === 0 ? fill(claims.map(({ body }) => body)) : withoutValue(first.body);
    Object.assign(body, first.body.pageUrl === undefined ? {} : { pageUrl: first.body.pageUrl });
    Object.assign(body, fill([body, withVisitorOf(first.body, claimed)]));
  }
  body.source = firstSource(reports);
  body.consent = consentOf(name, reports) ?? 'unknown';
  const bots = bodies.length > 0 && bodies.every(({ bot }) => bot);
  if (bots) body.bot = true;
  else delete body.bot;
  if (bodies.some(({ allowedOrigin }) => allowedOrigin)) body.allowedOrigin = true;
  const paidAt = told[0]?.body.confirmedAt;
  if (paidAt === undefined) delete body.confirmedAt;
  else body.confirmedAt = paidAt;
  if (body.consent !== 'granted') forgetVisitor(body);
  const deciders = told.map((one) => ({ by: one.body.source, body: one.body }));
  if (first && !first.body.bot) {
    const said = consentOf(name, reports) === 'granted' ? first.body : forgotten(first.body);
    deciders.push({ by: 'browser', body: said });
  }
  return {
    body,
    occurredAt: told[0]?.firstAt ?? first?.occurredAt ?? 0,
    deciders,
    receivedAt: reports.shop?.firstAt ?? reports.server?.receivedAt ?? first?.receivedAt ?? 0,
    valueBy:
      body.value === undefined
        ? null
        : (told.find((one) => one.body.value !== undefined)?.body.source ?? 'browser'),
    confirmedBy: confirmedBy(reports),
    pages: [...told, ...(first ? [first] : [])].flatMap((one) => one.body.pageUrl ?? []),
  };
}

/** Takes the first body and fills its gaps from the following ones. */
function fill(bodies: PixelEventBody[]): PixelEventBody {
  const out = { ...bodies[0] } as PixelEventBody;
  for (const body of bodies.slice(1)) {
    // A value and its currency are taken together, and so are the parts of a link.
    const { currency } = out;
    const lacksValue = out.value === undefined && body.value !== undefined;
    const hasLink = linkOf(out);
    for (const key of Object.keys(body) as (keyof PixelEventBody)[]) {
      if (out[key] !== undefined) continue;
      if (hasLink && LINK.includes(key)) continue;
      Object.assign(out, { [key]: body[key] });
    }
    if (lacksValue && body.currency !== undefined) out.currency = body.currency;
    else if (!lacksValue && currency === undefined && out.value !== undefined && body.value !== undefined)
      delete out.currency;
    if (out.user && body.user) out.user = { ...body.user, ...out.user };
    if (out.clickIds && body.clickIds) out.clickIds = { ...body.clickIds, ...out.clickIds };
    // Locations in different countries are not mixed.
    const [one, other] = [out.location?.country, body.location?.country];
    if (out.location && body.location && (one === other || !one || !other))
      out.location = { ...body.location, ...out.location };
  }
  return out;
}

const LINK: readonly (keyof PixelEventBody)[] = ['serviceId', 'campaign', 'landing', 'landedAt'];
const linkOf = (body: PixelEventBody) =>
  body.serviceId !== undefined || body.campaign !== undefined || body.landing !== undefined;

/** The fields that identify the visitor or decide the credit. They are always taken from one body. */
const VISITOR: readonly (keyof PixelEventBody)[] = [
  ...LINK,
  'attributionId',
  'clickId',
  'clickIds',
  'user',
  'creatorCode',
  'discountCode',
  'discountCodes',
];

function withVisitorOf(first: PixelEventBody, claimed: PixelEventBody): PixelEventBody {
  const out = { ...claimed };
  for (const key of VISITOR) {
    if (first[key] === undefined) delete out[key];
    else Object.assign(out, { [key]: first[key] });
  }
  return out;
}

function withoutValue(body: PixelEventBody): PixelEventBody {
  const { value: _value, currency: _currency, ...rest } = body;
  return rest;
}

function all({ claims, server, shop }: Reports): { receivedAt: number; body: PixelEventBody }[] {
  return [shop, server, ...claims].filter((one) => one !== undefined);
}

export function bodiesOf(reports: Reports): PixelEventBody[] {
  return all(reports).map(({ body }) => body);
}

function firstSource(reports: Reports): PixelEventBody['source'] {
  return all(reports).reduce((a, b) => (b.receivedAt < a.receivedAt ? b : a)).body.source;
}

/** The facts that are needed to count an event. Most events have a single report. */
export function saleOf(event: StoredEvent): Pick<View, 'pages' | 'receivedAt' | 'valueBy' | 'confirmedBy'> {
  if (event.reports || event.body.order) return viewOf(event, reportsOf(event));
  const { source, pageUrl, value } = event.body;
  return {
    pages: pageUrl === undefined ? [] : [pageUrl],
    receivedAt: event.receivedAt,
    valueBy: value === undefined ? null : source,
    confirmedBy: source === 'browser' ? null : source,
  };
}
