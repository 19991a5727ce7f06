// Everything that answers HTTP, and which of it stands at a path.
import type { PageRoute, RawRoute } from './define-page.ts';
import type { ApiRoute, Envelope } from './define-route.ts';

export type Route = ApiRoute | PageRoute | RawRoute;

/** What no route says an envelope for, by the first word of its path: the business API. Everywhere else it is `data`. */
const UNROUTED: ReadonlyMap<string, Envelope> = new Map([
  ['ads', 'ok'],
  ['organization', 'ok'],
  ['commerce', 'ok'],
  ['creatives', 'ok'],
]);

/** The routes at a path, of all methods. */
export function routesAt(routes: readonly Route[], path: string): Route[] {
  return routes.filter((route) => patternOf(route.path).test(path));
}

/** What a path takes, as Allow says it; nothing where there is no route. */
export function methodsOf(found: readonly Route[]): string[] {
  if (found.length === 0) return [];
  const methods = new Set<string>(found.map((route) => route.method));
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** The envelope of a refusal that no route gave: that of what stands at the path, else of where it lies. */
export function envelopeAt(found: readonly Route[], path: string): Envelope {
  return found[0]?.envelope ?? UNROUTED.get(path.split('/')[1]!) ?? 'data';
}

/** As many as there are routes. A preflight and a wrong path look through all of them. */
const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[a-zA-Z]+/g, '[^/]+')}$`);
    patterns.set(path, pattern);
  }
  return pattern;
}
