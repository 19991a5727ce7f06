// The checks before a route reads its input: who calls, how often, and whether a query is allowed.
import { type Actor, readingOnly } from '../auth/actor.ts';
import {
  authenticate,
  authenticateStaff,
  type Credentials,
  type Caller as IdentifiedCaller,
} from '../auth/authenticate.ts';
import { vars } from '../env.ts';
import { AppError } from '../kit/error.ts';
import { namedClient, requireClient } from './client.ts';
import type { KeyAccess } from './define-route.ts';
import type { C } from './hono-env.ts';
import { permit, permitScope } from './permit.ts';
import type { Route } from './route.ts';

const EXPOSED_HEADERS =
  'Idempotency-Replayed, RateLimit-Policy, Request-Id, Retry-After, Service-Version, WWW-Authenticate';

/** An actor for a key, a name for a staff member; neither on an open route. */
export interface Caller {
  actor?: Actor;
  staff?: string;
}

/** The quota that a request counts against, as the RateLimit-Policy header. */
export function ratePolicy(writing: boolean): string {
  return writing ? '"writes";q=250;w=10' : '"reads";q=1000;w=10';
}

/**
 * Lets a request in. Throws for callers without permission or over their limit, and for a query that the
 * route does not take.
 */
export async function admit(c: C, route: Route): Promise<Caller> {
  const { access } = route;
  const caller: Caller = {};
  if (access.kind === 'key') caller.actor = await callerOf(c, route, access);
  if (access.kind === 'internal') caller.staff = await staffOf(c, route);
  if (
    route.kind === 'api' &&
    !route.query &&
    c.req.url.includes('?') &&
    new URL(c.req.url).search.length > 1
  ) {
    throw new AppError('invalid_request', 'This endpoint takes no query parameters.');
  }
  return caller;
}

function credentialsOf(c: C): Credentials {
  const { headers } = c.req.raw;
  return { authorization: headers.get('authorization'), serviceAccount: headers.get('service-account') };
}

/** Takes work that may continue after the response. */
function defer(c: C): (task: Promise<unknown>) => void {
  return (task) => c.executionCtx.waitUntil(task);
}

async function staffOf(c: C, route: Route): Promise<string> {
  const name = await authenticateStaff(c.env, vars(c.env), credentialsOf(c), defer(c));
  await limitRate(c, `staff:${name}`, route.method !== 'GET');
  return name;
}

async function callerOf(c: C, route: Route, access: KeyAccess): Promise<Actor> {
  const writing = access.level === 'write';
  const { business } = access;
  const { actor, reachable, verified } = await identify(c, route, access);
  if (actor.by === 'key') c.set('keyId', actor.callerId);
  const origin = c.req.raw.headers.get('origin');
  if (origin && actor.origins.includes(origin)) {
    Object.assign(c.get('headers'), {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      Vary: 'Origin',
    });
  }
  await limitRate(c, actor.callerId, writing);
  if (business) {
    permitScope(actor, business);
    requireClient(c, business, actor, reachable);
  } else if (!reachable) {
    throw new AppError('account_not_reachable', 'This key does not reach the account in Service-Account.');
  }
  permit(actor, access, route.embeds);
  if (writing && verified) {
    throw new AppError(
      'permission_denied',
      'A person has verified the address of this creator, and alone acts as it from now on: by taking the record over or refusing it. This key still reads as the creator.',
      { details: { reason: 'person_verified' } },
    );
  }
  return verified ? readingOnly(actor) : actor;
}

async function identify(c: C, route: Route, { level, business }: KeyAccess): Promise<IdentifiedCaller> {
  const credentials = credentialsOf(c);
  if (route.kind === 'raw' && route.byTicket && credentials.authorization === null)
    return { actor: await route.byTicket(c.env, c.req.raw), reachable: true, verified: false };
  const asked = business ? { serviceAccount: null, client: namedClient(c, business) } : {};
  return await authenticate(c.env, { ...credentials, ...asked }, level === 'write', defer(c));
}

async function limitRate(c: C, caller: string, writing: boolean): Promise<void> {
  const limiter = writing ? c.env.WRITES : c.env.READS;
  c.get('headers')['RateLimit-Policy'] = ratePolicy(writing);
  const { success } = await limiter.limit({ key: caller });
  if (!success) {
    throw new AppError('rate_limited', 'Too many requests with this key.', {
      headers: { 'Retry-After': '10' },
    });
  }
}
