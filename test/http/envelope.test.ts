// The JSON around records and errors, in each of the three envelopes.
import { createExecutionContext } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serving } from '../../src/app.ts';
import {
  access,
  defineRoute,
  type Envelope,
  listed,
  listedAsWritten,
  ok,
} from '../../src/http/define-route.ts';
import { AppError, type ErrorCode, rejected } from '../../src/kit/error.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const Thing = z.object({ id: z.string() });
const PAGE = { items: [{ id: 'a' }], nextCursor: 'next' };

/** A few routes with one envelope. `/refuse` throws the error code in its query. */
function routesIn(envelope: Envelope, prefix: string) {
  const common = {
    tag: 'Accounts' as const,
    summary: 'A thing',
    access: access.open('This is a test.'),
    output: Thing,
    status: [200] as const,
    errors: [],
    envelope,
  };
  return [
    defineRoute({
      ...common,
      operationId: `${envelope}One`,
      method: 'GET',
      path: `${prefix}/one`,
      handle: async () => ok({ id: 'a' }),
    }),
    defineRoute({
      ...common,
      operationId: `${envelope}List`,
      method: 'GET',
      path: `${prefix}/list`,
      list: true,
      handle: async () => listed(PAGE),
    }),
    defineRoute({
      ...common,
      operationId: `${envelope}Written`,
      method: 'GET',
      path: `${prefix}/written`,
      list: true,
      handle: async () => listedAsWritten<z.output<typeof Thing>>({ ...PAGE, items: ['{"id":"a"}'] }),
    }),
    defineRoute({
      ...common,
      operationId: `${envelope}Refusal`,
      method: 'GET',
      path: `${prefix}/refuse`,
      query: z.object({ code: z.string() }),
      handle: async (_, { query }) => {
        if (query.code === 'fault') throw new Error('secret inside');
        throw new AppError(query.code as ErrorCode, 'No: "quoted" \\ größer.', { details: { of: 'it' } });
      },
    }),
    defineRoute({
      ...common,
      operationId: `${envelope}Body`,
      method: 'POST',
      path: `${prefix}/body`,
      idempotency: { none: 'This is a test.' },
      body: Thing,
      handle: async () => {
        throw rejected('because', 'Refused.');
      },
    }),
  ];
}

const app = serving([
  ...routesIn('data', '/plain'),
  ...routesIn('ok', '/v1/odd'),
  ...routesIn('bare', '/oauth'),
]);

async function ask(path: string, init: RequestInit = {}) {
  const request = new Request(`https://service.test${path}`, init);
  const response = await app.fetch(request, testEnv, createExecutionContext());
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const json = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

describe('a record', () => {
  it.each([
    ['/plain', { data: { id: 'a' } }],
    ['/v1/odd', { ok: true, data: { id: 'a' } }],
    ['/oauth', { id: 'a' }],
  ])('of %s comes as its route says, wherever it lies', async (prefix, body) => {
    expect(await ask(`${prefix}/one`)).toMatchObject({ status: 200, body });
  });

  it.each([
    ['/plain', { data: PAGE.items, nextCursor: 'next' }],
    ['/v1/odd', { ok: true, data: PAGE }],
    ['/oauth', PAGE],
  ])('of a list of %s too, made here or written out already', async (prefix, body) => {
    expect((await ask(`${prefix}/list`)).body).toEqual(body);
    expect((await ask(`${prefix}/written`)).body).toEqual(body);
  });
});

describe('a refusal', () => {
  it.each([
    ['/plain', {}],
    ['/v1/odd', { ok: false }],
  ])('of %s has code, message, details and request ID', async (prefix, around) => {
    const answer = await ask(`${prefix}/refuse?code=conflict`);
    const requestId = answer.headers.get('Request-Id');
    const error = { code: 'conflict', message: 'No: "quoted" \\ größer.', details: { of: 'it' }, requestId };
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.body).toEqual({ ...around, error });
  });

  it('that is bare has the two fields of RFC 6749, in the characters it allows', async () => {
    const answer = await ask('/oauth/refuse?code=conflict');
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: 'conflict', error_description: "No: 'quoted' ' gr''er." });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it.each([
    ['validation_failed', 400, 'invalid_request'],
    ['unsupported_media_type', 415, 'invalid_request'],
    ['rate_limited', 429, 'temporarily_unavailable'],
    ['unavailable', 503, 'temporarily_unavailable'],
    ['fault', 500, 'server_error'],
  ])('that is bare says %s in the words of RFC 6749', async (code, status, error) => {
    const answer = await ask(`/oauth/refuse?code=${code}`);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });

  it('of a body, a query, a version and a method has the form of the route as well', async () => {
    const cases: [string, RequestInit, number, string][] = [
      ['/body', json({}), 422, 'validation_failed'],
      ['/body', json({ id: 'a' }), 422, 'operation_rejected'],
      ['/one?x=1', {}, 400, 'invalid_request'],
      ['/one', { headers: { 'Service-Version': 'x' } }, 400, 'invalid_request'],
      ['/one', { method: 'DELETE' }, 405, 'method_not_allowed'],
    ];
    for (const [path, init, status, code] of cases) {
      expect(await ask(`/plain${path}`, init)).toMatchObject({ status, body: { error: { code } } });
      expect(await ask(`/v1/odd${path}`, init)).toMatchObject({
        status,
        body: { ok: false, error: { code } },
      });
      const bare = await ask(`/oauth${path}`, init);
      expect(bare.status).toBe(status === 422 ? 400 : status);
      expect(Object.keys(bare.body as object)).toEqual(['error', 'error_description']);
      expect(typeof (bare.body as { error: unknown }).error).toBe('string');
    }
  });

  it.each(['/ads', '/ads/none', '/organization/x', '/commerce/', '/creatives/1'])(
    'of %s, where no route is, has the form of the business API',
    async (path) => {
      const { key } = await mintAccount();
      const answer = await call('GET', path, { key });
      expect([answer.status, answer.body.ok, answer.body.error.code]).toEqual([404, false, 'not_found']);
    },
  );

  it.each(['/adsy', '/v1/adsets', '/', '/Ads', '//ads', '/constructor', '/__proto__'])(
    'of %s, where no route is, has the form of all others',
    async (path) => {
      const answer = await call('GET', path);
      expect([answer.status, Object.keys(answer.body)]).toEqual([404, ['error']]);
    },
  );
});
