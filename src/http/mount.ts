// Puts routes on Hono: who calls, how often, validation, the verb, one commit, the answer.

import { zValidator } from '@hono/zod-validator';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { type Actor, actingId } from '../auth/actor.ts';
import { authenticate, authenticateStaff, type Credentials } from '../auth/authenticate.ts';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import { storeAnswer, storedAnswer } from '../db/idempotency-store.ts';
import { type Env, vars } from '../env.ts';
import * as clock from '../kit/clock.ts';
import { sha256Hex } from '../kit/crypto.ts';
import { AppError } from '../kit/error.ts';
import { readText } from './body.ts';
import type { Answer, Route } from './define-route.ts';
import { fieldIssues } from './errors.ts';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** What an answer carries besides its body. */
export type AnswerHeaders = Record<string, string>;

export interface HonoEnv {
  Bindings: Env;
  Variables: {
    headers: AnswerHeaders;
    requestId: string;
    actor: Actor;
    /** Who of the staff calls an internal route; nobody elsewhere. */
    staff: string;
    bodyText: string;
  };
}

type C = Context<HonoEnv>;

export type NewCtx = (env: Env, now: number) => SystemCtx;

/** Exactly what Hono's own validator takes for JSON: anything else it would silently read as an empty body. */
const JSON_TYPE = /^application\/([a-z-.]+\+)?json(;\s*[a-zA-Z0-9-]+=([^;]+))*$/;

const EXPOSED_HEADERS =
  'Idempotency-Replayed, RateLimit-Policy, Request-Id, Retry-After, Service-Version, WWW-Authenticate';

/** The quota that a request counts against, for RateLimit-Policy. */
export function ratePolicy(writing: boolean): string {
  return writing ? '"writes";q=250;w=10' : '"reads";q=1000;w=10';
}

/** @param newCtx makes the context of a request. */
export function mount(app: Hono<HonoEnv>, routes: readonly Route[], newCtx: NewCtx): void {
  for (const route of routes) {
    const chain: MiddlewareHandler<HonoEnv>[] = [guard(route)];
    if (route.params) chain.push(validate('param', route));
    if (route.query) chain.push(validate('query', route));
    if (route.body) chain.push(takeJson(route), validate('json', route));
    app.on(route.method, [route.path], ...chain, (c) => run(c, route, newCtx));
  }
}

function guard(route: Route): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const { access } = route;
    if (access.kind === 'key') c.set('actor', await callerOf(c, access));
    if (access.kind === 'internal') c.set('staff', await staffOf(c, route));
    if (!route.query && c.req.url.includes('?') && new URL(c.req.url).search.length > 1) {
      throw new AppError('invalid_request', 'This endpoint takes no query parameters.');
    }
    await next();
  };
}

function credentialsOf(c: C): Credentials {
  const { headers } = c.req.raw;
  return { authorization: headers.get('authorization'), serviceAccount: headers.get('service-account') };
}

/** Takes work that may go on behind the answer. */
function defer(c: C): (task: Promise<unknown>) => void {
  return (task) => c.executionCtx.waitUntil(task);
}

async function staffOf(c: C, route: Route): Promise<string> {
  const name = await authenticateStaff(c.env, vars(c.env), credentialsOf(c), defer(c));
  await limitRate(c, `staff:${name}`, route.method !== 'GET');
  return name;
}

async function callerOf(c: C, access: Extract<Route['access'], { kind: 'key' }>): Promise<Actor> {
  const writing = access.level === 'write';
  const actor = await authenticate(c.env, credentialsOf(c), writing, defer(c));
  const origin = c.req.raw.headers.get('origin');
  if (origin && actor.origins.includes(origin)) {
    Object.assign(c.get('headers'), {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      Vary: 'Origin',
    });
  }
  await limitRate(c, actor.keyId, writing);
  if (writing && actor.access === 'read') {
    throw new AppError('permission_denied', 'This key may only read.');
  }
  if (writing && (actor.account ?? actor.home).status === 'ended') {
    throw new AppError(
      'permission_denied',
      "This brand's relationship with its partner has ended: it reads but no longer changes.",
    );
  }
  if (!access.actors.includes(actor.account ? 'account' : 'creator')) {
    throw new AppError(
      'permission_denied',
      `This endpoint is not for ${actor.account ? 'accounts' : 'creators'}.`,
    );
  }
  return actor;
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

/** Reads the body once, within its limit, so that Hono and the idempotency hash see the same text. */
function takeJson(route: Route): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const type = c.req.raw.headers.get('content-type') ?? '';
    if (!JSON_TYPE.test(type)) {
      throw new AppError('unsupported_media_type', 'Send the body as application/json.');
    }
    const text = await readText(c.req.raw, route.bodyLimit ?? DEFAULT_BODY_LIMIT);
    try {
      JSON.parse(text);
    } catch {
      throw new AppError('invalid_request', 'The body is not valid JSON.');
    }
    (c.req.bodyCache as { text?: Promise<string> }).text = Promise.resolve(text);
    c.set('bodyText', text);
    await next();
  };
}

