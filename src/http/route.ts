// All routes, and which of them match a path.
import type { PageRoute, RawRoute } from './define-page.ts';
import type { ApiRoute, Envelope } from './define-route.ts';

export type Route = ApiRoute | PageRoute | RawRoute;

/**
 * The envelope of errors without a route, by the first segment of the path: `ok` for the business API, `data`
 * for all others.
 */
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

/** The methods of a path, as in Allow; empty when there is no route. */
export function methodsOf(found: readonly Route[]): string[] {
  if (found.length === 0) return [];
  const methods = new Set<string>(found.map((route) => route.method));
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/**
 * The envelope of an error that no handler threw: that of the routes at the path, or else that of the path's
 * first segment.
 */
export function envelopeAt(found: readonly Route[], path: string): Envelope {
  return found[0]?.envelope ?? UNROUTED.get(path.split('/')[1]!) ?? 'data';
}

/** One pattern for each route. A preflight and a wrong path try all of them. */
const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[a-zA-Z]+/g, '[^/]+')}$`);
    patterns.set(path, pattern);
  }
  return pattern;
}
