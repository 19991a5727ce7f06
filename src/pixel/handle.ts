// The pixel's endpoints, answered without the API: no router, no schema library, no query builder.

import type { Bindings } from '../env.ts';
import * as clock from '../kit/clock.ts';
import { drainUnread } from '../kit/drain.ts';
import { AppError } from '../kit/error.ts';
import { newRequestId } from '../kit/ids.ts';
import { jsonIssue } from '../kit/json.ts';
import { networkOf } from '../kit/network.ts';
import { imageAnswer, preflightAnswer, refusal, scriptAnswer, taken } from './answer.ts';
import type { IncomingEvent } from './event-body.ts';
import { httpUrl, Issues, isObject } from './fields.ts';
import { beaconInQuery } from './image.ts';
import { dayFull, isDayFull, maySend, tooMany } from './limits.ts';
import { nameNetwork } from './name-network.ts';
import { parseEvent } from './parse-event.ts';
import { isAllowedOrigin, type PixelConfig, pixelConfig } from './pixel-config.ts';
import { type Beacon, readBeacon } from './read-body.ts';
import { flushRejections, noteRejection, type RejectionReason } from './rejections.ts';
import { renewedCookie } from './renew-cookie.ts';
import { sendEvents } from './send.ts';
import { type Visitor, visitorOf, type Way } from './visitor.ts';

/**
 * /px/<pixel>.js, and p.js, shop.js, e and e.gif below /px/<pixel> or /px/<pixel>/fp/<token> (behind a customer's
 * proxy), and e below /px/<pixel>/sandbox/<key> (from a sandboxed frame).
 */
const ROUTE =
  /^\/px\/(pxl_[0-9a-z]{26})(?:(\.js)|(\/fp(?:\/([0-9A-Za-z]{16,64}))?)?\/(p\.js|shop\.js|e|e\.gif)|\/sandbox\/([0-9A-Za-z]{16,64})\/(e))$/;
const METHODS = { script: ['GET', 'HEAD'], e: ['POST'], 'e.gif': ['GET'] };
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** What the pixel needs of its Worker: see wrangler.pixel.toml. */
export type PixelEnv = Pick<Bindings, 'DB' | 'PIXEL_EVENTS' | 'BEACONS'>;

/** Never rejects. */
export async function handlePixel(request: Request, env: PixelEnv, ctx: ExecutionContext): Promise<Response> {
  const given = request.headers.get('request-id');
  const own = given !== null && REQUEST_ID.test(given) ? given : null;
  try {
    return await route(request, env, ctx, own);
  } catch (error) {
    return refusal(error, own ?? newRequestId(clock.now()));
  } finally {
    await drainUnread(request);
  }
}

/** @param own The request ID that the caller sent. */
async function route(
  request: Request,
  env: PixelEnv,
  ctx: ExecutionContext,
  own: string | null,
): Promise<Response> {
  const path = pathOf(request.url);
  const match = ROUTE.exec(path);
  if (!match) throw new AppError('not_found', 'No such endpoint.');
  const end = match[5] ?? match[7];
  const methods = METHODS[end === 'e' || end === 'e.gif' ? end : 'script'];
  if (request.method === 'OPTIONS') return preflightAnswer(methods.join(', '), requestIdOf(own));
  if (!methods.includes(request.method)) {
    const allowed = `${methods.join(', ')}, OPTIONS`;
    throw new AppError('method_not_allowed', `${path} takes ${allowed}.`, { headers: { Allow: allowed } });
  }
  flushRejections(clock.now(), env, ctx);
  if (end !== 'e' && end !== 'e.gif') return scriptAnswer(request, end === 'shop.js', requestIdOf(own));
  const proxied = match[3] !== undefined;
  const to: Address = { pixelId: match[1]!, proxied, token: match[4], sandboxKey: match[6], end };
  const taking = take(request, env, ctx, to, own);
  // If the visitor leaves the page now, the event must still be handled.
  ctx.waitUntil(taking.catch(() => undefined));
  return await taking;
}

interface Address {
  pixelId: string;
  proxied: boolean;
  /** The token by which the customer's proxy proves that its headers can be trusted. */
  token: string | undefined;
  /** The key that a frame without an origin sends instead of one. */
  sandboxKey: string | undefined;
  end: 'e' | 'e.gif';
}

