// The pages' Worker answers here: security headers on everything, a designed page for every refusal.
import { type Context, Hono } from 'hono';
import { isProved } from '../domains/operations/second-factors/second-factor.ts';
import { type Env, vars } from '../env.ts';
import { BROWSER_SAFETY } from '../http/browser-safety.ts';
import { toAppError } from '../http/errors.ts';
import { ratePolicy } from '../http/gate.ts';
import { requestIdOf } from '../http/request-id.ts';
import * as clock from '../kit/clock.ts';
import { drainUnread } from '../kit/drain.ts';
import { AppError, notFound } from '../kit/error.ts';
import { newRequestId } from '../kit/ids.ts';
import { callersNetwork } from '../kit/network.ts';
import { cookie, readCookie } from './cookies.ts';
import { formSecret, formToken, isFromHere, isTokenOf } from './csrf.ts';
import { ACTION_FIELD, FormInput, formState, ONCE_FIELD, readForm, TOKEN_FIELD } from './forms.ts';
import type { ConsolePage, Outcome } from './page.ts';
import { groupsAt, type PageGroup } from './pages.ts';
import { problemPage } from './problem.tsx';
import { renderPage } from './render.tsx';
import { secondFactorFor, signInFor } from './return-path.ts';
import { staticFile } from './static.ts';
import {
  newSystem,
  noticeCookie,
  type PlaceVisit,
  personVisit,
  placeVisit,
  type StaffVisit,
  staffVisit,
  type Visit,
} from './visit.ts';
import { type Who, whoVisits } from './who.ts';

type PageApp = Hono;

/** What `answerPage` has made of the requests that are under way. */
const visits = new WeakMap<Request, Visit>();

/** By the groups of pages that each has; built when a request first asks for them. */
const apps = new Map<string, PageApp>();

/** Answers a request for a page. */
export async function answerPage(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
  const visit = newVisit(request, env, execution);
  if (visit.url.pathname.startsWith('/ui/')) {
    const file = await staticFile(visit.url.pathname).catch((error) => refusal(visit, error));
    for (const [name, value] of everyAnswers(visit)) file.headers.set(name, value);
    return file;
  }
  const response = await answered(visit, execution).catch((error) => refusal(visit, error));
  await drainUnread(request);
  return withHeaders(response, visit);
}

async function answered(visit: Visit, execution: ExecutionContext): Promise<Response> {
  await limitRate(visit);
  const groups = groupsAt(visit.url.pathname);
  const key = groups.map(({ under }) => under).join(' ');
  const app = apps.get(key) ?? (await build(key, groups));
  visits.set(visit.request, visit);
  return await app.fetch(visit.request, visit.env, execution);
}

/** Requests that come while it is built build it too: none waits for the work of another, which may be cut off. */
async function build(key: string, groups: readonly PageGroup[]): Promise<PageApp> {
  const pages = (await Promise.all(groups.map(({ load }) => load()))).flat();
  const app = servingPages(pages);
  apps.set(key, app);
  return app;
}

/** An app that answers with these pages. */
export function servingPages(pages: readonly ConsolePage[]): PageApp {
  const app: PageApp = new Hono({ strict: false });
  const answer = (c: Context, page: ConsolePage) =>
    serve(page, { ...visits.get(c.req.raw)!, params: c.req.param() });
  for (const page of pages) {
    app.get(page.path, (c) => answer(c, page));
    app.post(page.path, (c) => answer(c, page));
    app.all(page.path, () => {
      throw new AppError('method_not_allowed', 'This page takes GET and POST.', {
        headers: { Allow: 'GET, HEAD, POST' },
      });
    });
  }
  app.onError((error) => {
    throw error;
  });
  app.notFound(() => {
    throw notFound('page');
  });
  return app;
}

async function serve(page: ConsolePage, visit: Visit): Promise<Response> {
  const posts = visit.request.method === 'POST';
  // Before anything is asked of the database.
  if (posts && !isFromHere(visit.request)) {
    throw new AppError('permission_denied', 'This form was sent from another site, and so nothing was done.');
  }
  const admit = await admission(page, visit);
  if (admit instanceof Response) return admit;
  // Only now: a form may hold a file, and strangers' are not read.
  const posted = posts ? await readPost(visit, page) : null;
  const at = admit({ ...visit, once: posted?.once ?? null });
  try {
    return posted ? await act(page, at, posted) : await shown(at, await show(page, at));
  } catch (error) {
    // What a person may not see at a place is refused inside of the place's own frame.
    return refusal(at, error);
  }
}

/** What Form writes: the showing of the form. */
const SHOWING = /^req_[0-9a-z]{26}$/;

interface Posted {
  action: string;
  input: FormInput;
  trusted: boolean;
  once: string | null;
}

async function readPost(visit: Visit, { fileBytes }: ConsolePage): Promise<Posted> {
  const { fields, files } = await readForm(visit.request, fileBytes);
  const action = fields.get(ACTION_FIELD) ?? '';
  const input = new FormInput(fields, files);
  const showing = input.text(ONCE_FIELD);
  return {
    action,
    input,
    once: SHOWING.test(showing) ? `${showing} ${action} ${input.text('_id')}` : null,
    trusted: isTokenOf(visit.request, fields.get(TOKEN_FIELD)),
  };
}

type Admit = (visit: Visit) => Visit;

/**
 * What makes a visit the one that the page wants, or the way to the sign-in. Throws not_found for a place that is not the
 * person's.
 */
