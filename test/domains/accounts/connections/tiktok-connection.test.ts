// TikTok's connection: an advertiser and an identity to select, and a token that works until the platform
// refuses it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import {
  Browser,
  begin,
  connectAds,
  eventsOf,
  RETURN,
  toConsent,
} from '../../../harness/ads/ad-connections.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import {
  ADA,
  CENTER,
  CLOSED,
  GRACE,
  IDENTITY,
  LINKED,
  MAIN,
  TOKYO,
  TOKYO_IDENTITY,
  tiktokWorld,
} from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let tiktok: ScriptedAds;
let brand: Minted;
let id: string;
beforeEach(async () => {
  tiktok = await tiktokWorld();
  brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
  id = await connectAds(tiktok, brand);
});
afterEach(() => clock.release());

const get = (way = '') => call('GET', `/v1/connections/${id}${way}`, { env: tiktok.env, key: brand.key });
const patch = (body: object) =>
  call('PATCH', `/v1/connections/${id}`, { env: tiktok.env, key: brand.key, body });
const select = (selection: object) => patch({ selection });
const state = async () => (await get()).body.data;

describe('setting up', () => {
  it('lists what goes with an advertiser, and is done with it and an identity of its own', async () => {
    const before = (await get('/setup')).body.data;
    expect(before).toMatchObject({ selection: {}, missing: ['advertiserId', 'identityId'] });
    expect(before.options.advertisers).toHaveLength(3);
    expect(before.options.identities).toEqual([]);
    const asked = (await get(`/setup?advertiserId=${MAIN}&businessCenterId=${CENTER}`)).body.data.options;
    expect(asked.identities.map((one: { id: string }) => one.id)).toEqual([IDENTITY, LINKED]);
    expect((await select({ advertiserId: MAIN })).body.data).toMatchObject({
      provider: 'tiktok',
      status: 'connected',
      name: 'Main advertiser',
    });
    expect((await select({ identityId: IDENTITY })).body.data.status).toBe('active');
    // The identity belongs to the other advertiser.
    expect((await select({ advertiserId: TOKYO })).body.data).toMatchObject({
      status: 'connected',
      name: 'Tokyo',
    });
    expect((await select({ identityId: TOKYO_IDENTITY })).body.data.status).toBe('active');
    const row = await testEnv.DB.prepare('SELECT currency, timezone FROM connections WHERE id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ currency: 'jpy', timezone: 'Asia/Tokyo' });
    // Connecting again keeps the selections.
    expect(await connectAds(tiktok, brand)).toBe(id);
    expect(await state()).toMatchObject({ status: 'active', name: 'Tokyo' });
  });

  it('refuses what is not listed, closed or of somebody else, and says why', async () => {
    const wrong: [object, string, string][] = [
      [{ advertiserId: '7200000000000000004' }, 'advertiserId', 'not_listed'],
      [{ advertiserId: CLOSED }, 'advertiserId', 'disabled'],
      [{ identityId: TOKYO_IDENTITY }, 'identityId', 'not_listed'],
      [{ advertiserId: MAIN, identityId: LINKED }, 'identityId', 'not_listed'],
      [{ adAccountId: '1' }, 'adAccountId', 'invalid'],
    ];
    for (const [selection, field, code] of wrong) {
      const answer = await select(selection);
      expect([answer.status, answer.body.error.details]).toEqual([
        ...[422, [{ path: `/selection/${field}`, message: expect.any(String), code }]],
      ]);
    }
    expect(await state()).toMatchObject({ status: 'connected', name: 'Ada Sim' });
  });
});

describe('the end', () => {
  it('has no day: it comes when the platform refuses the token, and the same person mends it', async () => {
    await select({ advertiserId: MAIN, identityId: IDENTITY });
    clock.hold(clock.now() + 500 * DAY_MS);
    await runJobs(jobsNamed('watch connections'), clock.now(), tiktok.env);
    expect(await state()).toMatchObject({ status: 'active', error: null });
    await tiktok.sim('tokens', { user: ADA });
    const answer = await get('/setup');
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'reconnect_required']);
    expect(await state()).toMatchObject({ status: 'expired', error: expect.stringContaining('TikTok') });
    // Events of the same millisecond have no order.
    clock.advance(1000);
    expect(await connectAds(tiktok, brand)).toBe(id);
    expect(await state()).toMatchObject({ status: 'active', name: 'Main advertiser', error: null });
    expect(await eventsOf(brand.id)).toEqual([
      ...['connection.connected', 'connection.expired', 'connection.connected'],
    ]);
  });

  it('by its owner gives the consent back', async () => {
    // Connections that other tests left are Ada's too, in apps of their own.
    await testEnv.DB.prepare('DELETE FROM connections WHERE holder <> ?').bind(brand.id).run();
    expect((await patch({ status: 'disconnected' })).body.data.status).toBe('disconnected');
    expect((await tiktok.sim('counts'))['POST oauth2/revoke_token']).toBe(1);
  });
});

describe('a consent', () => {
  it('that was refused, or for no advertiser, connects nothing', async () => {
    const other = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const browser = new Browser(tiktok);
    const url = await begin(tiktok, other);
    const page = String((await browser.go('GET', url)).body);
    expect(page).toContain('your advertisers');
    await tiktok.sim('nodes/7200000000000000004', { _users: [] });
    const forms: Record<string, string>[] = [{ answer: 'deny' }, { user: GRACE, decline: MAIN }];
    for (const form of forms) {
      const back = await tiktok.consent(await toConsent(browser, url), form);
      const answer = await browser.go('GET', back.pathname + back.search);
      expect(answer.headers.get('location')).toBe(`${RETURN}&status=error#`);
    }
    expect(await eventsOf(other.id)).toEqual([]);
  });
});

it('shows its token to nobody', async () => {
  const told: string[] = [];
  const printed: unknown[] = [];
  for (const level of ['log', 'warn', 'error', 'info'] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void printed.push(line));
  await tiktok.fault('refuse', 'GET advertiser/info', { code: 40105, message: 'ttsim1xsecret' });
  for (const way of ['', '/setup']) {
    const answer = await get(way);
    told.push(JSON.stringify([...answer.headers, answer.body]));
  }
  vi.restoreAllMocks();
  const { results } = await testEnv.DB.prepare('SELECT * FROM connections').all();
  for (const text of [JSON.stringify(results), JSON.stringify(printed), told.join()])
    expect(text).not.toContain('ttsim');
});
