// Pages that are the same for everybody: kept where the reader is, so that they cost the database nothing.
import { describeError, log } from '../kit/log.ts';
import { asksAt, type Visit } from './visit.ts';

const KEPT_SECONDS = 300;
/** That a page is not there: shorter, since its address is often opened first in the moment in which it is switched on. */
const MISSING_SECONDS = 60;
const KEPT = 'public, max-age=';

/** Whether an answer is one for everybody, which sets no cookies. */
export const isKept = ({ headers }: Response): boolean =>
  headers.get('cache-control')?.startsWith(KEPT) === true;

/** The same page for a visitor without cookies, query or messages, at one address however its own was spelled. */
function forEverybody(visit: Visit, path: string): Visit {
  const here = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(visit.params[name]!));
  const url = new URL(here, visit.url);
  return {
    ...visit,
    ...asksAt(url),
    params: visit.params,
    request: new Request(url),
    notice: null,
    accepted: null,
    who: async () => null,
    browser: () => {
      throw new Error('A page for everybody has no form.');
    },
  };
}

/** The answer that is kept, for five minutes or, that nothing is there, for one; without one, what `make` answers from now on. @param path in Hono's syntax. */
export async function keptAnswer(
  visit: Visit,
  path: string,
  make: (everybody: Visit) => Promise<Response>,
): Promise<Response> {
  const everybody = forEverybody(visit, path);
  const kept = await findKept(everybody);
  if (kept) return kept;
  // Kept first, and sent from there: a copy made while it is sent would be in memory for as long as its reader takes.
  await caches.default.put(everybody.request, toKeep(await make(everybody), visit.now)).catch((error) => {
    log('error', { error: `A page was not kept: ${describeError(error)}` });
  });
  // Nothing is kept where a Worker has no zone of its own.
  return (await findKept(everybody)) ?? toKeep(await make(everybody), visit.now);
}

async function findKept({ request, now }: Visit): Promise<Response | null> {
  const kept = await caches.default.match(request);
  if (!kept) return null;
  // The cache goes by the machine's clock; everything else here by the visit's.
  const left = Math.ceil((Date.parse(kept.headers.get('expires') ?? '') - now) / 1000);
  if (!(left > 0)) {
    await kept.body?.cancel();
    return null;
  }
  const answer = new Response(kept.body, kept);
  // A browser keeps it for as long as is left here: a page that was switched off is gone everywhere after five minutes.
  answer.headers.set('Cache-Control', KEPT + left);
  return answer;
}

/** @param now milliseconds. */
function toKeep(made: Response, now: number): Response {
  const answer = new Response(made.body, made);
  const seconds = made.status === 404 ? MISSING_SECONDS : KEPT_SECONDS;
  answer.headers.set('Cache-Control', KEPT + seconds);
  answer.headers.set('Expires', new Date(now + seconds * 1000).toUTCString());
  return answer;
}
