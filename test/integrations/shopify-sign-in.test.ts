// Installing our app in a shop: nobody but Shopify sends a shop to us, and its tokens end when it says so.
import { beforeAll, describe, expect, it } from 'vitest';
import { vars } from '../../src/env.ts';
import { SHOP_PLATFORM_REGISTRY } from '../../src/integrations/shop-platform-registry.ts';
import { byShopPlatform } from '../../src/integrations/shop-platforms.ts';
import { shopifyAdapter as shopify } from '../../src/integrations/shopify/adapter.ts';
import { hmacSha256Hex } from '../../src/kit/crypto.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/kit/time.ts';
import { expectLogged } from '../harness/logs.ts';
import { REDIRECT, type ShopWorld, shopErrorOf, shopWorld } from '../harness/shops/shopify.ts';
import { withVars } from '../harness/world.ts';

let world: ShopWorld;
beforeAll(async () => {
  world = await shopWorld();
});

const ask = () => shopify.authorizeUrl(world.site(), { state: 'st', redirectUri: REDIRECT });
const stampOf = (query: URLSearchParams) => Number(query.get('timestamp')) * SECOND_MS;
const exchange = (query: URLSearchParams, now = stampOf(query)) =>
  shopify.exchangeCode(world.site(), { code: query.get('code')!, redirectUri: REDIRECT, query, now });
const backed = async () => (await world.consent(ask())).searchParams;
/** The same query with another signature. */
async function signed(query: URLSearchParams, secret = `sim_secret_${world.client}`) {
  const [names, copy] = [
    [...new Set(query.keys())].filter((name) => name !== 'hmac').sort(),
    new URLSearchParams(query),
  ];
  const text = new URLSearchParams(names.map((name) => [name, query.getAll(name).join(',')])).toString();
  copy.set('hmac', await hmacSha256Hex(secret, text.replaceAll('+', '%20')));
  return copy;
}

