// A browser's report of an event is a claim. Anybody can make one, so it counts only for what it knows of the event.
import { HOUR_MS } from '../../../kit/time.ts';
import {
  type Consent,
  dedupeKeys,
  type PixelEventBody,
  strictestConsent,
} from '../../../pixel/event-body.ts';
import { forgetVisitor } from '../../../pixel/forget-visitor.ts';
import type { Statement } from './merge-statements.ts';
import type { Reports } from './reports.ts';

/**
 * Link fields that name the submission or campaign, not the visitor. If a server's or shop's report has consent, they
 * stay even when another report refuses it, as does the same part of a kept landing.
 */
const NAMES_SUBMISSION = ['serviceId', 'campaign', 'landedAt'] as const satisfies (keyof PixelEventBody)[];
/** How long before the order a browser's report may be received. */
const BEFORE_ORDER_MS = HOUR_MS;
/** The most claims that are kept for one event. */
const MOST_CLAIMS = 8;

/** A browser's report. Times are in milliseconds. */
export interface Claim {
  id: string;
  receivedAt: number;
  occurredAt: number;
  body: PixelEventBody;
}

/** The claims of another event that name one of these keys. */
export function claimsNaming(
  name: string,
  { claims }: Pick<Reports, 'claims'>,
  keys: readonly string[],
): Claim[] {
  return claims.filter(({ body }) => dedupeKeys({ name, body }).some((key) => keys.includes(key)));
}

/**
 * Merges the claims of one event. A claim without consent takes what requires consent out of those that share a key with
 * it, unless they were received more than an hour later: somebody who refuses an order before it exists has guessed its
 * number.
 */
export function joinClaims(name: string, one: readonly Claim[], other: readonly Claim[]): Claim[] {
  const sorted = [...one, ...other].sort((a, b) => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1));
  const kept: Claim[] = [];
  const last = new Map<string, number>();
  for (const claim of sorted) {
    if (kept.some(({ id }) => id === claim.id)) continue;
    const content = JSON.stringify(claim.body);
    const before = last.get(content);
    // A page that is reloaded reports the same again.
    if (before !== undefined && claim.receivedAt - before < BEFORE_ORDER_MS) continue;
    last.set(content, claim.receivedAt);
    kept.push(claim);
  }
  while (kept.length > MOST_CLAIMS) kept.splice(closest(kept), 1);
  const refusals = kept
    .filter(({ body }) => body.consent !== 'granted')
    .map(({ receivedAt, body }) => ({
      until: receivedAt + BEFORE_ORDER_MS,
      keys: dedupeKeys({ name, body }),
    }));
  return kept.map((claim) => {
    const isRefused = refusals.some(
      ({ until, keys }) =>
        claim.receivedAt <= until && claimsNaming(name, { claims: [claim] }, keys).length > 0,
    );
    return isRefused && claim.body.consent === 'granted' ? { ...claim, body: forgotten(claim.body) } : claim;
  });
}

/**
 * Picks the later of the two closest claims for removal, so that a sender that floods an order mostly removes its own
 * claims.
 */
function closest(claims: Claim[]): number {
  let found = 1;
  const gap = (at: number) => claims[at]!.receivedAt - claims[at - 1]!.receivedAt;
  for (let at = 2; at < claims.length; at++) if (gap(at) <= gap(found)) found = at;
  return found;
}

/**
 * The claims that may belong to the event. Once a server or shop has reported it, only claims with one of its keys
 * count (of the shop's, if both have), and only if they were received at most an hour before it happened: anybody who
 * reports an order before it exists has guessed its number.
 */
export function eligibleClaims(name: string, { claims, shop, server }: Reports): Claim[] {
  const told = shop ?? server;
  if (!told) return claims;
  return claimsNaming(name, { claims }, told.keys).filter(({ receivedAt }) => isOfTheOrder(told, receivedAt));
}

/** Whether a browser's report that was received at that time can be about the order. */
export function isOfTheOrder({ firstAt }: Pick<Statement, 'firstAt'>, receivedAt: number): boolean {
  return receivedAt >= firstAt - BEFORE_ORDER_MS;
}

/**
 * The strictest consent in an event's reports; null if none says anything, because a shop's order without our cart
 * attribute says nothing of consent. Claims that do not belong to the event are not asked.
 */
export function consentOf(name: string, reports: Reports): Consent | null {
  const { server, shop } = reports;
  const said = [...eligibleClaims(name, reports), ...(server ? [server] : []), ...(shop ? [shop] : [])]
    .map(({ body }) => body)
    .filter(({ order, consent }) => !order || consent !== 'unknown')
    .map(({ consent }) => consent);
  return said.length === 0 ? null : strictestConsent(said);
}

/** A report without what requires consent. @param own the consent of the report itself. */
export function forgotten(body: PixelEventBody, own: Consent = 'denied'): PixelEventBody {
  const out = structuredClone(body);
  forgetVisitor(out);
  if (own === 'granted') {
    for (const field of NAMES_SUBMISSION)
      if (body[field] !== undefined) Object.assign(out, { [field]: body[field] });
    if (body.landing) {
      const { clickIds: _clickIds, ...link } = body.landing;
      out.landing = link;
    }
  }
  return out;
}
