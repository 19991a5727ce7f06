// The entry point of the pages' Worker: security headers on every response, and a designed page for every
// refusal.
import { type Context, Hono } from 'hono';
import type { Beside } from '../context.ts';
import type { Env } from '../env.ts';
import { BROWSER_SAFETY } from '../http/browser-safety.ts';
import { toAppError } from '../http/errors.ts';
import { ratePolicy } from '../http/gate.ts';
import { drainUnread } from '../kit/drain.ts';
import { AppError, notFound } from '../kit/error.ts';
import { callersNetwork } from '../kit/network.ts';
import { WithoutForm } from './components/seen.tsx';
import { cookie, readCookie } from './cookies.ts';
import { isFromHere } from './csrf.ts';
import { languageOf } from './embed-window.ts';
import { filledIn, formState } from './forms.ts';
import { isKept, keptAnswer } from './kept-page.ts';
import { newVisit } from './new-visit.ts';
import { type ConsolePage, type Outcome, show } from './page.ts';
import { windowTexts } from './pages/embeds/window-texts.ts';
import { groupsAt, type PageGroup } from './pages.ts';
import { onceOf, type Posted, readPost } from './posted.ts';
import { problemPage } from './problem.tsx';
import { requireProof } from './proof.tsx';
import { renderPage } from './render.tsx';
import { secondFactorFor, signInFor } from './return-path.ts';
import { embedLoader, LOADER, staticFile } from './static.ts';
import { fillAgain, isProvedIn, stopped } from './stopped.ts';
import {
  type PersonVisit,
  type PlaceVisit,
  personVisit,
  placeVisit,
  type StaffVisit,
  staffVisit,
  type Visit,
} from './visit.ts';
import { type Who, whoVisits } from './who.ts';

type PageApp = Hono;

/** The visits that `answerPage` has made for the current requests. */
const visits = new WeakMap<Request, Visit>();

/** Apps by their groups of pages, each built when a request first needs it. */
const apps = new Map<string, PageApp>();

