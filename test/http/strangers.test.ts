// What a refused caller costs us: lookups, memory, bodies that nobody reads.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';
import { answerPage } from '../../src/console/app.tsx';
import worker from '../../src/index.ts';
import { BoundedMap } from '../../src/kit/bounded-map.ts';
import { newId } from '../../src/kit/ids.ts';
import pixelWorker from '../../src/pixel-worker.ts';
import * as clock from '../harness/clock.ts';
import { signedIn } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

describe('Service-Account', () => {
  it('that is empty or no ID at all reaches nothing, and changes nothing for the next request', async () => {
    const { key } = await mintAccount();
    for (const as of ['', ' ', 'x', 'acct_', 'a'.repeat(8_000), 'file_01k2d9q3v7h5m8r4t6w0x1y2z3']) {
      const refused = await call('GET', '/v1/account', { key, headers: { 'Service-Account': as } });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'account_not_reachable']);
      expect((await call('GET', '/v1/account', { key })).status).toBe(200);
    }
  });

  it('is looked up anew after a refusal, which nobody remembers', async () => {
    const [partner, brand] = [await mintAccount('partner'), await mintAccount()];
    const read = () => call('GET', '/v1/account', { key: partner.key, as: brand.id });
    expect((await read()).status).toBe(403);
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ?1 WHERE id = ?2')
      .bind(partner.id, brand.id)
      .run();
    expect((await read()).status).toBe(200);
  });
});

