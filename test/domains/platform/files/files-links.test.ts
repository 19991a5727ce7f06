import { createExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseRange } from '../../../../src/domains/platform/files/serve-file.ts';
import { downloadUrl } from '../../../../src/domains/platform/files/signed-url.ts';
import { type Env, vars } from '../../../../src/env.ts';
import { isFilesHost } from '../../../../src/files-host.ts';
import worker from '../../../../src/index.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { follow, media, processed, upload } from '../../../harness/files.ts';
import { call, type Minted, mintAccount, ORIGIN, testEnv } from '../../../harness/world.ts';

let brand: Minted;
let file: { id: string; url: string; urlExpiresAt: string };

beforeAll(async () => {
  brand = await mintAccount();
  const answer = await upload(brand.key, 'submission', media.mp4, { name: 'Sommer "Clip" 100%.mp4' });
  file = await processed(brand.key, answer.body.data.id);
});

const bytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a link to a file', () => {
  it('gives the bytes without a key, as what they are', async () => {
    const response = await follow(file.url);
    expect(response.status).toBe(200);
    expect(await bytes(response)).toEqual(media.mp4);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(media.mp4.byteLength),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="Sommer _Clip_ 100_.mp4"; filename*=UTF-8''Sommer%20%22Clip%22%20100%25.mp4`,
    });
    expect(response.headers.get('request-id')).toMatch(/^req_/);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['Bytes=100-', 100, undefined],
    ['bytes=-20', -20, undefined],
    ['bytes=5-999999999', 5, undefined],
  ])('answers the range %s', async (range, start, end) => {
    const response = await follow(file.url, { headers: { Range: range } });
    const expected = media.mp4.slice(start, end);
    expect(response.status).toBe(206);
    expect(await bytes(response)).toEqual(expected);
    const first = start < 0 ? media.mp4.byteLength + start : start;
    expect(response.headers.get('content-range')).toBe(
      `bytes ${first}-${first + expected.byteLength - 1}/${media.mp4.byteLength}`,
    );
    expect(response.headers.get('content-length')).toBe(String(expected.byteLength));
  });

  it('answers 416 to a range outside', async () => {
    for (const range of [`bytes=${media.mp4.byteLength}-`, 'bytes=-0']) {
      const response = await follow(file.url, { headers: { Range: range } });
      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toBe(`bytes */${media.mp4.byteLength}`);
      expect(await response.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } });
    }
  });

  it.each(['bytes=0-1,5-6', 'bytes=9-5', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    'ignores %s, which is not one range of bytes',
    async (range) => {
      expect((await follow(file.url, { headers: { Range: range } })).status).toBe(200);
    },
  );

  it('goes on with If-Range only for the same bytes, and knows what a cache has', async () => {
    const etag = (await follow(file.url)).headers.get('etag')!;
    const ask = async (headers: Record<string, string>) => (await follow(file.url, { headers })).status;
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': etag })).toBe(206);
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': '"other"' })).toBe(200);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect(await ask({ 'If-None-Match': known, Range: 'bytes=0-1' })).toBe(304);
    expect(await ask({ 'If-None-Match': '"other"' })).toBe(200);
  });

  it('tells its headers to HEAD, for which there are no ranges', async () => {
    const response = await follow(file.url, { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(media.mp4.byteLength));
    expect(await response.text()).toBe('');
  });

  it('lives ten minutes', async () => {
    const left = Date.parse(file.urlExpiresAt) - clock.now();
    expect(left).toBeGreaterThan(9 * MINUTE_MS);
    expect(left).toBeLessThanOrEqual(10 * MINUTE_MS);
    const row = await testEnv.DB.prepare('SELECT id, url_key AS urlKey FROM files WHERE id = ?')
      .bind(file.id)
      .first<{ id: string; urlKey: string }>();
    const old = await downloadUrl(row!, clock.now() - 10 * MINUTE_MS - 1, 'https://service.test');
    const response = await follow(old.url);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'permission_denied', message: /expired/ } });
  });

  it('cannot be changed into another', async () => {
    const url = new URL(file.url);
    const later = new URL(url);
    later.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    const unsigned = new URL(url);
    unsigned.searchParams.delete('signature');
    const asPart = new URL(url);
    asPart.pathname += '/parts/1';
    expect((await follow(String(later))).status).toBe(404);
    expect((await follow(String(unsigned))).status).toBe(404);
    expect((await follow(String(asPart), { method: 'PUT', body: 'x' })).status).toBe(404);
    const other = (await upload(brand.key, 'submission', media.webm)).body.data;
    await processed(brand.key, other.id);
    expect((await follow(file.url.replace(file.id, other.id))).status).toBe(404);
  });

  it('takes GET and HEAD alone, and is unknown elsewhere', async () => {
    const response = await follow(file.url, { method: 'POST', body: 'x' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await follow('https://service.test/files/file_00000000000000000000000000')).status).toBe(404);
    expect((await follow('https://service.test/files/../v1/account')).status).toBe(401);
    expect((await follow('https://service.test/files/nothing')).status).toBe(404);
    const part = `${ORIGIN}/files/file_00000000000000000000000000/parts`;
    for (const number of ['0', '01', 'x', '10000', '-1']) {
      expect((await follow(`${part}/${number}`, { method: 'PUT', body: 'x' })).status, number).toBe(404);
    }
  });

  it('ends when the file is deleted', async () => {
    const { id } = (await upload(brand.key, 'submission', media.mov)).body.data;
    const { url } = await processed(brand.key, id);
    expect((await follow(url)).status).toBe(200);
    await call('PATCH', `/v1/files/${id}`, { key: brand.key, body: { status: 'deleted' } });
    expect((await follow(url)).status).toBe(404);
  });
});

describe('parseRange', () => {
  it('never leaves the file', () => {
    for (let start = 0; start < 12; start++) {
      for (let end = 0; end < 14; end++) {
        const range = parseRange(`bytes=${start}-${end}`, 10);
        if (end < start) expect(range).toBe(null);
        else if (start >= 10) expect(range).toBe('unsatisfiable');
        else expect(range).toEqual({ start, end: Math.min(end + 1, 10) });
      }
    }
    expect(parseRange('bytes=-99', 10)).toEqual({ start: 0, end: 10 });
    expect(parseRange(null, 10)).toBe(null);
  });
});

describe('a host of its own for files', () => {
  const FILES = 'https://files.test';
  const env = {
    ...testEnv,
    FILES_URL: `${FILES}/`,
    PAGES: { fetch: async () => new Response('a page') },
  } as unknown as Env;
  /** Requests a URL exactly as it is. */
  const at = async (url: string, init: RequestInit = {}) => {
    const execution = createExecutionContext();
    const request = new Request(url, { redirect: 'manual', ...init });
    return await worker.fetch(request as never, env, execution);
  };

  it('serves what links lead to, and the API sends on whoever has a link from before', async () => {
    const { body } = await call('GET', `/v1/files/${file.id}`, { key: brand.key, env });
    const { url } = body.data;
    expect(url.startsWith(`${FILES}/files/${file.id}?`)).toBe(true);
    const served = await at(url, { headers: { Range: 'bytes=0-9' } });
    expect([served.status, await bytes(served)]).toEqual([206, media.mp4.slice(0, 10)]);
    for (const method of ['GET', 'HEAD']) {
      const moved = await at(url.replace(FILES, ORIGIN), { method });
      expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([307, url, '']);
    }
    expect((await at(`${ORIGIN}/files/${file.id}?expires=1&signature=2`)).status).toBe(404);
  });

  it('answers nothing else: no API, no pages, no pixel, no documentation, and sets no cookie', async () => {
    const headers = { Authorization: `Bearer ${brand.key}`, 'Sec-Fetch-Dest': 'document' };
    const paths = [
      '/',
      '/?a=b',
      '/v1/account',
      '/docs',
      '/openapi.json',
      '/px/pxl_1.js',
      '/app',
      '/sign-in',
      '/nothing',
    ];
    for (const path of [...paths, '/.well-known/oauth-authorization-server', '/webhooks/stripe', '/files']) {
      const response = await at(FILES + path, { headers });
      expect([
        path,
        response.status,
        (await response.json<{ error: { code: string } }>()).error.code,
      ]).toEqual([path, 404, 'not_found']);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    const parts = await call('POST', '/v1/files?purpose=submission&size=200000000', { key: brand.key, env });
    const { url } = parts.body.data.upload.parts[0];
    expect(url.startsWith(`${ORIGIN}/files/`)).toBe(true);
    const put = await at(url.replace(ORIGIN, FILES), { method: 'PUT', body: 'x' });
    expect(await put.json()).toMatchObject({
      error: { message: 'This host serves files and nothing else.' },
    });
    const post = await at(`${FILES}/files/${file.id}`, { method: 'POST', headers, body: '{}' });
    expect([put.status, post.status, post.headers.get('allow')]).toEqual([404, 405, 'GET, HEAD, OPTIONS']);
    const preflight = { method: 'OPTIONS', headers: { Origin: 'https://shop.example' } };
    expect(
      (await at(`${FILES}/files/${file.id}`, preflight)).headers.get('access-control-allow-origin'),
    ).toBeNull();
    expect((await at(`${FILES}/v1/account`, preflight)).status).toBe(404);
    expect((await at(`${ORIGIN}/v1/account`, { headers })).status).toBe(200);
  });

  it('is the same as none when it is the one address, and has no path', () => {
    const same = { ...testEnv, FILES_URL: ORIGIN };
    expect(isFilesHost(`${ORIGIN}/v1/account`, same)).toBe(false);
    expect(vars({ ...testEnv, FILES_URL: undefined } as never).FILES_URL).toBe(ORIGIN);
    expect(() => vars({ ...testEnv, FILES_URL: `${FILES}/some` } as never)).toThrow();
  });
});
