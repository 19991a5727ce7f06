// Bodies on every route of the registry: any input gets a clear refusal, never a 500. Routes take turns with what does not depend on
// what the route takes.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ApiRoute } from '../../src/http/define-route.ts';
import { DEFAULT_BODY_LIMIT } from '../../src/http/input.ts';
import { mintStaff } from '../harness/people/staff.ts';
import { portion } from '../harness/vitest/portion.ts';
import { type CallOptions, call } from '../harness/world.ts';
import { BODIES, mintCallerOf, pathOf, titled, withBody } from './support/samples.ts';
import { share } from './support/share.ts';
import { wrongTypes } from './support/wrong-types.ts';

const WRITES_A_KEY = 200;

async function mintCaller(route: ApiRoute): Promise<CallOptions> {
  if (route.access.kind !== 'internal') return { key: (await mintCallerOf(route)).key };
  const { token, env } = mintStaff();
  return { key: token, env };
}

/** Calls the route as callers who are not rate limited yet. */
function callerOf(route: ApiRoute) {
  let caller: CallOptions;
  let used = 0;
  const send = async (options: CallOptions) => {
    if (used++ % WRITES_A_KEY === 0) caller = await mintCaller(route);
    return await call(route.method, pathOf(route), { ...caller, ...options });
  };
  const refusal = async (options: CallOptions): Promise<[number, string]> => {
    const answer = await send(options);
    return [answer.status, answer.body?.error?.code];
  };
  return { send, refusal };
}

describe.each(titled(withBody))('$title', ({ route }) => {
  const place = withBody.indexOf(route);
  const { send } = callerOf(route);

  it('shows an example that its schema accepts, with no field that it does not know', () => {
    const body = route.body as z.ZodType;
    const strict = body instanceof z.ZodObject ? z.strictObject(body.shape) : body;
    expect(strict.safeParse(BODIES[route.operationId]).error).toBeUndefined();
    expect(body.safeParse(BODIES[route.operationId]).error).toBeUndefined();
  });

  it('refuses what is no object with 422', async () => {
    for (const body of ['null', '[]', '5', '"text"', 'true', '[{}]']) {
      const answer = await send({ body });
      expect([body, answer.status, answer.body.error?.code]).toEqual([body, 422, 'validation_failed']);
      expect(answer.body.error.details[0]).toMatchObject({ path: '' });
    }
  });

  it('survives odd keys and odd numbers', async () => {
    const odd = [
      '{"constructor":{"prototype":1}}',
      '{"version":1e999}',
      '{"version":-0}',
      '{"":""}',
      '{"name":"\\u0000"}',
      '{"name":"\\ud800"}',
    ];
    for (const body of share(odd, place))
      expect((await send({ body })).status, body.slice(0, 60)).toBeLessThan(500);
  });

  it('names each field that has the wrong type', async () => {
    const cases = wrongTypes(route.body!);
    expect(cases.length).toBeGreaterThan(0);
    for (const { pointer, body } of portion(cases, 10, (one) => one.pointer.split('/')[1] ?? '')) {
      const answer = await send({ body });
      const said = `${pointer} in ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`;
      expect(answer.status, said).toBe(422);
      expect(answer.body.error.code).toBe('validation_failed');
      const paths = answer.body.error.details.map((issue: { path: string }) => issue.path) as string[];
      expect(
        paths.some((path) => path !== '' && (pointer.startsWith(path) || path.startsWith(pointer))),
        said,
      ).toBe(true);
    }
  });
});

/** What does not depend on what a route takes. */
const inTurn = portion(withBody, 8, ({ access, bodyLimit }) => `${access.kind} ${bodyLimit}`);

describe.each(titled(inTurn))('$title', ({ route }) => {
  const place = inTurn.indexOf(route);
  const { send, refusal } = callerOf(route);

  it('refuses what is no JSON with 400', async () => {
    const wrong = ['', '{', '{"a":1', 'undefined', "{'name':'x'}", '{"name":"x"}{', 'NaN', '[1,]'];
    for (const body of share(wrong, place)) {
      expect(await refusal({ body }), body).toEqual([400, 'invalid_request']);
    }
  });

  it('refuses bytes that are no UTF-8 with 400', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xff, 0xfe, 0x22, 0x7d]);
    expect(await refusal({ body: bytes })).toEqual([400, 'invalid_request']);
    const overlong = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xc0, 0xaf, 0x22, 0x7d]);
    expect(await refusal({ body: overlong })).toEqual([400, 'invalid_request']);
  });

  it('takes its media type in any case, with any parameters', async () => {
    for (const type of [
      'Application/JSON',
      'application/json ; Charset="utf-8"',
      'APPLICATION/VND.API+JSON',
    ]) {
      const [status] = await refusal({ body: '[]', headers: { 'Content-Type': type } });
      expect([type, status]).toEqual([type, 422]);
    }
  });

  it('refuses any other content type with 415, and what is packed', async () => {
    const body = JSON.stringify(BODIES[route.operationId]);
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
      'text/json',
      'application/json, text/plain',
    ];
    for (const type of share(types, place)) {
      expect(await refusal({ body, headers: { 'Content-Type': type } }), type).toEqual([
        415,
        'unsupported_media_type',
      ]);
    }
    const [packed] = await refusal({ body, headers: { 'Content-Encoding': 'gzip' } });
    expect(packed).toBe(415);
    const answer = await send({ body, headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    expect(answer.status).not.toBe(415);
  });

  it('refuses a body over its limit with 413, whatever it says of its length', async () => {
    const limit = route.bodyLimit ?? DEFAULT_BODY_LIMIT;
    expect(await refusal({ body: `"${'x'.repeat(limit)}"` })).toEqual([413, 'payload_too_large']);
    expect(await refusal({ body: `"${'x'.repeat(limit - 2)}"` })).not.toEqual([413, 'payload_too_large']);
  });

  it('refuses what is more than 32 deep or has a __proto__ with 422, and names the place', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const tooDeep: [body: string, path: string][] = [
      [deep(20_000), '/0'.repeat(32)],
      [deep(33), '/0'.repeat(32)],
      [`{"a":${'{"x":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, `/a${'/x'.repeat(31)}`],
      [`{"name":"x","a/b":[1,${deep(31)}]}`, `/a~1b/1${'/0'.repeat(30)}`],
    ];
    const named: [body: string, path: string][] = [
      ['{"__proto__":{"name":"x"}}', '/__proto__'],
      ['{"__proto__":null,"version":1}', '/__proto__'],
      ['{"name":"x","a":[{"\\u005f_pr\\u006fto__":1}]}', '/a/0/__proto__'],
      ['[{"x":{"__proto__":1}}]', '/0/x/__proto__'],
    ];
    for (const [code, cases] of [
      ['too_deep', tooDeep],
      ['unrecognized_keys', named],
    ] as const) {
      for (const [body, path] of share(cases, place)) {
        const { status, body: answer } = await send({ body });
        expect([status, answer.error?.code], body.slice(0, 60)).toEqual([422, 'validation_failed']);
        // A plan's problems name their step and fix as well.
        expect(answer.error.details).toEqual([
          expect.objectContaining({ path, message: expect.any(String), code }),
        ]);
      }
    }
  });
});
