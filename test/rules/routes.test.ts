// A request loads only the domains whose path prefixes match: no route may be missed because of that.
import { describe, expect, it } from 'vitest';
import { routesAt } from '../../src/http/route.ts';
import { groupsAt, loadRoutes, ROUTES_BY_AREA, type RouteGroup } from '../../src/routes.ts';
import { read, sources } from './support/sources.ts';

const groups: RouteGroup[] = Object.values(ROUTES_BY_AREA).flat();
const routes = await loadRoutes();
/** A path for each route. */
const paths = [...new Set(routes.map(({ path }) => path.replace(/:[a-zA-Z]+/g, 'x')))];

describe('src/routes.ts', () => {
  it('names the routes of every domain, each once, and evaluates none of them by itself', () => {
    const text = read('src/routes.ts');
    const named = [...text.matchAll(/import\('\.\/(domains\/[^']+)'\)/g)].map((match) => `src/${match[1]}`);
    const there = sources('src/domains').filter((path) => /\/[^/]*routes\.ts$/.test(path));
    expect(named.toSorted()).toEqual(there);
    expect(text).not.toMatch(/from '\.\/domains/);
  });

  it('says how paths begin in whole words without placeholders', () => {
    const odd = groups.flatMap(({ under }) => under).filter((begin) => !/^(\/\.?[a-z0-9-]+)+$/.test(begin));
    expect(odd).toEqual([]);
  });

  it.each(paths)('loads whatever stands at %s, in the order of the whole table', async (path) => {
    const loaded = await loadRoutes(groupsAt(path));
    const known = routesAt(loaded, path);
    expect(known.length).toBeGreaterThan(0);
    expect(known).toEqual(routesAt(routes, path));
  });

  it('loads nothing where nothing can be', () => {
    for (const path of ['/', '/nowhere', '/v1', '/v1/acc', '/v1/accounts', '/px/x.js'])
      expect(groupsAt(path)).toEqual([]);
  });
});
