// Methods on every path of the registry: a refusal lists the methods that the path takes.
import { describe, expect, it } from 'vitest';
import { routes } from '../harness/routes.ts';
import { call } from '../harness/world.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const paths = [...new Set(routes.map((route) => route.path))].map((pattern) => {
  const path = pattern.replaceAll(/:[a-zA-Z]+/g, 'x');
  // A path may also match another route's parameter: /v1/agreements/acceptances matches /v1/agreements/:id.
  const taken = routes
    .filter((route) => new RegExp(`^${route.path.replaceAll(/:[a-zA-Z]+/g, '[^/]+')}$`).test(path))
    .map((route) => route.method as string);
  const allowed = new Set([...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return { pattern, path, allowed };
});

const allowedBy = (headers: Headers) => new Set(headers.get('Allow')?.split(', '));

describe.each(paths)('$pattern', ({ path, allowed }) => {
  it('refuses other methods with 405, whoever asks, and names its own', async () => {
    for (const method of METHODS.filter((one) => !allowed.has(one))) {
      for (const options of [{}, { key: 'nonsense' }]) {
        const answer = await call(method, path, options);
        expect([method, answer.status]).toEqual([method, 405]);
        expect(allowedBy(answer.headers)).toEqual(allowed);
        const { error } = answer.body;
        if (typeof error === 'string') expect(error).toBe('invalid_request');
        else
          expect(error).toMatchObject({
            code: 'method_not_allowed',
            requestId: answer.headers.get('Request-Id'),
          });
      }
    }
    if (!allowed.has('HEAD')) expect((await call('HEAD', path)).status).toBe(405);
  });

  it('tells its methods to OPTIONS', async () => {
    const answer = await call('OPTIONS', path);
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect(allowedBy(answer.headers)).toEqual(allowed);
  });
});
