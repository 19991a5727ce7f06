// The pages of connections: who connects, selects and disconnects, and what is shown when a platform refuses.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/actor.ts';
import { Browser as Consenting, connectAds, toConsent } from '../harness/ads/ad-connections.ts';
import { MAIN as GOOGLE, googleWorld, png } from '../harness/ads/google.ts';
import { MAIN, type MetaWorld, metaWorld, PAGE, TOKYO } from '../harness/ads/meta.ts';
import { countTrips, waitingFor } from '../harness/faults/trips.ts';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { call, type Minted, mintAccount, ORIGIN, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;

let meta: MetaWorld;
let brand: Minted;
let as: Record<Role, Browser>;
let id: string;
const to = (path = '') => `/app/${brand.id}/connections${path}`;
const open = (who: Browser, path: string) => ask(who, path, { env: meta.env });
const act = (who: Browser, path: string, action: string, fields: Record<string, string> = {}) =>
  send(who, path, action, fields, { env: meta.env });

beforeAll(async () => {
  meta = await metaWorld();
  brand = await mintAccount('brand', { name: 'Northwind', origins: ['https://app.brand.example'] });
  const [owner, admin, member] = await Promise.all(
    (['owner', 'admin', 'member'] as const).map(async (role) => signedIn(await personOf(brand, role))),
  );
  as = { owner: owner!, admin: admin!, member: member! };
});

describe('connections', () => {
  it('begin at the page, go through the platform and end there again', async () => {
    expect(wordsOf(await open(as.owner, to()))).toContain('Nothing is connected yet');
    const begun = await act(as.owner, to(), 'connect', { provider: 'meta', _id: 'meta' });
    const visit = begun.headers.get('location')!;
    expect([begun.status, visit]).toEqual([
      303,
      expect.stringMatching(`^${ORIGIN}/connections/[0-9A-Za-z]{32}$`),
    ]);
    const browser = new Consenting(meta);
    const back = await meta.consent(await toConsent(browser, visit));
    const ended = (await browser.go('GET', back.pathname + back.search)).headers.get('location');
    expect(ended).toBe(`${ORIGIN}${to()}?status=connected#`);
    const page = await open(as.owner, `${to()}?status=connected`);
    expect(wordsOf(page)).toMatch(
      /Connected For an ad platform, open the connection.*Ada.*Meta.*Setup required/,
    );
    id = /\/connections\/(conn_[0-9a-z]{26})/.exec(page.html)![1]!;
    expect(wordsOf(await open(as.owner, `${to()}?status=error`))).toContain('Nothing was connected');
  });

  it('are set up from what the platform has, and say what is missing', async () => {
    const page = to(`/${id}`);
    const before = await open(as.admin, page);
    expect(wordsOf(before)).toMatch(/choose: Ad account, Page\..*Tokyo \(JPY\)/);
    const half = await act(as.admin, page, 'select', { 'selection.adAccountId': MAIN });
    expect([half.status, half.headers.get('location')]).toEqual([303, page]);
    expect(wordsOf(await open(as.admin, page))).toMatch(/Saved\. Some settings are still missing/);
    await act(as.admin, page, 'select', { 'selection.adAccountId': MAIN, 'selection.pageId': PAGE });
    const after = await open(as.admin, page);
    expect(wordsOf(after)).toMatch(/Main account.*Active/);
    expect(after.html).toMatch(new RegExp(`value="${MAIN}" selected`));
    const wrong = await act(as.admin, page, 'select', { 'selection.pageId': '1' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toMatch(/name="selection\.pageId"[^>]*aria-invalid="true"/);
    expect((await act(as.admin, to(), 'connect', { provider: 'myspace' })).status).toBe(422);
  });

  it('are only looked at by members, and not at all by strangers and partners as themselves', async () => {
    for (const path of [to(), to(`/${id}`)]) {
      const page = await open(as.member, path);
      expect(page.status).toBe(200);
      expect(page.html).not.toContain('name="_action"');
    }
    expect(wordsOf(await open(as.member, to(`/${id}`)))).toMatch(/Ad account Main account/);
    const stranger = await signedIn(await personOf(await mintAccount()));
    expect((await open(stranger, to())).status).toBe(404);
    const partner = await mintAccount('partner');
    const agent = await signedIn(await personOf(partner));
    expect((await open(agent, `/app/${partner.id}`)).html).not.toContain('/connections"');
    expect((await open(agent, `/app/${partner.id}/connections/${id}`)).status).toBe(404);
  });

  it("belong to a partner's client when its people connect them there", async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const agent = await signedIn(await personOf(partner));
    const begun = await act(agent, `/app/${client.id}/connections`, 'connect', { provider: 'meta' });
    expect(begun.status).toBe(303);
    const visit = begun.headers.get('location')!.split('/').at(-1);
    const row = await testEnv.DB.prepare('SELECT holder FROM connection_visits WHERE id = ?')
      .bind(visit)
      .first();
    expect(row).toEqual({ holder: client.id });
  });

  it('at Google take a logo in a form, which new campaigns begin with', async () => {
    const google = await googleWorld();
    const own = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const connection = await connectAds(google, own);
    const asOwn = { env: google.env, key: own.key };
    const body = { selection: { adAccountId: GOOGLE } };
    expect((await call('PATCH', `/v1/connections/${connection}`, { ...asOwn, body })).status).toBe(200);
    await call('PATCH', '/v1/ad-defaults', {
      ...asOwn,
      body: { settings: { google: { businessName: 'Acme' } } },
    });
    const owner = await signedIn(await personOf(own, 'owner'));
    const page = `/app/${own.id}/connections/${connection}`;
    const put = (file: Blob, path = page) =>
      send(owner, path, 'logo', {}, { env: google.env, files: { logo: file } });
    const oblong = await put(new Blob([png(256, 128)], { type: 'image/png' }));
    expect([oblong.status, wordsOf(oblong)]).toEqual([422, expect.stringContaining('A logo must be square')]);
    expect((await put(new Blob([]))).html).toMatch(/name="logo"[^>]*aria-invalid="true"/);
    expect((await put(new Blob([new Uint8Array(6 * 1024 ** 2)]))).status).toBe(413);
    expect((await put(new Blob([png(128, 128)], { type: 'image/png' }))).status).toBe(303);
    const { settings } = (await call('GET', '/v1/ad-defaults', asOwn)).body.data;
    expect(settings.google).toEqual({
      businessName: 'Acme',
      logo: expect.stringMatching(/^customers\/\d+\/assets\/\d+$/),
    });
    expect(wordsOf(await ask(owner, page, { env: google.env }))).toContain(settings.google.logo);
    // Other pages accept no files.
    const elsewhere = await send(
      as.owner,
      to(),
      'connect',
      {},
      { env: meta.env, files: { logo: new Blob() } },
    );
    expect(elsewhere.status).toBe(415);
  });

  it('say why a platform does not agree, and are connected again or disconnected', async () => {
    await meta.fault('fail_before', 'GET me/adaccounts');
    const silent = await open(as.owner, to(`/${id}`));
    expect(silent.status).toBe(200);
    expect(wordsOf(silent)).toContain('Couldn’t load options Meta is not responding. Try again.');
    await testEnv.DB.prepare("UPDATE connections SET status = 'expired', token = NULL WHERE id = ?")
      .bind(id)
      .run();
    const ended = await open(as.owner, to(`/${id}`));
    expect(wordsOf(ended)).toMatch(/Meta no longer accepts this connection\. Reconnect it\..*Reconnect Meta/);
    expect(wordsOf(await open(as.owner, to()))).toContain('Meta no longer accepts this connection');
    const again = await act(as.owner, to(`/${id}`), 'again');
    expect(again.headers.get('location')).toMatch(/\/connections\/[0-9A-Za-z]{32}$/);
    expect(await connectAds(meta, brand)).toBe(id);
    expect(wordsOf(await open(as.owner, to(`/${id}?ask=disconnect`)))).toContain('Disconnect Main account?');
    const over = await act(as.owner, to(`/${id}`), 'disconnect');
    expect([over.status, over.headers.get('location')]).toEqual([303, to()]);
    const last = await open(as.owner, to(`/${id}`));
    expect(wordsOf(last)).toContain('Disconnected');
    expect(last.html).not.toContain('name="_action"');
    expect(wordsOf(await open(as.owner, to()))).toContain('Nothing is connected yet');
  });

  it('wait for the database three times at most', async () => {
    await connectAds(meta, brand);
    await act(as.owner, to(`/${id}`), 'select', { 'selection.adAccountId': TOKYO, 'selection.pageId': PAGE });
    for (const path of [to(), to(`/${id}`)]) {
      const { env, count } = countTrips();
      expect((await ask(as.owner, path, { env: { ...meta.env, DB: env.DB } })).status, path).toBe(200);
      expect(count(), path).toBeLessThanOrEqual(MOST_TRIPS);
    }
  });

  it('are asked nothing about shops where they are none', async () => {
    const asked: string[] = [];
    const { DB } = waitingFor(async (sql) => void asked.push(sql));
    expect((await ask(as.owner, to(`/${id}`), { env: { ...meta.env, DB } })).status).toBe(200);
    expect(asked.join('\n')).not.toMatch(/due_orders|data_requests/);
  });
});
