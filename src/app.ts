// The API: what all responses have in common, and what happens to requests without a route.

import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { isKnownOrigin } from './auth/embed-origins.ts';
import type { Env } from './env.ts';
import { isFilesHost } from './files-host.ts';
import { BROWSER_SAFETY } from './http/browser-safety.ts';
import { errorResponse, toAppError } from './http/errors.ts';
import { ratePolicy } from './http/gate.ts';
import type { AnswerHeaders, HonoEnv } from './http/hono-env.ts';
import { noteKeyProblem, writeDueProblems } from './http/key-problems.ts';
import { mount } from './http/mount.ts';
import { countRefusal, refuseHeldOff } from './http/refused-callers.ts';
import { requestIdOf } from './http/request-id.ts';
import { envelopeAt, methodsOf, type Route, routesAt } from './http/route.ts';
import { resolveVersion } from './http/version.ts';
import * as clock from './kit/clock.ts';
import { drainUnread } from './kit/drain.ts';
import { AppError } from './kit/error.ts';
import { isPagePath } from './page-paths.ts';
import { groupsAt, loadRoutes, type RouteGroup } from './routes.ts';
import { systemCtx } from './system-ctx.ts';

type App = Hono<HonoEnv>;

/** The answer of a plain `wrangler dev` to requests for pages. */
const NO_PAGES =
  'This is a page for people, and the Worker of the pages is not running here. `npm run dev` starts it too; in production its routes go before this one.';

const FILES = '/files';

const FILES_ALONE = 'This host serves files and nothing else.';

/** Routes that serve files' bytes; uploads go to the API's own host. */
const servesFiles = ({ method, path }: Route) => method === 'GET' && path.startsWith(`${FILES}/`);

/** Apps by their groups of routes, each built when a request first needs it. */
const apps = new Map<string, App>();

/** Answers a request with the routes of its path's own domains. */
export async function answer(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
  // The path is decoded by Hono's own function, so that both decode it the same way.
  const filesAlone = isFilesHost(request.url, env);
  const path = getPath(request);
  const groups = groupsAt(filesAlone && !path.startsWith(`${FILES}/`) ? FILES : path);
  // A person who mistyped a URL gets a helpful page; programs get JSON.
  if (groups.length === 0 && env.PAGES && isNavigation(request)) return await env.PAGES.fetch(request);
  const key = `${filesAlone ? 'files alone ' : ''}${groups.map(({ under }) => under).join(' ')}`;
  const app = apps.get(key) ?? (await build(key, groups, filesAlone));
  const response = await app.fetch(request, env, execution);
  await drainUnread(request);
  return response;
}

/** Whether the answer is a page that the browser shows. */
function isNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('sec-fetch-dest') === 'document';
}

/** Concurrent requests each build the app: none awaits another request's promise, which may be cut off. */
async function build(key: string, groups: readonly RouteGroup[], filesAlone: boolean): Promise<App> {
  const routes = await loadRoutes(groups);
  const app = serving(filesAlone ? routes.filter(servesFiles) : routes, filesAlone);
  apps.set(key, app);
  return app;
}

/** @param filesAlone whether the app serves the host of files, and nothing else. */
export function serving(routes: readonly Route[], filesAlone = false): App {
  const app = new Hono<HonoEnv>();

  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.raw);
    c.set('requestId', requestId);
    // Collected as plain text until the response is made: each change of a Headers object costs a call out of
    // JavaScript.
    const headers: AnswerHeaders = {
      'Request-Id': requestId,
      'Cache-Control': 'no-store',
      ...BROWSER_SAFETY,
      'RateLimit-Policy': ratePolicy(c.req.method !== 'GET' && c.req.method !== 'HEAD'),
    };
    c.set('headers', headers);
    writeDueProblems(c, systemCtx);
    refuseHeldOff(c.req.raw);
    headers['Service-Version'] = resolveVersion(c.req.raw.headers.get('service-version'));
    await next();
    // The answer that opens a socket comes from an object as it is: its headers are fixed.
    if (c.res.status !== 101 && !c.res.headers.has('Request-Id')) addMissing(c.res, headers);
  });

  app.onError(async (error, c) => {
    const { path } = c.req;
    const requestId = c.get('requestId');
    const envelope = c.get('envelope') ?? envelopeAt(routesAt(routes, path), path);
    const refusal = toAppError(error, requestId);
    noteKeyProblem(c, refusal, systemCtx(c.env, clock.now()));
    await countRefusal(c.req.raw, refusal, c.env, c.get('open') ?? false);
    const response = errorResponse(refusal, requestId, envelope, c.env);
    addMissing(response, c.get('headers'));
    return response;
  });

  mount(app, routes, systemCtx);

  app.options('*', async (c) => {
    const origin = c.req.raw.headers.get('origin');
    const found = routesAt(routes, c.req.path);
    const methods = methodsOf(found);
    if (origin && found.some((route) => route.kind === 'raw' && route.fromAnyOrigin)) {
      return c.body(null, 204, {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Max-Age': '86400',
      });
    }
    if ((filesAlone || !origin) && methods.length > 0)
      return c.body(null, 204, { Allow: methods.join(', ') });
    if (filesAlone) throw new AppError('not_found', FILES_ALONE);
    if (!origin || !(await isKnownOrigin(c.env, origin))) {
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
    // Cloudflare compares a route's pattern with the whole URL, so the front page with a query arrives at
    // this Worker. `npm run deploy` gives it a binding to the pages; without the binding it redirects there.
    if (!filesAlone && c.req.path === '/' && new URL(c.req.url).search !== '') return c.redirect('/', 303);
    const allowed = methodsOf(routesAt(routes, c.req.path)).join(', ');
    if (allowed === '' && filesAlone) throw new AppError('not_found', FILES_ALONE);
    if (allowed === '')
      throw new AppError('not_found', isPagePath(c.req.path) ? NO_PAGES : 'No such endpoint.');
    throw new AppError('method_not_allowed', `${c.req.path} takes ${allowed}.`, {
      headers: { Allow: allowed },
    });
  });

  return app;
}

function addMissing(response: Response, headers: AnswerHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
}