describe('a shop', () => {
  it.each([
    ['northwind', 'northwind.myshopify.com'],
    [' Northwind.MyShopify.com ', 'northwind.myshopify.com'],
    ['https://northwind.myshopify.com', 'northwind.myshopify.com'],
    ['https://northwind.myshopify.com/', 'northwind.myshopify.com'],
    ['9-lives', '9-lives.myshopify.com'],
  ])('is told by %j', (text, shop) => {
    expect(shopify.shopOf(text)).toBe(shop);
  });

  it.each([
    ...[
      '',
      '-x',
      'north wind',
      'north_wind',
      'northwind.com',
      'x.myshopify.com.evil.example',
      'a.b.myshopify.com',
    ],
    ...[
      'https://northwind.myshopify.com/admin',
      'https://northwind.myshopify.com?x=1',
      'http://northwind.myshopify.com',
    ],
    ...[
      'https://northwind.myshopify.com:444',
      'https://me@northwind.myshopify.com',
      'https://evil.example/x.myshopify.com',
    ],
    ...[
      'northwind.myshopify.com#',
      'northwind.myshopify.com/',
      'n\u00f6rth',
      'x'.repeat(61),
      'a\nb',
      '.myshopify.com',
    ],
    ...[
      'https://admin.shopify.com/store/northwind',
      '//northwind.myshopify.com',
      'northwind.myshopify.com\\@evil.example',
    ],
  ])('is not told by %j', (text) => {
    expect(shopify.shopOf(text)).toBeNull();
    expect(() => shopify.site(vars(world.env), text)).toThrow(/rejected a value/);
  });

  it('is asked for little, at its own address, by an app that is set up', () => {
    const url = new URL(ask());
    expect(url.pathname).toBe(`/shopify/${world.shop}/admin/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{
        client_id: world.client,
        scope: 'read_orders,write_draft_orders,read_fulfillments,read_products,write_discounts',
        redirect_uri: REDIRECT,
        state: 'st',
      },
    });
    expectLogged('error', /SHOPIFY_API_SECRET is not set on creator-marketing-service/);
    const none = vars(withVars(world.env, { SHOPIFY_API_SECRET: undefined }));
    expect(shopify.configured(none)).toBe(false);
    expect(() => shopify.site(none, world.shop)).toThrow(/not configured/);
    expect(shopify.configured(vars(world.env))).toBe(true);
    const plain = vars(withVars(world.env, { SHOPIFY_SHOP_URL: undefined }));
    expect(shopify.site(plain, 'a.myshopify.com').at.api).toBe('https://a.myshopify.com');
  });

  it('has its platform in the registry', async () => {
    expect(await byShopPlatform(({ load }) => load).shopify()).toBe(shopify);
    expect(SHOP_PLATFORM_REGISTRY.shopify.name).toBe(shopify.provider.name);
  });
});

describe('the way back from the consent page', () => {
  it('brings tokens of an hour, and says whose they are', async () => {
    const query = await backed();
    const now = stampOf(query);
    expect(await exchange(query)).toEqual({
      token: expect.stringMatching(/^shpat_/),
      refreshToken: expect.stringMatching(/^shprt_/),
      ...{ expiresAt: now + HOUR_MS, refreshExpiresAt: now + 90 * DAY_MS },
      ...{ user: { id: world.shop, name: 'Sim Shop' }, missing: [] },
    });
    expect(await shopErrorOf(exchange(query))).toMatchObject({ kind: 'invalid', field: 'code' });
    const without = (await world.consent(ask(), { decline: 'read_orders' })).searchParams;
    expect((await exchange(without)).missing).toEqual(['reading orders']);
    const session = await world.session();
    expect(await shopify.facts(session)).toEqual({
      ...{ name: 'Sim Shop', domain: world.shop, currency: 'usd', timezone: 'America/New_York' },
      missing: [],
    });
    // A session that was mixed up with another shop's stores nothing of it.
    expect((await shopErrorOf(shopify.facts({ ...session, shop: 'other.myshopify.com' }))).kind).toBe(
      'unreadable',
    );
  });

  it('is refused where Shopify did not sign it, for this shop, a moment ago', async () => {
    const query = await backed();
    const before = await world.sim('counts');
    const now = stampOf(query);
    for (const name of ['code', 'host', 'shop', 'state', 'timestamp', 'hmac']) {
      const changed = new URLSearchParams(query);
      const value = query.get(name)!;
      changed.set(name, value.slice(0, -1) + (value.endsWith('0') ? '1' : '0'));
      expect(await shopErrorOf(exchange(changed, now)), name).toMatchObject({
        kind: 'invalid',
        field: 'hmac',
      });
      changed.delete(name);
      expect((await shopErrorOf(exchange(changed, now))).field, `${name} is missing`).toBe('hmac');
      changed.append(name, value);
      changed.append(name, value);
      if (name !== 'hmac')
        expect((await shopErrorOf(exchange(changed, now))).field, `${name} twice`).toBe('hmac');
    }
    const more = new URLSearchParams(query);
    more.set('extra', '1');
    expect((await shopErrorOf(exchange(more, now))).field).toBe('hmac');
    for (const hmac of [
      query.get('hmac')!.slice(1),
      `${query.get('hmac')}0`,
      query.get('hmac')!.toUpperCase(),
    ]) {
      const changed = new URLSearchParams(query);
      changed.set('hmac', hmac);
      expect((await shopErrorOf(exchange(changed, now))).field, hmac).toBe('hmac');
    }
    for (const late of [91, -91])
      expect((await shopErrorOf(exchange(query, now + late * SECOND_MS))).field).toBe('hmac');
    for (const timestamp of ['', ' ', '1e9', '-1', 'x']) {
      const odd = new URLSearchParams(query);
      odd.set('timestamp', timestamp);
      expect((await shopErrorOf(exchange(await signed(odd), now))).field, timestamp).toBe('hmac');
    }
    const other = new URLSearchParams(query);
    other.set('shop', 'other.myshopify.com');
    expect(await shopErrorOf(exchange(await signed(other), now))).toMatchObject({
      kind: 'invalid',
      field: 'shop',
    });
    const bare = { code: query.get('code')!, redirectUri: REDIRECT, now };
    expect((await shopErrorOf(shopify.exchangeCode(world.site(), bare))).field).toBe('hmac');
    // Shopify heard of none of them, and what it did sign still is good.
    expect(await world.sim('counts')).toEqual(before);
    expect(await exchange(query, now + 89 * SECOND_MS)).toMatchObject({ missing: [] });
  });

  it('is refused where the token that it brings opens another shop', async () => {
    const body = (myshopifyDomain: string) =>
      JSON.stringify({ data: { shop: { name: 'Sim Shop', myshopifyDomain } } });
    const opens = async (domain: string) => {
      await world.fault('answer_after', 'POST graphql shop', { times: 1, body: body(domain) });
      return exchange(await backed());
    };
    for (const other of ['other.myshopify.com', `x${world.shop}`, world.shop.toUpperCase(), ''])
      expect((await shopErrorOf(opens(other))).kind, other).toBe('unreadable');
    expect((await opens(world.shop)).user.id).toBe(world.shop);
  });

  it('may be signed with the secret before', async () => {
    const old = world.site();
    old.app = { ...old.app, secret: 'new', oldSecret: old.app.secret };
    const query = await backed();
    const answer = { code: query.get('code')!, redirectUri: REDIRECT, query, now: stampOf(query) };
    // The code is asked for with the new secret, which the simulator does not know.
    expect((await shopErrorOf(shopify.exchangeCode(old, answer))).kind).toBe('permission');
    delete old.app.oldSecret;
    expect((await shopErrorOf(shopify.exchangeCode(old, answer))).field).toBe('hmac');
  });
});

describe('an app that is opened from the shop’s side', () => {
  it('learns which shop it was, from Shopify alone', async () => {
    const { url } = await world.sim('install-link', {
      client: world.client,
      url: 'https://service.test/?a=b c+d',
    });
    const query = new URL(url).searchParams;
    const now = stampOf(query);
    expect(await shopify.openedFrom(vars(world.env), query, now)).toBe(world.shop);
    expect(await shopify.openedFrom(vars(world.env), query, now + 91 * SECOND_MS)).toBeNull();
    query.set('shop', 'other.myshopify.com');
    expect(await shopify.openedFrom(vars(world.env), query, now)).toBeNull();
    query.set('shop', 'https://evil.example');
    expect(await shopify.openedFrom(vars(world.env), await signed(query), now)).toBeNull();
  });
});

describe('tokens', () => {
  it('are renewed without the merchant, also where an answer was lost', async () => {
    const grant = await world.install();
    await world.sim('clock', { advance: HOUR_MS });
    const session = { site: world.site(), shop: world.shop, token: grant.token };
    expect((await shopErrorOf(shopify.facts(session))).kind).toBe('auth_expired');
    await world.fault('fail_after', 'POST oauth/access_token');
    const renew = () => shopify.renew!(world.site(), grant.refreshToken!, 5);
    expect(await shopErrorOf(renew())).toMatchObject({ kind: 'transient' });
    const fresh = await renew();
    expect(fresh).toMatchObject({ expiresAt: 5 + HOUR_MS, refreshExpiresAt: 5 + 90 * DAY_MS });
    expect((await shopify.facts({ ...session, token: fresh.token })).name).toBe('Sim Shop');
    // The old refresh token ended when the new token was used.
    expect((await shopErrorOf(renew())).kind).toBe('auth_expired');
  });

  it('end with the app, which is uninstalled although its token of an hour is over', async () => {
    const grant = await world.install();
    await world.sim('clock', { advance: HOUR_MS });
    await shopify.revoke(world.site(), grant);
    expect((await shopErrorOf(shopify.renew!(world.site(), grant.refreshToken!, 5))).kind).toBe(
      'auth_expired',
    );
    const again = await world.install();
    await shopify.revoke(world.site(), { ...again, refreshToken: null });
    const over = { ...again, refreshToken: null };
    expect((await shopErrorOf(shopify.revoke(world.site(), over))).kind).toBe('auth_expired');
  });

  it.each([
    ['frozen', 'needs_human', '402'],
    ['gone', 'not_found', '404'],
  ])('of a shop that is %s have not expired', async (state, kind, platformCode) => {
    const grant = await world.install();
    const session = { site: world.site(), shop: world.shop, token: grant.token };
    await world.sim('shop', { state });
    const refused = { kind, platformCode, status: 422 };
    expect(await shopErrorOf(shopify.renew!(world.site(), grant.refreshToken!, 5))).toMatchObject(refused);
    expect(await shopErrorOf(shopify.facts(session))).toMatchObject(refused);
    expect(await shopErrorOf(shopify.revoke(world.site(), grant))).toMatchObject(refused);
    await world.sim('shop', { state: 'open' });
    expect((await shopify.facts(session)).name).toBe('Sim Shop');
  });
});