function validate(target: 'param' | 'query' | 'json', route: Route): MiddlewareHandler<HonoEnv> {
  const schema = target === 'param' ? route.params! : target === 'query' ? route.query! : route.body!;
  return zValidator(target, schema, (result) => {
    if (result.success) return;
    const details = fieldIssues(result.error as never);
    if (target === 'json')
      throw new AppError('validation_failed', 'The request body is not valid.', { details });
    const names = details.map((issue) => `${issue.path.slice(1)}: ${issue.message}`).join('; ');
    throw new AppError(
      'invalid_request',
      `Bad ${target === 'param' ? 'path' : 'query'} parameter. ${names}`,
      { details },
    );
  }) as unknown as MiddlewareHandler<HonoEnv>;
}

async function run(c: C, route: Route, newCtx: NewCtx): Promise<Response> {
  const ctx: Ctx & StaffCtx = {
    ...newCtx(c.env, clock.now()),
    actor: c.get('actor'),
    staff: c.get('staff'),
    requestId: c.get('requestId'),
  };
  const input = {
    params: route.params ? c.req.valid('param' as never) : undefined,
    query: route.query ? c.req.valid('query' as never) : undefined,
    body: route.body ? c.req.valid('json' as never) : undefined,
    request: c.req.raw,
  };
  const once = idempotencyKey(c, route);
  if (once === null) {
    const answer = await route.handle(ctx, input);
    await commit(c, ctx);
    return send(c, route, answer);
  }
  const requestHash = sha256Hex(`${c.req.method} ${c.req.path}\n${c.get('bodyText')}`);
  const owner = actingId(ctx.actor);
  const replay = async () => {
    const stored = await storedAnswer(ctx, owner, once);
    if (!stored) return null;
    if (stored.requestHash !== requestHash) {
      throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
    }
    return answerJson(c, stored.body, stored.status, { 'Idempotency-Replayed': 'true' });
  };
  const earlier = await replay();
  if (earlier) return earlier;
  let answer: Answer<unknown>;
  try {
    answer = await route.handle(ctx, input);
    const stored = {
      requestHash,
      status: statusOf(answer),
      body: bodyOf(route, withoutSecrets(route, answer)),
    };
    storeAnswer(ctx, owner, once, stored, route.idempotency === 'required');
    await commit(c, ctx);
  } catch (error) {
    // Another request with this key may have been first, and its effect what stopped this one: then its answer is
    // the answer.
    const first = await replay();
    if (first) return first;
    throw error;
  }
  return send(c, route, answer);
}

async function commit(c: C, ctx: Ctx): Promise<void> {
  for (const task of await ctx.write.commit()) c.executionCtx.waitUntil(task);
}

function idempotencyKey(c: C, route: Route): string | null {
  if (route.method !== 'POST' || typeof route.idempotency === 'object') return null;
  const key = c.req.raw.headers.get('idempotency-key');
  if (key === null) {
    if (route.idempotency === 'required')
      throw new AppError('invalid_request', 'Send an Idempotency-Key header.');
    return null;
  }
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
    throw new AppError('invalid_request', 'Idempotency-Key must be 1 to 255 visible characters.');
  }
  return key;
}

function withoutSecrets(route: Route, answer: Answer<unknown>): Answer<unknown> {
  if (!route.secrets || !('data' in answer)) return answer;
  const data = { ...(answer.data as Record<string, unknown>) };
  for (const field of route.secrets) data[field] = null;
  return { ...answer, data };
}

function isGroupA(route: Route): boolean {
  return !/^\/(internal\/)?v1\//.test(route.path);
}

function statusOf(answer: Answer<unknown>): number {
  return 'data' in answer ? answer.status : 200;
}

function bodyOf(route: Route, answer: Answer<unknown>): string {
  if ('written' in answer) {
    const { items, nextCursor } = answer.written;
    return `{"data":[${items.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  }
  if (isGroupA(route))
    return JSON.stringify({ ok: true, data: 'page' in answer ? answer.page : answer.data });
  return JSON.stringify(
    'page' in answer
      ? { data: answer.page.items, nextCursor: answer.page.nextCursor }
      : { data: answer.data },
  );
}

function send(c: C, route: Route, answer: Answer<unknown>): Response {
  return answerJson(c, bodyOf(route, answer), statusOf(answer));
}

function answerJson(c: C, body: string, status: number, more: AnswerHeaders = {}): Response {
  const headers = { 'Content-Type': 'application/json', ...c.get('headers'), ...more };
  return new Response(body, { status, headers });
}