describe('what an isolate remembers', () => {
  it('is bounded in entries and in bytes, and what came first goes first', () => {
    const few = new BoundedMap<number>({ entries: 3, bytes: 1_000_000 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) few.set(key, 1);
    expect(['a', 'b', 'c', 'd'].map((key) => few.get(key))).toEqual([1, undefined, 1, 1]);
    const small = new BoundedMap<string>({ entries: 1_000, bytes: 100_000 }, (value) => value.length);
    for (let n = 0; n < 1_000; n++) small.set(`key ${n}`, 'x'.repeat(n % 7 ? 1_000 : 60_000));
    expect(small.bytes).toBeLessThanOrEqual(100_000);
    expect(small.get('key 999')).toBeDefined();
  });
});

describe('callers who are refused', () => {
  const from = (address: string, options: Parameters<typeof call>[2] = {}) =>
    call('GET', '/v1/account', { ...options, headers: { 'CF-Connecting-IP': address } });

  /** The service with a limiter that refuses from the fourth call on. */
  const impatient = () => {
    let asked = 0;
    return { ...testEnv, REFUSALS: { limit: async () => ({ success: ++asked <= 3 }) } } as typeof testEnv;
  };

  it('300 times in 10 s wait 10 s, unless a key was let in lately', async () => {
    const [known, late] = [await mintAccount(), await mintAccount()];
    const address = '203.0.113.7';
    expect((await from(address, { key: known.key })).status).toBe(200);
    clock.hold();
    try {
      // A little more than twice a period's quota, so that the limiter's periods do not matter.
      let refusals = 0;
      while (refusals < 650 && (await from(address)).status === 401) refusals++;
      expect(refusals).toBeGreaterThanOrEqual(300);
      // The database is not called.
      const waiting = await from(address, { key: late.key, env: { ...testEnv, DB: null } as never });
      expect([waiting.status, waiting.body.error.code]).toEqual([429, 'rate_limited']);
      expect(waiting.headers.get('Retry-After')).toBe('10');
      expect((await from(address, { key: known.key })).status).toBe(200);
      expect((await from('203.0.113.8')).status).toBe(401);
      clock.advance(10_001);
      expect((await from(address, { key: late.key })).status).toBe(200);
    } finally {
      clock.release();
    }
  });

  it('count by the /64 of an IPv6 address', async () => {
    const env = impatient();
    const statuses = [];
    for (const end of ['1', '2:3', 'ffff::4', 'a:b:c:d', '5'])
      statuses.push((await from(`2001:DB8:7:8:${end.includes('::') ? end : `:${end}`}`, { env })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect((await from('2001:db8:7:9::1', { env })).status).toBe(401);
  });

  it('are those with a preflight of an unknown origin, and those with a key that may not, too', async () => {
    const [reader, env] = [await mintAccount(), impatient()];
    const address = { 'CF-Connecting-IP': '203.0.113.99' };
    const preflight = () =>
      call('OPTIONS', '/v1/account', { headers: { Origin: 'https://evil.example', ...address }, env });
    for (let n = 0; n < 3; n++) expect((await preflight()).status).toBe(403);
    const write = { key: reader.readKey, body: {}, headers: address, env };
    expect((await call('PATCH', '/v1/account', write)).status).toBe(403);
    expect((await preflight()).status).toBe(429);
  });
});

describe('an open route', () => {
  const network = (address: string) => ({ 'CF-Connecting-IP': address });
  /**
   * An environment whose limiter refuses from the fourth call on, and that counts queries to the database.
   */
  function watched() {
    let [limited, asked] = [0, 0];
    const DB = new Proxy(testEnv.DB, {
      get(target, name) {
        if (name === 'prepare' || name === 'batch') asked++;
        const own = target[name as 'exec'];
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
    const env = { ...testEnv, DB, REFUSALS: { limit: async () => ({ success: ++limited <= 3 }) } };
    return { env: env as typeof testEnv, asked: () => asked };
  }

  it('refuses a link that we never made, or that has ended, without asking the database', async () => {
    const { env, asked } = watched();
    const id = newId('file', clock.now());
    const [late, early] = [clock.now() + 60_000, clock.now() - 1];
    const hex = 'a'.repeat(64);
    for (const [path, status] of [
      [`/files/${id}`, 404],
      [`/files/${id}?expires=${late}&signature=x`, 404],
      [`/files/${id}?expires=1e99&signature=${hex}`, 404],
      [`/files/file_x?expires=${late}&signature=${hex}`, 404],
      [`/files/${id}?expires=${early}&signature=${hex}`, 403],
      ['/connections/short', 404],
      ['/connections/short/again', 404],
    ] as const) {
      expect([path, (await call('GET', path, { env })).status]).toEqual([path, status]);
    }
    const put = `/files/${id}/parts/1?expires=${early}&signature=${hex}`;
    expect((await call('PUT', put, { env, body: 'x' })).status).toBe(403);
    expect(asked()).toBe(0);
  });

  it.each([
    ['GET', `/files/${newId('file', 1)}?expires=9999999999999&signature=${'a'.repeat(64)}`, 404],
    ['GET', `/connections/${'x'.repeat(32)}`, 404],
  ])('lets a network that asks %s %s in vain wait', async (method, path, status) => {
    const { env, asked } = watched();
    const headers = network(`203.0.113.${100 + (path.length % 100)}`);
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await call(method, path, { env, headers })).status);
    expect(statuses).toEqual([status, status, status, status, 429, 429]);
    expect(asked()).toBeLessThanOrEqual(4);
  });

  it('looks a known origin up once in 10 s', async () => {
    const origin = 'https://embeds.example';
    await mintAccount('brand', { origins: [origin] });
    const { env, asked } = watched();
    clock.hold();
    try {
      const preflight = async () =>
        (await call('OPTIONS', '/v1/account', { env, headers: { Origin: origin } })).status;
      for (let n = 0; n < 5; n++) expect(await preflight()).toBe(204);
      expect(asked()).toBe(1);
      clock.advance(10_001);
      expect(await preflight()).toBe(204);
      expect(asked()).toBe(2);
    } finally {
      clock.release();
    }
  });
});

describe('a body that is refused', () => {
  /** How much was read of a body of 64 KiB chunks, and whether it was canceled before its end. */
  async function refused(
    path: string,
    init: RequestInit & { size: number; stalls?: boolean },
    answer: typeof answerPage = (asked, env, execution) => worker.fetch(asked as never, env, execution),
  ) {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (init.stalls && sent > 0) return new Promise(() => {});
        const chunk = new Uint8Array(65_536).fill(32);
        if (sent === 0) chunk.set(new TextEncoder().encode('GIF89a'));
        controller.enqueue(chunk);
        sent += chunk.byteLength;
        if (sent >= init.size) controller.close();
      },
      cancel() {
        cancelled = true;
      },
    });
    const execution = createExecutionContext();
    const request = new Request(`https://service.test${path}`, { method: 'POST', ...init, body });
    const { status } = await answer(request, testEnv, execution);
    await waitOnExecutionContext(execution);
    return { status, sent, cancelled };
  }

  it('is read to its end, so that its connection goes on; but at most 1 MiB of it, and for 1 s', async () => {
    const { key } = await mintAccount();
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const gif = { ...headers, 'Content-Length': '800000' };
    const size = 800_000;
    expect(await refused('/v1/account', { size })).toMatchObject({ status: 405, cancelled: false });
    expect(await refused('/v1/pixels', { size })).toMatchObject({ status: 401, cancelled: false });
    const picture = await refused('/v1/files?purpose=profile_picture', { size, headers: gif });
    expect(picture).toMatchObject({ status: 422, cancelled: false });
    expect(picture.sent).toBeGreaterThanOrEqual(size);
    const long = await refused('/v1/pixels', { size: 50_000_000, headers });
    expect(long).toMatchObject({ status: 413, cancelled: true });
    expect(long.sent).toBeLessThan(3_000_000);
    expect(await refused('/v1/pixels', { size, stalls: true })).toMatchObject({
      status: 401,
      cancelled: true,
    });
  });

  it('is read to its end by the pixel too, which answers a foreign page without a look at it', async () => {
    const { key } = await mintAccount();
    const body = { name: 'Shop', domains: ['https://shop.example'] };
    const pixel = (await call('POST', '/v1/pixels', { key, body })).body.data.id;
    const beacon = (size: number) => {
      const headers = { 'Content-Type': 'text/plain', Origin: 'https://evil.example' };
      const answer: typeof answerPage = async (asked, env, execution) =>
        pixelWorker.fetch(asked as never, env, execution);
      return refused(`/px/${pixel}/e`, { size, headers }, answer);
    };
    const short = await beacon(800_000);
    expect(short).toMatchObject({ status: 204, cancelled: false });
    expect(short.sent).toBeGreaterThanOrEqual(800_000);
    const long = await beacon(50_000_000);
    expect(long).toMatchObject({ status: 204, cancelled: true });
    expect(long.sent).toBeLessThan(3_000_000);
  });

  it('is no more read by a page with a file, before it is known who sends it', async () => {
    const account = await mintAccount();
    const path = `/app/${account.id}/connections/${newId('connection', clock.now())}`;
    const form = { 'Content-Type': 'multipart/form-data; boundary=b', 'Sec-Fetch-Site': 'same-origin' };
    const { cookies } = await signedIn(await personOf(await mintAccount()));
    const stranger = { ...form, Cookie: [...cookies].map((one) => one.join('=')).join('; ') };
    for (const [headers, status] of [
      [form, 303],
      [stranger, 404],
      [{ ...stranger, 'Sec-Fetch-Site': 'cross-site' }, 403],
    ] as const) {
      const answer = await refused(path, { size: 4_000_000, headers }, answerPage);
      expect(answer).toMatchObject({ status, cancelled: true });
      expect(answer.sent).toBeLessThan(1_500_000);
    }
  });

  it('may break off, which is no fault of ours', async () => {
    const { key } = await mintAccount();
    const brokenOff = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('\x89PNG')),
        pull: (controller) => controller.error(new Error('Network connection lost.')),
      });
    for (const [path, type] of [
      ['/v1/pixels', 'application/json'],
      ['/v1/files?purpose=profile_picture', 'image/png'],
    ]) {
      const execution = createExecutionContext();
      const request = new Request(`https://service.test${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': type!, 'Content-Length': '1000' },
        body: brokenOff(),
      });
      const { status } = await worker.fetch(request as never, testEnv, execution);
      await waitOnExecutionContext(execution);
      expect([path, status]).toEqual([path, 400]);
    }
  });
});

describe('the log', () => {
  it('of a query that failed holds no parameters', async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(console, 'error').mockImplementation((line) => lines.push(String(line)));
    const { key } = await mintAccount();
    const fails = {
      ...testEnv,
      DB: {
        prepare: (sql: string) => testEnv.DB.prepare(sql.includes('from "files"') ? `${sql} nonsense` : sql),
        batch: (statements: D1PreparedStatement[]) => testEnv.DB.batch(statements),
      },
    } as unknown as typeof testEnv;
    const answer = await call('GET', '/v1/files/file_secret', { key, env: fails });
    spy.mockRestore();
    expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(answer.body)).not.toMatch(/nonsense|sqlite|file_secret/i);
    expect(lines.join('\n')).toContain('(left out)');
    expect(lines.join('\n')).not.toMatch(/file_secret/);
  });
});
