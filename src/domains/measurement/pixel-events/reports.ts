// What several reports of one event say of it, kept apart: what a browser says is a claim, what a server or a shop says is
// not. The event as it is shown, its value and whose credit it is are worked out of them anew with each report, so that
// they end the same in whichever order the reports came.

import { HOUR_MS } from '../../../kit/time.ts';
import {
  type Consent,
  dedupeKeys,
  type PixelEventBody,
  strictestConsent,
} from '../../../pixel/event-body.ts';
import { forgetVisitor } from '../../../pixel/forget-visitor.ts';
import { mergeStatements, type Statement } from './merge-statements.ts';
import type { StoredEvent } from './plan-types.ts';

/** What a browser says. Times are milliseconds. */
export interface Claim {
  id: string;
  receivedAt: number;
  occurredAt: number;
  body: PixelEventBody;
}

export interface Reports {
  /** In the order of their receipt. */
  claims: Claim[];
  server?: Statement;
  shop?: Statement;
}

/** One report as it came. */
export interface Report {
  id: string;
  name: string;
  receivedAt: number;
  occurredAt: number;
  body: PixelEventBody;
}

/** Whose word decides a value or a credit. */
export type Decider = PixelEventBody['source'];

/** How long before the order a browser's word on it may be received. */
const BEFORE_ORDER_MS = HOUR_MS;
/** So many claims are kept of one event. */
const MOST_CLAIMS = 8;
/** The link that a server named with its own consent: it names the work, and not the visitor. */
const NAMES_SUBMISSION = ['serviceId', 'campaign', 'landedAt'] as const satisfies (keyof PixelEventBody)[];

/** The reports of one event: of one that was reported once, that one. */
export function reportsOf(event: Pick<StoredEvent, 'reports'> & Report): Reports {
  return event.reports ?? reportOf(event);
}

export function reportOf({ id, name, receivedAt, occurredAt, body }: Report): Reports {
  const { source } = body;
  if (source === 'browser') return { claims: [{ id, receivedAt, occurredAt, body }] };
  const keys = dedupeKeys({ name, body });
  return { claims: [], [source]: { receivedAt, firstAt: occurredAt, keys, body, stamps: {} } };
}

/** Both as reports of one event. Joining the same again gives back the very same. */
export function joinReports(one: Reports, other: Reports): Reports {
  // One report that says no has what it forbids taken out of all.
  const isGranted = [one, other].every((reports) => strictest(reports) === 'granted');
  const [first, second] = isGranted ? [one, other] : [withoutVisitor(one), withoutVisitor(other)];
  const joined: Reports = { claims: joinClaims(first.claims, second.claims) };
  for (const who of ['server', 'shop'] as const) {
    const [a, b] = [first[who], second[who]];
    if (a && b) joined[who] = ofOneMind(mergeStatements(a, b));
    else if (a || b) joined[who] = (a ?? b)!;
  }
  return joined;
}

/** The claims of another event that name one of these keys. */
export function claimsNaming(
  name: string,
  { claims }: Pick<Reports, 'claims'>,
  keys: readonly string[],
): Claim[] {
  return claims.filter(({ body }) => dedupeKeys({ name, body }).some((key) => keys.includes(key)));
}

/** Whether a server or shop has named this key of the event; before that, no name is refused. */
export function isNamed({ server, shop }: Reports, key: string): boolean {
  if (!server && !shop) return true;
  return [server, shop].some((statement) => statement?.keys.includes(key));
}

function joinClaims(one: Claim[], other: Claim[]): Claim[] {
  const sorted = [...one, ...other].sort((a, b) => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1));
  const kept: Claim[] = [];
  const last = new Map<string, number>();
  for (const claim of sorted) {
    if (kept.some(({ id }) => id === claim.id)) continue;
    const content = JSON.stringify(claim.body);
    const before = last.get(content);
    // A page that is loaded again says the same again.
    if (before !== undefined && claim.receivedAt - before < BEFORE_ORDER_MS) continue;
    last.set(content, claim.receivedAt);
    kept.push(claim);
  }
  while (kept.length > MOST_CLAIMS) kept.splice(closest(kept), 1);
  return kept;
}

/** The later of the two claims that are closest together goes: a sender that floods an order thins out its own claims. */
function closest(claims: Claim[]): number {
  let found = 1;
  const gap = (at: number) => claims[at]!.receivedAt - claims[at - 1]!.receivedAt;
  for (let at = 2; at < claims.length; at++) if (gap(at) <= gap(found)) found = at;
  return found;
}

export interface View {
  body: PixelEventBody;
  occurredAt: number;
  /** Whose words on the credit are asked, one after the other. */
  deciders: { by: Decider; body: PixelEventBody }[];
  /** Every page that the event is said to have happened on. */
  pages: string[];
  /** When it was received from whoever vouches for it, else from the first browser. */
  receivedAt: number;
  /** Who says what it is worth; null when nobody does. */
  valueBy: Decider | null;
  /** Who vouches for it; null while browsers alone say so. */
  confirmedBy: Decider | null;
}

