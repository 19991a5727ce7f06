// A connection to a shop: its owner's consent, whose shop it is, and its end.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { useShop } from '../../../../src/domains/accounts/connections/use-connection.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import { Browser, begin, eventsOf, RETURN, toConsent } from '../../../harness/ads/ad-connections.ts';
import * as clock from '../../../harness/clock.ts';
import { arrive, comeBack, connectShop } from '../../../harness/shops/connect-shop.ts';
import { type ShopWorld, shopWorld } from '../../../harness/shops/shopify.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let world: ShopWorld;
let brand: Minted;
beforeEach(async () => {
  world = await shopWorld();
  brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
});
afterEach(() => clock.release());

const start = (body: object, who: { key: string } = brand) =>
  call('POST', '/v1/connections', { env: world.env, key: who.key, body: { provider: 'shopify', ...body } });
const get = async (id: string, way = '') =>
  await call('GET', `/v1/connections/${id}${way}`, { env: world.env, key: brand.key });
const disconnect = (id: string, who = brand) =>
  call('PATCH', `/v1/connections/${id}`, { env: world.env, key: who.key, body: { status: 'disconnected' } });
/** What asks the shop with the connection's token of now. */
async function asked(id: string) {
  const ctx = systemCtx(world.env, clock.now());
  const row = (await connectionById(ctx, id))!;
  return await useShop(ctx, row, async (platform, session) => () => platform.facts(session));
}
/** Asks the shop through the connection. */
async function facts(id: string) {
  const ctx = systemCtx(world.env, clock.now());
  const row = (await connectionById(ctx, id))!;
  return await useShop(ctx, row, (platform, session) => platform.facts(session));
}

describe('connecting', () => {
  it('names the store and what is asked for, and ends with a connection that has nothing to pick', async () => {
    await world.sim('shop', { name: 'Northwind' });
    const browser = new Browser(world);
    const visit = await begin(world, brand, { shop: ` HTTPS://${world.shop.toUpperCase()}/ ` });
    const page = await browser.go('GET', visit);
    expect(page.status).toBe(200);
    expect(String(page.body)).toContain(world.shop);
    expect(String(page.body)).toMatch(/orders/i);
    const back = await world.consent(await toConsent(browser, visit));
    expect((await arrive(browser, back)).headers.get('location')).toBe(`${RETURN}&status=connected#`);
    const listed = await call('GET', '/v1/connections', { env: world.env, key: brand.key });
    expect(listed.body.data).toHaveLength(1);
    expect(listed.body.data[0]).toMatchObject({
      provider: 'shopify',
      status: 'connected',
      name: 'Northwind',
      handle: world.shop,
      error: null,
      activeCampaigns: 0,
      canDisconnect: true,
    });
    const { id } = listed.body.data[0];
    expect((await get(id, '/setup')).body.data).toEqual({ options: {}, selection: {}, missing: [] });
    expect(await eventsOf(brand.id)).toEqual(['connection.connected']);
    const row = await testEnv.DB.prepare('SELECT * FROM connections WHERE id = ?').bind(id).first();
    expect(JSON.stringify(row)).not.toMatch(/shpat_|shprt_/);
  });

  it.each([
    ['a path', 'northwind.myshopify.com/admin'],
    ['a port', 'northwind.myshopify.com:8443'],
    ['another host', 'northwind.example.com'],
    ['a host that only ends alike', 'northwind.evilmyshopify.com'],
    ['a host behind it', 'northwind.myshopify.com.evil.example'],
    ['a person', 'ada@northwind.myshopify.com'],
    ['a query', 'https://northwind.myshopify.com/?a'],
    ['a subdomain', 'a.northwind.myshopify.com'],
    ['spaces', 'north wind'],
  ])('refuses %s as a shop', async (_, shop) => {
    const answer = await start({ shop });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0]).toMatchObject({ path: '/shop', code: 'shop' });
  });

  it('needs a shop, a brand, and a page', async () => {
    expect((await start({})).body.error.details[0]).toMatchObject({ path: '/shop', code: 'required' });
    const elements = await start({ shop: 'northwind', checkout: 'elements' });
    expect(elements.body.error.details.reason).toBe('hosted_only');
    const partner = await mintAccount('partner');
    const itself = await start({ shop: 'northwind' }, partner);
    expect(itself.body.error.details.reason).toBe('brands_only');
  });

  it('is refused where the deployment has no app there', async () => {
    const answer = await call('POST', '/v1/connections', {
      key: brand.key,
      body: { provider: 'shopify', shop: 'northwind' },
    });
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'provider_unavailable']);
  });
});