async function take(
  request: Request,
  env: PixelEnv,
  ctx: ExecutionContext,
  to: Address,
  own: string | null,
): Promise<Response> {
  const now = clock.now();
  const found = pixelConfig(to.pixelId, env, ctx, now, async () => {
    if (!(await maySend(env, 'look-up', networkOf(request.headers.get('cf-connecting-ip') ?? ''), 1)))
      throw tooMany();
  });
  const config = found instanceof Promise ? await found : found;
  if (config === null) return taken(204, requestIdOf(own));
  const way = wayOf(to, config);
  const visitor = visitorOf(request, way);
  const refuse: Refuse = (reason, origin = visitor.origin) =>
    noteRejection({ pixel: to.pixelId, config, origin, reason }, now, env, ctx);
  if (config.archived) {
    refuse('archived');
    return taken(204, requestIdOf(own));
  }
  const count = async (events: number) => {
    if (await maySend(env, to.pixelId, visitor.network, events)) return;
    refuse('rate_limited');
    throw tooMany();
  };
  const refuseInvalid = (error: unknown): never => {
    refuse('invalid');
    throw error;
  };
  // Before the body is read, a request counts as one event; further events of a batch are counted once it is
  // read.
  await count(1);
  const sandboxed = visitor.origin === null && to.sandboxKey !== undefined;
  const unfit = sandboxed ? keyIssue(config, to.sandboxKey) : originIssue(config, visitor.origin);
  if (unfit !== null) {
    refuse(unfit);
    return taken(204, requestIdOf(own));
  }
  if (isDayFull(config, now)) {
    refuse('daily_limit');
    throw dayFull(now);
  }
  const beacon = await read(request, to.end).catch(refuseInvalid);
  if (beacon.events.length > 1) await count(beacon.events.length - 1);
  const admits = (event: unknown) => !sandboxed || isOnItsPages(event, config, refuse);
  const { events, landing } = await parseAll(beacon, to.pixelId, visitor, now, admits).catch(refuseInvalid);
  if (events.length === 0) return taken(204, requestIdOf(own));
  if (isExcluded(config, visitor)) refuse('excluded_country');
  else await sendEvents(events, config, nameNetwork(config, visitor.network, now), env, beacon.length);
  // The event's own random part also makes a request ID, so a log line leads to the event.
  const requestId = own ?? `req_${events[0]!.id.slice('pev_'.length)}`;
  if (to.end === 'e.gif') return imageAnswer(requestId);
  const site = way === 'proxy' ? visitor.origin : null;
  return taken(202, requestId, site === null ? null : renewedCookie(landing, site, now));
}

type Refuse = (reason: RejectionReason, origin?: string | null) => void;

function originIssue(config: PixelConfig, origin: string | null): RejectionReason | null {
  if (origin === null) return 'no_origin';
  return isAllowedOrigin(config, origin) ? null : 'foreign_origin';
}

function keyIssue(config: PixelConfig, key: string | undefined): RejectionReason | null {
  return key === config.sandboxKey ? null : 'wrong_sandbox_key';
}

/** Whether a sandboxed frame's event names a page on the pixel's domains; if not, it is counted as refused. */
function isOnItsPages(event: unknown, config: PixelConfig, refuse: Refuse): boolean {
  const pageUrl = isObject(event) ? httpUrl(event.pageUrl) : undefined;
  const origin = pageUrl !== undefined && URL.canParse(pageUrl) ? new URL(pageUrl).origin : null;
  const unfit = originIssue(config, origin);
  if (unfit !== null) refuse(unfit, origin);
  return unfit === null;
}

function wayOf({ proxied, token }: Address, config: PixelConfig): Way {
  if (!proxied) return 'straight';
  return token !== undefined && token === config.proxyToken ? 'proxy' : 'stranger';
}

function requestIdOf(own: string | null): string {
  return own ?? newRequestId(clock.now());
}

async function read(request: Request, end: Address['end']): Promise<Beacon> {
  return end === 'e' ? await readBeacon(request) : beaconInQuery(request.url);
}

/**
 * The valid events of a beacon, and the landing that the script stores for a visitor who has agreed. Throws
 * invalid_request when no event is valid; there may be none if `admits` turns some away.
 */
async function parseAll(
  beacon: Beacon,
  pixelId: string,
  visitor: Visitor,
  now: number,
  admits: (event: unknown) => boolean,
): Promise<{ events: IncomingEvent[]; landing: unknown }> {
  const events: IncomingEvent[] = [];
  const refused: Issues['list'] = [];
  let landing: unknown;
  for (let i = 0; i < beacon.events.length; i++) {
    if (!admits(beacon.events[i])) continue;
    const issues = new Issues(beacon.isArray ? `/${i}` : '');
    const hostile = jsonIssue(beacon.events[i], beacon.isArray ? 1 : 0);
    if (hostile) issues.add(hostile.path, hostile.message, hostile.code);
    const event = hostile ? null : parseEvent(beacon.events[i], pixelId, visitor, now, issues);
    if (event) events.push(event);
    if (event?.body.consent === 'granted') landing ??= (beacon.events[i] as { landing?: unknown }).landing;
    else refused.push(...issues.list);
  }
  if (events.length === 0 && refused.length > 0) {
    throw new AppError('invalid_request', 'No event in the body is valid.', {
      details: refused.slice(0, 50),
    });
  }
  return { events, landing };
}

function isExcluded(config: PixelConfig, visitor: Visitor): boolean {
  if (config.excludedCountries.size === 0) return false;
  return visitor.country === null || config.excludedCountries.has(visitor.country);
}

function pathOf(url: string): string {
  const start = url.indexOf('/', 8);
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