/** Answers a request for a page. */
export async function answerPage(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
  const visit = newVisit(request, env, execution);
  const { pathname } = visit.url;
  if (pathname.startsWith('/ui/') || pathname === LOADER) {
    const served = pathname === LOADER ? embedLoader(request) : staticFile(pathname);
    const file = await served.catch((error) => refusal(visit, error));
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

/** Concurrent requests each build the app: none awaits another request's promise, which may be cut off. */
async function build(key: string, groups: readonly PageGroup[]): Promise<PageApp> {
  const pages = (await Promise.all(groups.map(({ load }) => load()))).flat();
  const app = servingPages(pages);
  apps.set(key, app);
  return app;
}

/** An app that serves these pages. */
function servingPages(pages: readonly ConsolePage[]): PageApp {
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
  // Checked before any database query.
  if (posts && page.byLink === undefined && !isFromHere(visit.request)) {
    throw new AppError(
      'permission_denied',
      'This form was submitted from another site, so nothing was saved.',
    );
  }
  if (page.kept && !posts) return await keptAnswer(visit, page.path, (at) => shownOrMissing(page, at));
  const beside = posts ? null : askBeside(page, visit);
  const found = page.for === 'anybody' ? null : await whoAt(page, visit);
  const posted = posts && isRead(page, visit, found) ? await readPost(visit, page) : null;
  const who = page.for === 'anybody' && posted?.mark ? await visit.who() : found;
  const stop = posted && (await stopped(page, visit, who, posted));
  if (stop) return await shown(stop.at, stop.outcome);
  const admit = admission(page, visit, who);
  if (admit instanceof Response) return admit;
  const carried = page.carries ? { kept: posted?.kept ?? null, mark: () => null } : {};
  const at = admit({
    ...visit,
    ...carried,
    beside,
    proves: page.proves ?? [],
    once: posted && onceOf(posted),
  });
  try {
    if (!posted) return await shown(at, await showMeanwhile(page, at));
    if (posted.kept === null || page.carries) return await act(page, at, posted);
    return await fillAgain(page, at, posted, shown);
  } catch (error) {
    // A refusal on a workspace's page is shown in the workspace's own frame.
    return refusal(at, error);
  }
}

/** A page for everybody; where nothing is there, the page that says so is one for everybody as well. */
async function shownOrMissing(page: ConsolePage, at: Visit): Promise<Response> {
  try {
    return await shown(at, await show(page, at));
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    return await refusal(at, error);
  }
}

/** A browser without a session is asked to sign in, whatever the page needs. */
function askBeside({ beside }: ConsolePage, { request, system, params }: Visit): Beside | null {
  const asked = readCookie(request, 'session') === null ? null : (beside?.(system(), params) ?? null);
  // Its reader, if there is one, is told.
  asked?.home.catch(() => {});
  return asked;
}

/** The frame's count is asked for while the page reads what it shows, so it costs no time of its own. */
async function showMeanwhile(page: ConsolePage, at: Visit): Promise<Outcome> {
  if ('unread' in at && at.query('part') === undefined) void (at as PlaceVisit).unread();
  return await show(page, at);
}

async function whoAt(page: ConsolePage, visit: Visit): Promise<Who | null> {
  return await whoVisits(visit.env, visit.request, page.for === 'place' ? (visit.params.place ?? '') : null);
}

/** Whether to read the body: a form may contain a file, which is not read for strangers. */
function isRead(page: ConsolePage, { request }: Visit, who: Who | null): boolean {
  if (page.fileBytes === undefined || page.for === 'anybody') return true;
  const isOurs = page.for === 'place' ? who?.place : who;
  return isOurs != null || !/^multipart\//i.test(request.headers.get('content-type') ?? '');
}

type Admit = (visit: Visit) => Visit;

/**
 * Turns a visit into the kind that the page needs, or redirects to the sign-in. Throws not_found for a
 * workspace that the person is not in.
 */
function admission(page: ConsolePage, visit: Visit, who: Who | null): Admit | Response {
  if (page.for === 'anybody') return (asked) => asked;
  if (page.for === 'staff' && !who?.person.staff) throw notFound('page');
  if (!who) {
    const sent = visit.request.method === 'POST';
    return visit.go(
      signInFor(visit.url),
      sent ? 'Nothing was submitted. Sign in and submit it again.' : undefined,
    );
  }
  const person = (asked: Visit) => personVisit({ ...asked, who: async () => who }, who);
  if (page.for === 'person') return person;
  if (page.for === 'staff') {
    if (!page.unproved && !isProvedIn(visit, who)) return visit.go(secondFactorFor(visit.url));
    const name = who.person.staff!;
    return (asked) => staffVisit(person(asked), name);
  }
  const { place: at, actor, notices } = who;
  if (who.factorFor !== null)
    return visit.go(
      '/app/you/second-factor',
      `${who.factorFor} requires a second factor. Set yours up to go on.`,
    );
  if (!at || !actor) throw notFound('page');
  return (asked) => placeVisit(person(asked), at, actor, notices);
}

const shown = async (at: Visit, outcome: Outcome): Promise<Response> =>
  outcome instanceof Response ? outcome : await renderPage(at, outcome);

async function act(page: ConsolePage, at: Visit, posted: Posted): Promise<Response> {
  const { action, input, trusted } = posted;
  const run = page.actions && Object.hasOwn(page.actions, action) ? page.actions[action] : undefined;
  if (!run)
    throw new AppError('method_not_allowed', 'This page has no such form.', {
      headers: { Allow: 'GET, HEAD' },
    });
  try {
    if (!trusted) {
      throw new AppError(
        'permission_denied',
        'This page was open for too long, so nothing was saved. Submit it again.',
      );
    }
    if (input.again) {
      const filled = { ...at, form: filledIn(action, input) };
      return await shown(filled, await show(page, filled));
    }
    if (page.proves?.includes(action)) await requireProof(at, (at as PersonVisit).person, input);
    const outcome = await run(at as PlaceVisit & StaffVisit, input);
    if (posted.draft !== null) at.setCookies.push(cookie('draft', posted.draft, 60));
    return await shown(at, outcome);
  } catch (error) {
    const found = toAppError(error, at.requestId);
    const isUnknown = found.status === 500;
    if (!isUnknown && !SHOWN_IN_FORM.has(found.status)) throw found;
    for (const [name, value] of Object.entries(found.headers)) at.headers.set(name, value);
    const form = formState(action, input, isUnknown ? outcomeUnknown(at) : found);
    // What may have happened is still the same thing to do when the form is sent again.
    const showing = (found.status >= 500 && posted.showing) || at.showing;
    const refused = { ...at, form, showing };
    const outcome = await show(page, refused).catch((failed) => {
      throw isUnknown ? found : failed;
    });
    if (outcome instanceof Response) return outcome;
    const again = { ...outcome, status: found.status };
    const answer = await renderPage(refused, again);
    if (form.shown) return answer;
    return await renderPage(refused, { ...again, body: <WithoutForm form={form}>{again.body}</WithoutForm> });
  }
}

/** For a failure in the middle of an action: the page shows the record as it is now, and the form as it was sent. */
function outcomeUnknown({ request, requestId }: Visit): AppError {
  const { outcomeUnknown } = windowTexts(languageOf(request));
  return new AppError('internal_error', `${outcomeUnknown} (${requestId})`);
}

/** Refusals that the person can fix in the form. Every other error gets a page of its own. */
const SHOWN_IN_FORM: ReadonlySet<number> = new Set([400, 403, 409, 410, 422, 429, 502, 503]);

/** Limits requests by network before any lookup, because even a stranger's request costs one. */
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
  headers.set('Referrer-Policy', 'no-referrer');
  if (!isKept(response)) {
    headers.set('Cache-Control', 'no-store');
    for (const one of visit.setCookies) headers.append('Set-Cookie', one);
  }
  return new Response(response.body, { status: response.status, headers });
}