/** The event as all of them together say it was. */
export function viewOf({ name }: Pick<Report, 'name'>, reports: Reports): View {
  const told = [reports.shop, reports.server].filter((one) => one !== undefined);
  const claims = eligibleClaims(name, reports);
  const bodies = [...told, ...claims].map(({ body }) => body);
  const first = claims.find(({ body }) => !body.bot) ?? claims[0];
  const body = fill(told.map((one) => one.body));
  if (first) {
    // Only one browser is asked where the visitor came from. No browser decides what a sale is worth.
    const claimed = told.length === 0 ? fill(claims.map(({ body }) => body)) : withoutValue(first.body);
    Object.assign(body, first.body.pageUrl === undefined ? {} : { pageUrl: first.body.pageUrl });
    Object.assign(body, fill([body, withVisitorOf(first.body, claimed)]));
  }
  body.source = firstSource(reports);
  body.consent = strictest(reports);
  const bots = bodies.length > 0 && bodies.every(({ bot }) => bot);
  if (bots) body.bot = true;
  else delete body.bot;
  if (bodies.some(({ allowedOrigin }) => allowedOrigin)) body.allowedOrigin = true;
  const confirmed = told.flatMap((one) => one.body.confirmedAt ?? []);
  if (confirmed.length > 0) body.confirmedAt = Math.min(...confirmed);
  if (body.consent !== 'granted') forgetVisitor(body);
  const deciders = told.map((one) => ({ by: one.body.source, body: one.body }));
  if (first && !first.body.bot) deciders.push({ by: 'browser', body: first.body });
  return {
    body,
    occurredAt: told[0]?.firstAt ?? first?.occurredAt ?? 0,
    deciders,
    receivedAt: told[0]?.receivedAt ?? first?.receivedAt ?? 0,
    valueBy:
      body.value === undefined
        ? null
        : (told.find((one) => one.body.value !== undefined)?.body.source ?? 'browser'),
    confirmedBy: told[0]?.body.source ?? null,
    pages: [...told, ...(first ? [first] : [])].flatMap((one) => one.body.pageUrl ?? []),
  };
}

/**
 * The claims that may be of this event: of one that a server or shop has named, only those that name it by the same name,
 * and were received no earlier than an hour before its own time. What is sent for an order that does not exist yet is a
 * guess at its number.
 */
function eligibleClaims(name: string, { claims, shop, server }: Reports): Claim[] {
  const told = shop ?? server;
  if (!told) return claims;
  const keys = [...(shop?.keys ?? []), ...(server?.keys ?? [])];
  return claimsNaming(name, { claims }, keys).filter(({ receivedAt }) => isOfTheOrder(told, receivedAt));
}

/** Whether what a browser said at that time can be of the order. */
export function isOfTheOrder({ firstAt }: Pick<Statement, 'firstAt'>, receivedAt: number): boolean {
  return receivedAt >= firstAt - BEFORE_ORDER_MS;
}

/** What the first has, and what it lacks from those behind it. */
function fill(bodies: PixelEventBody[]): PixelEventBody {
  const out = { ...bodies[0] } as PixelEventBody;
  for (const body of bodies.slice(1)) {
    // A value and its currency belong together, and so do the parts of a link.
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
    // Two reports that name different countries are not mixed.
    const [one, other] = [out.location?.country, body.location?.country];
    if (out.location && body.location && (one === other || !one || !other))
      out.location = { ...body.location, ...out.location };
  }
  return out;
}

const LINK: readonly (keyof PixelEventBody)[] = ['serviceId', 'campaign', 'landing', 'landedAt'];
const linkOf = (body: PixelEventBody) =>
  body.serviceId !== undefined || body.campaign !== undefined || body.landing !== undefined;

/** What leads to the visitor and to whom the sale is credited, as one body says it. */
const VISITOR: readonly (keyof PixelEventBody)[] = [
  ...LINK,
  'attributionId',
  'clickId',
  'clickIds',
  'user',
  'creatorCode',
  'discountCode',
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

const strictest = (reports: Reports): Consent =>
  strictestConsent(bodiesOf(reports).map(({ consent }) => consent));

/** What one report of a sender brought is taken out where another of its own says no. */
function ofOneMind(statement: Statement): Statement {
  const { body } = statement;
  return body.consent === 'granted' ? statement : { ...statement, body: forgotten(body) };
}

function withoutVisitor(reports: Reports): Reports {
  const claims = reports.claims.map((claim) => ({ ...claim, body: forgotten(claim.body) }));
  const out: Reports = { claims };
  for (const who of ['server', 'shop'] as const) {
    const statement = reports[who];
    if (statement) out[who] = { ...statement, body: forgotten(statement.body, statement.body.consent) };
  }
  return out;
}

function forgotten(body: PixelEventBody, own: Consent = 'denied'): PixelEventBody {
  const out = structuredClone(body);
  forgetVisitor(out);
  if (own === 'granted')
    for (const field of NAMES_SUBMISSION)
      if (body[field] !== undefined) Object.assign(out, { [field]: body[field] });
  return out;
}

/** What is asked of an event to count it. Of most there was one report. */
export function saleOf(event: StoredEvent): Pick<View, 'pages' | 'receivedAt' | 'valueBy' | 'confirmedBy'> {
  if (event.reports) return viewOf(event, event.reports);
  const { source, pageUrl, value } = event.body;
  return {
    pages: pageUrl === undefined ? [] : [pageUrl],
    receivedAt: event.receivedAt,
    valueBy: value === undefined ? null : source,
    confirmedBy: source === 'browser' ? null : source,
  };
}
