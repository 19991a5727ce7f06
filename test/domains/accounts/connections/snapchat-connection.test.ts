// A connection to Snapchat: its selections, and an hourly token whose renewal nobody notices.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { connectAds, eventsOf } from '../../../harness/ads/ad-connections.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import {
  ADA,
  CLOSED,
  MAIN,
  ORGANIZATION,
  PROFILE,
  snapchatWorld,
  TOKYO,
} from '../../../harness/ads/snapchat.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let world: ScriptedAds;
let brand: Minted;
let id: string;
beforeEach(async () => {
  world = await snapchatWorld();
  brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
  id = await connectAds(world, brand);
});
afterEach(() => clock.release());

const get = (way = '') => call('GET', `/v1/connections/${id}${way}`, { env: world.env, key: brand.key });
const select = (selection: object) =>
  call('PATCH', `/v1/connections/${id}`, { env: world.env, key: brand.key, body: { selection } });
const ALL = { organizationId: ORGANIZATION, adAccountId: MAIN, profileId: PROFILE };

describe('setting up', () => {
  it('asks for organization, ad account and profile, in any order or all at once', async () => {
    const before = (await get('/setup')).body.data;
    expect(before).toMatchObject({ selection: {}, missing: ['organizationId', 'adAccountId', 'profileId'] });
    expect(Object.keys(before.options).sort()).toEqual(['adAccounts', 'organizations', 'profiles']);
    expect((await select({ adAccountId: TOKYO })).body.data).toMatchObject({
      status: 'connected',
      name: 'Tokyo',
    });
    const row = await testEnv.DB.prepare('SELECT currency, timezone FROM connections WHERE id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ currency: 'jpy', timezone: 'Asia/Tokyo' });
    expect((await select(ALL)).body.data).toMatchObject({ status: 'active', name: 'Main account' });
    expect((await get('/setup')).body.data).toMatchObject({ selection: ALL, missing: [] });
    for (const [choice, value, code] of [
      ['adAccountId', CLOSED, 'disabled'],
      ['organizationId', ADA, 'not_listed'],
      ['profileId', 'x', 'not_listed'],
      ['pageId', '1', 'invalid'],
    ] as const)
      expect((await select({ [choice]: value })).body.error.details[0].code, choice).toBe(code);
  });
});

describe('the end of a token', () => {
  it('is not noticed: it is renewed once, and nobody is warned', async () => {
    await select(ALL);
    clock.hold(clock.now() + 3 * DAY_MS);
    await world.sim('clock', { advance: 3 * DAY_MS });
    await runJobs(jobsNamed('watch connections'), clock.now(), world.env);
    expect((await get()).body.data).toMatchObject({ status: 'active', error: null });
    const many = await Promise.all([1, 2, 3].map(() => get('/setup')));
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200]);
    // One request for the code, and one for all three renewals.
    expect((await world.sim('counts'))['POST login/oauth2/access_token']).toBe(2);
    expect(await eventsOf(brand.id)).toEqual(['connection.connected']);
  });

  it('in the middle of a call is mended by the next one, also where refresh tokens are good once', async () => {
    await world.sim('settings', { rotating: true });
    for (let round = 0; round < 2; round++) {
      clock.hold(clock.now() + HOUR_MS / 2);
      await world.sim('tokens', { user: ADA, renewals: false });
      expect((await get('/setup')).status).toBe(503);
      expect((await get('/setup')).status).toBe(200);
    }
  });

  it("by the person's will is the connection's end", async () => {
    await world.sim('tokens', { user: ADA });
    const answer = await get('/setup');
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'reconnect_required']);
    expect((await get()).body.data.status).toBe('expired');
    expect(await connectAds(world, brand)).toBe(id);
  });
});

it('keeps tokens out of the database, and takes them back when it ends', async () => {
  const row = await testEnv.DB.prepare('SELECT * FROM connections WHERE id = ?').bind(id).first();
  expect(JSON.stringify(row)).not.toContain('snapsim.');
  // Connections that other tests left are Ada's too, in apps of their own.
  await testEnv.DB.prepare('DELETE FROM connections WHERE holder != ?').bind(brand.id).run();
  await call('PATCH', `/v1/connections/${id}`, {
    env: world.env,
    key: brand.key,
    body: { status: 'disconnected' },
  });
  expect((await world.sim('counts'))['POST login/oauth2/revoke_token']).toBe(1);
});