describe("the shop's answer", () => {
  const nothing = async () =>
    (await testEnv.DB.prepare('SELECT count(*) n FROM connections WHERE holder = ?').bind(brand.id).first())!
      .n;

  it.each(['hmac', 'shop', 'timestamp', 'code'])('with another %s connects nothing', async (name) => {
    const { browser, back } = await comeBack(world, brand);
    const value = back.searchParams.get(name)!;
    const other = (await shopWorld()).shop;
    back.searchParams.set(
      name,
      name === 'shop' ? other : value.replace(/^./, (c) => (c === '1' ? '2' : '1')),
    );
    expect((await arrive(browser, back)).headers.get('location')).toBe(`${RETURN}&status=error#`);
    expect(await nothing()).toBe(0);
  });

  it('from before the last 90 seconds connects nothing', async () => {
    const { browser, back } = await comeBack(world, brand);
    clock.hold(clock.now() + 2 * MINUTE_MS);
    expect((await arrive(browser, back)).headers.get('location')).toBe(`${RETURN}&status=error#`);
    expect(await nothing()).toBe(0);
  });

  it('of one shop does not connect another, though both are the same app’s', async () => {
    const other = await shopWorld();
    const browser = new Browser(world);
    const consentPage = await toConsent(browser, await begin(world, brand, { shop: world.shop }));
    const back = await world.consent(consentPage.replace(world.shop, other.shop));
    expect((await arrive(browser, back)).headers.get('location')).toBe(`${RETURN}&status=error#`);
    expect(await nothing()).toBe(0);
  });
});

describe('a shop', () => {
  const shown = async (who: Minted) => {
    const { browser, back } = await comeBack(world, who, { returnUrl: undefined });
    return await arrive(browser, back);
  };

  it('of one account is not connected to another, which is told so once its owner consented', async () => {
    const id = await connectShop(world, brand);
    const rival = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const page = await shown(rival);
    expect(page.status).toBe(409);
    expect(String(page.body)).toContain('connected to another account');
    expect(String(page.body)).not.toContain(brand.id);
    // A return URL only gets the status.
    const { browser, back } = await comeBack(world, rival);
    expect((await arrive(browser, back)).headers.get('location')).toBe(`${RETURN}&status=error#`);
    // Who only says that they own it learns nothing.
    const forged = await comeBack(world, rival, { returnUrl: undefined });
    forged.back.searchParams.set('hmac', 'f'.repeat(64));
    const refused = await arrive(forged.browser, forged.back);
    expect([refused.status, String(refused.body).includes('another account')]).toEqual([200, false]);
    // The tokens of the account that has it still work.
    expect(await facts(id)).toMatchObject({ currency: expect.any(String) });
    expect((await disconnect(id)).status).toBe(200);
    expect((await shown(rival)).status).toBe(200);
    const rows = await testEnv.DB.prepare(
      'SELECT holder, status FROM connections WHERE handle = ? ORDER BY id',
    )
      .bind(world.shop)
      .all();
    expect(rows.results).toEqual([
      { holder: brand.id, status: 'disconnected' },
      { holder: rival.id, status: 'connected' },
    ]);
  });

  it('that two accounts connect in the same moment is one’s', async () => {
    const rival = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const ways = [await comeBack(world, brand), await comeBack(world, rival)];
    const ends = await Promise.all(ways.map(({ browser, back }) => arrive(browser, back)));
    const where = ends.map(({ headers }) => headers.get('location'));
    expect(where.sort()).toEqual([`${RETURN}&status=connected#`, `${RETURN}&status=error#`]);
    const rows = await testEnv.DB.prepare('SELECT id FROM connections WHERE handle = ?')
      .bind(world.shop)
      .all();
    expect(rows.results).toHaveLength(1);
  });

  it('that is connected again keeps its connection', async () => {
    const id = await connectShop(world, brand);
    expect(await connectShop(world, brand)).toBe(id);
    expect(await eventsOf(brand.id)).toEqual(['connection.connected', 'connection.connected']);
  });

  it('renews its hourly token unnoticed', async () => {
    const id = await connectShop(world, brand);
    clock.hold(clock.now() + 2 * HOUR_MS);
    await world.sim('clock', { advance: 2 * HOUR_MS });
    expect(await facts(id)).toMatchObject({ currency: expect.any(String) });
    expect((await get(id)).body.data).toMatchObject({ status: 'connected', error: null });
  });

  it('that has uninstalled the app has to be reconnected, and then is the same connection', async () => {
    const id = await connectShop(world, brand);
    await world.sim('uninstall', { client: world.client });
    await expect(facts(id)).rejects.toMatchObject({ details: { reason: 'reconnect_required' } });
    expect((await get(id)).body.data).toMatchObject({
      status: 'reconnect_required',
      error: expect.stringContaining('Reconnect'),
      canDisconnect: true,
    });
    expect(await eventsOf(brand.id)).toEqual(['connection.connected', 'connection.expired']);
    expect(await connectShop(world, brand)).toBe(id);
    expect((await get(id)).body.data).toMatchObject({ status: 'connected', error: null });
  });

  it('that is disconnected loses the app, and is in no list', async () => {
    const id = await connectShop(world, brand);
    const ask = await asked(id);
    expect(await ask()).toMatchObject({ currency: expect.any(String) });
    expect((await disconnect(id)).body.data).toMatchObject({ status: 'disconnected', canDisconnect: false });
    await expect(ask()).rejects.toMatchObject({ kind: 'auth_expired' });
    const listed = await call('GET', '/v1/connections', { env: world.env, key: brand.key });
    expect(listed.body.data).toEqual([]);
  });
});
