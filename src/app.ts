// The API: what every answer has, where routes are mounted, and what happens to a request that has no route.
import { Hono } from 'hono';
import { isEmbedOrigin } from './auth/store.ts';
import { WriteSet } from './db/write-set.ts';
import { fileBytes } from './domains/files/byte-routes.ts';
import { vars } from './env.ts';
import { errorResponse, toAppError } from './http/errors.ts';
import { type AnswerHeaders, type HonoEnv, mount, ratePolicy } from './http/mount.ts';
import { resolveVersion } from './http/version.ts';
import { AppError } from './kit/error.ts';
import { newRequestId } from './kit/ids.ts';
import { routes } from './routes.ts';

const GROUP_A = /^\/(ads|organization|commerce|creatives)(\/|$)/;

export const app = new Hono<HonoEnv>();

app.use(async (c, next) => {
  const own = c.req.raw.headers.get('request-id');
  const requestId = own !== null && /^[\x21-\x7e]{1,128}$/.test(own) ? own : newRequestId(Date.now());
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

mount(app, routes);

app.all('/files/*', async (c) => {
  const ctx = { env: c.env, vars: vars(c.env), now: Date.now(), write: new WriteSet(c.env.DB) };
  const { body, status, headers } = await fileBytes(ctx, c.req.raw);
  return c.newResponse(body, status as 200, Object.fromEntries(headers));
});

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

function methodsOf(path: string): string[] {
  const methods = routes.filter((route) => patternOf(route.path).test(path)).map((route) => route.method);
  if (methods.length === 0) return [];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[a-zA-Z]+/g, '[^/]+')}$`);
}
