// What every page can use, made from a browser's request.
import { type Env, vars } from '../env.ts';
import { requestIdOf } from '../http/request-id.ts';
import * as clock from '../kit/clock.ts';
import { newRequestId } from '../kit/ids.ts';
import { cookie, readCookie } from './cookies.ts';
import { formSecret } from './csrf.ts';
import { markOf } from './made-for.ts';
import { asksAt, newSystem, noticeCookie, type Visit } from './visit.ts';
import { type Who, whoVisits } from './who.ts';

/** A visit before anything is known of the page and of who visits. */
export function newVisit(request: Request, env: Env, execution: ExecutionContext): Visit {
  const now = clock.now();
  const url = new URL(request.url);
  const setCookies: string[] = [];
  const known = formSecret(request);
  let given = !known.fresh;
  const variables = vars(env);
  let found: Promise<Who | null> | undefined;
  /** The person that a public page is rendered for, once it has asked for one. */
  let reader: string | null = null;
  const notice = readCookie(request, 'notice');
  const accepted = readCookie(request, 'draft');
  if (request.method === 'GET') {
    if (notice !== null) setCookies.push(cookie('notice', '', 0));
    if (accepted !== null) setCookies.push(cookie('draft', '', 0));
  }
  const go = (location: string, text?: string) => {
    if (text !== undefined) setCookies.push(noticeCookie(text));
    return new Response(null, { status: 303, headers: { Location: location } });
  };
  const system = newSystem(env, now);
  const waitUntil = (task: Promise<unknown>) => execution.waitUntil(task);
  return {
    request,
    env,
    vars: variables,
    now,
    requestId: requestIdOf(request),
    showing: newRequestId(now),
    ...asksAt(url),
    browser: () => {
      if (!given) setCookies.push(cookie('form', known.secret, null));
      given = true;
      return known.secret;
    },
    mark: () => (reader === null ? null : markOf(variables.SEALING_KEYS, reader, 'person')),
    kept: null,
    once: null,
    proves: [],
    form: null,
    notice: notice === null ? null : decoded(notice),
    accepted,
    setCookies,
    headers: new Headers(),
    beside: null,
    waitUntil,
    who: () => {
      found ??= whoVisits(env, request, null).then((who) => {
        reader = who?.person.id ?? null;
        return who;
      });
      return found;
    },
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