async function admission(page: ConsolePage, visit: Visit): Promise<Admit | Response> {
  if (page.for === 'anybody') return (asked) => asked;
  const place = page.for === 'place' ? (visit.params.place ?? '') : null;
  const who = await whoVisits(visit.env, visit.request, place);
  if (page.for === 'staff' && !who?.person.staff) throw notFound('page');
  if (!who) return visit.go(signInFor(visit.url));
  const person = (asked: Visit) => personVisit({ ...asked, who: async () => who }, who);
  if (page.for === 'person') return person;
  if (page.for === 'staff') {
    const proved = visit.vars.ALLOW_LOCAL_URLS || isProved(who.person.secondFactorAt, visit.now);
    if (!proved && !page.unproved) return visit.go(secondFactorFor(visit.url));
    const name = who.person.staff!;
    return (asked) => staffVisit(person(asked), name);
  }
  const { place: at, actor } = who;
  if (!at || !actor) throw notFound('page');
  return (asked) => placeVisit(person(asked), at, actor);
}

/** The types of the definers see to it that a page gets the visit that it asks for. */
const show = async (page: ConsolePage, at: Visit): Promise<Outcome> =>
  await page.show(at as PlaceVisit & StaffVisit);

const shown = async (at: Visit, outcome: Outcome): Promise<Response> =>
  outcome instanceof Response ? outcome : await renderPage(at, outcome);

async function act(page: ConsolePage, at: Visit, { action, input, trusted }: Posted): Promise<Response> {
  const run = page.actions && Object.hasOwn(page.actions, action) ? page.actions[action] : undefined;
  if (!run)
    throw new AppError('method_not_allowed', 'This page has no such form.', {
      headers: { Allow: 'GET, HEAD' },
    });
  try {
    if (!trusted) {
      throw new AppError(
        'permission_denied',
        'This page was open for too long, and nothing was done yet. Send it again.',
      );
    }
    if (input.again) {
      const filled = { ...at, form: { action, input, errors: new Map(), message: null } };
      return await shown(filled, await show(page, filled));
    }
    return await shown(at, await run(at as PlaceVisit & StaffVisit, input));
  } catch (error) {
    if (!(error instanceof AppError) || !SHOWN_IN_FORM.has(error.status)) throw error;
    for (const [name, value] of Object.entries(error.headers)) at.headers.set(name, value);
    const refused = { ...at, form: formState(action, input, error) };
    const again = await show(page, refused);
    return await shown(refused, again instanceof Response ? again : { ...again, status: error.status });
  }
}

/** What a person can do something about where it is. Everything else is a page of its own. */
const SHOWN_IN_FORM: ReadonlySet<number> = new Set([400, 403, 409, 410, 422, 429, 502, 503]);

function newVisit(request: Request, env: Env, execution: ExecutionContext): Visit {
  const now = clock.now();
  const url = new URL(request.url);
  const setCookies: string[] = [];
  const known = formSecret(request);
  let given = !known.fresh;
  let found: Promise<Who | null> | undefined;
  const notice = readCookie(request, 'notice');
  if (notice !== null && request.method === 'GET') setCookies.push(cookie('notice', '', 0));
  const go = (location: string, text?: string) => {
    if (text !== undefined) setCookies.push(noticeCookie(text));
    return new Response(null, { status: 303, headers: { Location: location } });
  };
  const query = (name: string) => url.searchParams.get(name)?.trim() || undefined;
  const system = newSystem(env, now);
  const waitUntil = (task: Promise<unknown>) => execution.waitUntil(task);
  return {
    request,
    env,
    vars: vars(env),
    now,
    requestId: requestIdOf(request),
    showing: newRequestId(now),
    url,
    params: {},
    token: () => {
      if (!given) setCookies.push(cookie('form', known.secret, null));
      given = true;
      return formToken(known.secret);
    },
    once: null,
    form: null,
    notice: notice === null ? null : decoded(notice),
    setCookies,
    headers: new Headers(),
    waitUntil,
    who: () => {
      found ??= whoVisits(env, request, null);
      return found;
    },
    query,
    given: (...names) =>
      Object.fromEntries(names.flatMap((name) => (query(name) ? [[name, query(name)!]] : []))),
    system,
    commit: async (ctx) => {
      for (const task of await ctx.write.commit()) waitUntil(task);
    },
    go,
  };
}

function decoded(notice: string): string | null {
  try {
    return decodeURIComponent(notice);
  } catch {
    return null;
  }
}

/** Strangers cost a look-up each, so they are counted by their network before it. */
async function limitRate({ request, env }: Visit): Promise<void> {
  const network = callersNetwork(request);
  if (network === null) return;
  const limiter = request.method === 'POST' ? env.WRITES : env.READS;
  const { success } = await limiter.limit({ key: `page:${network}` });
  if (success) return;
  throw new AppError(
    'rate_limited',
    'There were too many requests from your network. Wait ten seconds and try again.',
    {
      headers: { 'Retry-After': '10' },
    },
  );
}

async function refusal(visit: Visit, error: unknown): Promise<Response> {
  const found = toAppError(error, visit.requestId);
  for (const [name, value] of Object.entries(found.headers)) visit.headers.set(name, value);
  return await renderPage(visit, problemPage(visit, found));
}

function everyAnswers({ request, requestId }: Visit): [string, string][] {
  const policy = { 'Request-Id': requestId, 'RateLimit-Policy': ratePolicy(request.method === 'POST') };
  return Object.entries({ ...BROWSER_SAFETY, ...policy });
}

function withHeaders(response: Response, visit: Visit): Response {
  const headers = new Headers(response.headers);
  visit.headers.forEach((value, name) => {
    headers.set(name, value);
  });
  for (const [name, value] of everyAnswers(visit)) headers.set(name, value);
  headers.set('Cache-Control', 'no-store');
  headers.set('Referrer-Policy', 'no-referrer');
  for (const one of visit.setCookies) headers.append('Set-Cookie', one);
  return new Response(response.body, { status: response.status, headers });
}
