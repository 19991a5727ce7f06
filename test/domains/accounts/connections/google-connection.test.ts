// Connecting Google: who consented, the selected account, and hourly tokens that renew themselves.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import {
  Browser,
  begin,
  connectAds,
  eventsOf,
  RETURN,
  toConsent,
} from '../../../harness/ads/ad-connections.ts';
import {
  ADA,
  CLIENT,
  CLOSED,
  type GoogleWorld,
  googleWorld,
  MAIN,
  MANAGER,
  png,
} from '../../../harness/ads/google.ts';
import * as clock from '../../../harness/clock.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let google: GoogleWorld;
let brand: Minted;
let id: string;
beforeEach(async () => {
  google = await googleWorld();
  brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
  id = await connectAds(google, brand);
});
afterEach(() => clock.release());

const ask = (method: 'GET' | 'PATCH', way = '', body?: object) =>
  call(method, `/v1/connections/${id}${way}`, { env: google.env, key: brand.key, ...(body ? { body } : {}) });
const select = (selection: object) => ask('PATCH', '', { selection });
const state = async () => (await ask('GET')).body.data;

describe('a connection to Google', () => {
  it('takes a square logo of 128 pixels and 5 MiB into its ad account, and nothing else', async () => {
    const send = (body: Uint8Array | string) =>
      call('POST', `/v1/connections/${id}/logos`, { env: google.env, key: brand.key, body });
    const refused = async (body: Uint8Array | string) => {
      const { status, body: answer } = await send(body);
      return [status, answer.error.details.reason];
    };
    expect(await refused(png(128, 128))).toEqual([422, 'selection_missing']);
    await select({ adAccountId: MAIN });
    expect(await refused(png(127, 127))).toEqual([422, 'logo_unusable']);
    expect(await refused(png(256, 128))).toEqual([422, 'logo_unusable']);
    expect(await refused('<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual([422, 'logo_unusable']);
    expect((await send(new Uint8Array(5 * 1024 ** 2 + 1))).status).toBe(413);
    const made = await send(png(128, 128));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.data.logo).toMatch(/^customers\/\d+\/assets\/\d+$/);
    const other = await mintAccount('brand');
    const theirs = await call('POST', `/v1/connections/${id}/logos`, {
      env: google.env,
      key: other.key,
      body: png(128, 128),
    });
    expect(theirs.status).toBe(404);
  });

  it('asks Google for it only so often a day, whatever is asked', async () => {
    await select({ adAccountId: MAIN });
    const used = await testEnv.DB.prepare(
      "SELECT amount FROM quota_use WHERE account_id = ? AND what = 'ad_lookups'",
    )
      .bind(brand.id)
      .first<{ amount: number }>();
    const env = { ...google.env, AD_LOOKUPS_A_DAY: String(used!.amount + 1) };
    const path = `/v1/connections/${id}`;
    const ask = (method: string, to: string, body?: object | Uint8Array) =>
      call(method, path + to, { env, key: brand.key, ...(body === undefined ? {} : { body }) });
    expect((await ask('GET', '/setup')).status).toBe(200);
    const picked = { selection: { adAccountId: MAIN } };
    for (const answer of [
      await ask('GET', '/setup'),
      await ask('PATCH', '', picked),
      await ask('POST', '/logos', png(128, 128)),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited']);
      expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    }
    expect((await ask('GET', '')).status).toBe(200);
  });

  it("is the person's, with an account of theirs or of a manager's", async () => {
    expect(await state()).toMatchObject({ provider: 'google', status: 'connected', name: 'ada@sim.example' });
    const own = (await ask('GET', '/setup')).body.data;
    expect(own.missing).toEqual(['adAccountId']);
    expect(own.options.businesses.map((one: { id: string }) => one.id)).toEqual([MANAGER]);
    expect((await select({ adAccountId: CLOSED })).body.error.details[0].code).toBe('disabled');
    expect((await select({ adAccountId: CLIENT })).body.error.details[0].code).toBe('not_listed');
    expect((await select({ adAccountId: MAIN })).body.data).toMatchObject({
      status: 'active',
      name: 'Main account',
    });
    const through = (await select({ businessId: MANAGER, adAccountId: CLIENT })).body.data;
    expect(through).toMatchObject({ status: 'active', name: 'Client' });
    const row = await testEnv.DB.prepare('SELECT currency, timezone FROM connections WHERE id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ currency: 'eur', timezone: 'Europe/Berlin' });
    expect(await connectAds(google, brand)).toBe(id);
    expect(await state()).toMatchObject({ status: 'active', name: 'Client' });
  });

  it('brings nothing without the scope for ads', async () => {
    const other = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const browser = new Browser(google);
    const form = { decline: 'https://www.googleapis.com/auth/adwords' };
    const back = await google.consent(await toConsent(browser, await begin(google, other)), form);
    const answer = await browser.go('GET', back.pathname + back.search);
    expect(answer.headers.get('location')).toBe(`${RETURN}&status=error#`);
    expect((await call('GET', '/v1/connections', { env: google.env, key: other.key })).body.data).toEqual([]);
  });

  it('goes on after the hour of a token, of which no week of warning is given', async () => {
    await select({ adAccountId: MAIN });
    const token = async () =>
      (await testEnv.DB.prepare('SELECT token FROM connections WHERE id = ?')
        .bind(id)
        .first<{ token: string }>())!.token;
    const first = await token();
    clock.hold(clock.now() + 3 * DAY_MS);
    await google.sim('clock', { advance: 3 * DAY_MS });
    const answers = await Promise.all([1, 2, 3].map(() => ask('GET', '/setup')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await token()).not.toBe(first);
    expect(await state()).toMatchObject({ status: 'active', error: null });
    // The platform ends a token early: it is renewed, and the caller's request is repeated.
    clock.advance(10 * MINUTE_MS);
    await google.sim('tokens', { end: 'access' });
    const early = await ask('GET', '/setup');
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await ask('GET', '/setup')).status).toBe(200);
  });

  it('ends once the person takes their yes back at Google, and not while Google is down', async () => {
    clock.hold(clock.now() + 2 * HOUR_MS);
    await google.sim('clock', { advance: 2 * HOUR_MS });
    await google.fault('fail_before', 'POST token');
    expect((await ask('GET', '/setup')).status).toBe(503);
    await google.sim('tokens', { user: ADA });
    expect((await ask('GET', '/setup')).body.error.details.reason).toBe('reconnect_required');
    expect((await state()).status).toBe('expired');
    expect(await eventsOf(brand.id)).toEqual(['connection.connected', 'connection.expired']);
    expect(await connectAds(google, brand)).toBe(id);
    expect((await ask('GET', '/setup')).status).toBe(200);
    // Connections that other tests left are Ada's too, in projects of their own.
    await testEnv.DB.prepare('DELETE FROM connections WHERE id != ?').bind(id).run();
    await ask('PATCH', '', { status: 'disconnected' });
    expect((await google.sim('counts')).revoke).toBe(1);
  });

  it('leaves no token in the database, nor words of Google in an answer', async () => {
    await google.fault('refuse', 'GET customers', {
      status: 403,
      code: 'authorizationError.X',
      message: 'ya29.simsecret',
    });
    const told = JSON.stringify((await ask('GET', '/setup')).body);
    const { results } = await testEnv.DB.prepare('SELECT * FROM connections').all();
    for (const text of [told, JSON.stringify(results)]) expect(text).not.toMatch(/ya29|1\/\/sim/);
  });
});
