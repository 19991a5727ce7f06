// Pages that are the same for everybody: kept where the reader is, so that they cost the database nothing.
import { asksAt, type Visit } from './visit.ts';

const KEPT_SECONDS = 300;
const KEPT = `public, max-age=${KEPT_SECONDS}`;

/** Whether an answer is one for everybody, which sets no cookies. */
export const isKept = ({ headers }: Response): boolean => headers.get('cache-control') === KEPT;

/** The same page for a visitor without cookies, query or messages. */
function forEverybody(visit: Visit): Visit {
  const url = new URL(visit.url.pathname, visit.url);
  return {
    ...visit,
    ...asksAt(url),
    params: visit.params,
    request: new Request(url),
    notice: null,
    accepted: null,
    browser: () => {
      throw new Error('A page for everybody has no form.');
    },
  };
}

/** The answer that is kept for five minutes; without one, what `make` answers from now on. */
export async function keptAnswer(
  visit: Visit,
  make: (everybody: Visit) => Promise<Response>,
): Promise<Response> {
  const everybody = forEverybody(visit);
  const kept = await caches.default.match(everybody.request);
  // The cache goes by the machine's clock; everything else here by the visit's.
  if (kept && Date.parse(kept.headers.get('expires') ?? '') > visit.now) return new Response(kept.body, kept);
  await kept?.body?.cancel();
  const made = await make(everybody);
  const answer = new Response(made.body, made);
  answer.headers.set('Cache-Control', KEPT);
  answer.headers.set('Expires', new Date(visit.now + KEPT_SECONDS * 1000).toUTCString());
  visit.waitUntil(caches.default.put(everybody.request, answer.clone()));
  return answer;
}
