// The API: what every answer has, where routes are mounted, and what happens to a request that has no route.

import { type Context, Hono } from 'hono';
import { isEmbedOrigin } from './auth/store.ts';
import type { SystemCtx } from './context.ts';
import { finishHostedSetup } from './domains/accounts/connections/finish-hosted-setup.ts';
import { renewHostedSetup } from './domains/accounts/connections/renew-hosted-setup.ts';
import { EVENT_LIMIT, receiveEvent } from './domains/money/processor-events/receive-event.ts';
import { fileBytes } from './domains/platform/files/byte-routes.ts';
import type { Env } from './env.ts';
import { readText } from './http/body.ts';
import { errorResponse, toAppError } from './http/errors.ts';
import { type AnswerHeaders, type HonoEnv, mount, ratePolicy } from './http/mount.ts';
import { plainPage } from './http/page.ts';
import { resolveVersion } from './http/version.ts';
import * as clock from './kit/clock.ts';
import { AppError } from './kit/error.ts';
import { newRequestId } from './kit/ids.ts';
import { routes } from './routes.ts';
import { systemCtx } from './system-ctx.ts';

const GROUP_A = /^\/(ads|organization|commerce|creatives)(\/|$)/;

export const app = new Hono<HonoEnv>();

app.use(async (c, next) => {
  const own = c.req.raw.headers.get('request-id');
  const requestId = own !== null && /^[\x21-\x7e]{1,128}$/.test(own) ? own : newRequestId(clock.now());
  c.set('requestId', requestId);
  // Kept as plain text until the answer is made: each change of a Headers object costs a call out of JavaScript.
  const headers: AnswerHeaders = {
    'Request-Id': requestId,
    'Cache-Control': 'no-store',
    'RateLimit-Policy': ratePolicy(c.req.method !== 'GET' && c.req.method !== 'HEAD'),
  };
  c.set('headers', headers);
  headers['Service-Version'] = resolveVersion(c.req.raw.headers.get('service-version'));
  await next();
  if (!c.res.headers.has('Request-Id')) addMissing(c.res, headers);
});

function addMissing(response: Response, headers: AnswerHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
}

app.onError((error, c) => {
  const requestId = c.get('requestId');
  const response = errorResponse(toAppError(error, requestId), requestId, groupOf(c.req.path), c.env);
  addMissing(response, c.get('headers'));
  return response;
});

mount(app, routes, systemCtx);

/** A context for a caller without a key. */
const openCtx = (env: Env): SystemCtx => systemCtx(env, clock.now());

app.all('/files/*', async (c) => {
  const ctx = openCtx(c.env);
  const { body, status, headers } = await fileBytes(ctx, c.req.raw);
  return c.newResponse(body, status as 200, Object.fromEntries(headers));
});

// Open: the payment processor has no key of ours, its signature over these very bytes is what lets it in.
app.post('/webhooks/stripe', async (c) => {
  const ctx = openCtx(c.env);
  const body = await readText(c.req.raw, EVENT_LIMIT);
  await receiveEvent(ctx, body, c.req.raw.headers.get('stripe-signature'));
  for (const task of await ctx.write.commit()) c.executionCtx.waitUntil(task);
  return c.json({ data: { received: true } });
});

// Open: people come back from the processor's pages without a key, to an address that only they were given.
app.get('/connections/:visit', (c) => show(c, finishHostedSetup));
app.get('/connections/:visit/again', (c) => show(c, renewHostedSetup));

async function show(c: Context<HonoEnv>, answer: typeof finishHostedSetup): Promise<Response> {
  const ctx = openCtx(c.env);
  const next = await answer(ctx, c.req.param('visit')!);
  for (const task of await ctx.write.commit()) c.executionCtx.waitUntil(task);
  if (!('location' in next)) return await plainPage(ctx.vars.SERVICE_NAME, next);
  return new Response(null, { status: 303, headers: { Location: next.location } });
}

app.options('*', async (c) => {
  const origin = c.req.raw.headers.get('origin');
  const methods = methodsOf(c.req.path);
  if (!origin && methods.length > 0) return c.body(null, 204, { Allow: methods.join(', ') });
  if (!origin || !(await isEmbedOrigin(c.env, origin))) {
    throw new AppError('permission_denied', 'This origin is on no embed list.');
  }
  return c.body(null, 204, {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Idempotency-Key, Request-Id, Service-Account, Service-Version',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  });
});

app.notFound((c) => {
  const allowed = methodsOf(c.req.path);
  if (allowed.length > 0) {
    throw new AppError('method_not_allowed', `${c.req.path} takes ${allowed.join(', ')}.`, {
      headers: { Allow: allowed.join(', ') },
    });
  }
  throw new AppError('not_found', 'No such endpoint.');
});

function groupOf(path: string): 'v1' | 'A' {
  return GROUP_A.test(path) ? 'A' : 'v1';
}

/** What is mounted above takes which methods at a path: routes of the API and others alike. */
function methodsOf(path: string): string[] {
  const methods = new Set<string>();
  for (const { method, path: pattern } of app.routes) {
    const isDoor = method !== 'ALL' && method !== 'OPTIONS';
    if (isDoor && !methods.has(method) && patternOf(pattern).test(path)) methods.add(method);
  }
  if (methods.size === 0) return [];
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[a-zA-Z]+/g, '[^/]+')}$`);
}
