// Webhooks of a shop: none but Shopify's is read, and each subscription is there once.
import { beforeAll, describe, expect, it } from 'vitest';
import { vars } from '../../src/env.ts';
import { shopifyAdapter as shopify } from '../../src/integrations/shopify/adapter.ts';
import type { ShopSession } from '../../src/integrations/shops/platform.ts';
import { hmacSha256Base64 } from '../../src/kit/crypto.ts';
import { type Delivery, type ShopWorld, shopErrorOf, shopWorld } from '../harness/shops/shopify.ts';
import { withVars } from '../harness/world.ts';

const URL_HERE = 'https://service.test/webhooks/shopify';
const bytes = (text: string) => new TextEncoder().encode(text);

let world: ShopWorld;
let session: ShopSession;
beforeAll(async () => {
  world = await shopWorld();
  session = await world.session();
  await world.sim('app', { client: world.client, privacy: URL_HERE });
});

const readNews = ({ headers, body }: Pick<Delivery, 'headers' | 'body'>, env = world.env) =>
  shopify.readNews(vars(env), new Headers(headers), bytes(body));
const subscriptions = async () =>
  (await world.sim('subscriptions')).data.map(
    ({ topic, uri, includeFields }: Record<string, unknown>) => [topic, uri, includeFields] as const,
  );
const mutations = async (of = world) =>
  Object.entries(await of.sim('counts')).filter(([name]) => name.startsWith('mutation '));

const ALL = [
  ['ORDERS_CREATE', URL_HERE, ['id']],
  ['ORDERS_UPDATED', URL_HERE, ['id']],
  ['ORDERS_DELETE', URL_HERE, ['id']],
  ['REFUNDS_CREATE', URL_HERE, ['order_id']],
  ['FULFILLMENTS_CREATE', URL_HERE, ['order_id']],
  ['FULFILLMENTS_UPDATE', URL_HERE, ['order_id']],
  ['PRODUCTS_CREATE', URL_HERE, ['id']],
  ['PRODUCTS_UPDATE', URL_HERE, ['id']],
  ['PRODUCTS_DELETE', URL_HERE, ['id']],
  ['SHOP_UPDATE', URL_HERE, ['myshopify_domain']],
  ['APP_UNINSTALLED', URL_HERE, ['myshopify_domain']],
];

describe('subscribing', () => {
  it('makes what is missing, and changes nothing when it is done', async () => {
    await shopify.subscribe(session, URL_HERE);
    expect((await subscriptions()).toSorted()).toEqual(ALL.toSorted());
    const before = await mutations();
    await shopify.subscribe(session, URL_HERE);
    expect(await mutations()).toEqual(before);
  });

  it('mends what points elsewhere, asks for other fields, is doubled or was dropped, and leaves the rest alone', async () => {
    const world = await shopWorld();
    const session = await world.session();
    await shopify.subscribe(session, URL_HERE);
    const [kept, ...rest] = (await world.sim('nodes', { kind: 'subscription' })).data;
    const elsewhere = 'https://old.example/webhooks';
    const [other, doubled, fields, filtered, dropped] = rest;
    await world.sim(`nodes/${encodeURIComponent(other.id)}`, { uri: elsewhere });
    await world.sim(`nodes/${encodeURIComponent(fields.id)}`, { includeFields: ['id', 'email'] });
    await world.sim(`nodes/${encodeURIComponent(filtered.id)}`, { filter: 'id:1' });
    await world.sim(`nodes/${encodeURIComponent(dropped.id)}`, { client: 'f'.repeat(32) });
    const { id, ...copy } = doubled;
    await world.sim('add', { kind: 'subscription', parent: '', ...copy, id: `${id}9`, uri: elsewhere });
    await world.sim('add', {
      kind: 'subscription',
      parent: '',
      ...copy,
      id: `${id}8`,
      topic: 'DRAFT_ORDERS_CREATE',
    });
    await shopify.subscribe(session, URL_HERE);
    const mine = (await world.sim('subscriptions')).data.filter(
      ({ client }: { client: string }) => client === world.client,
    );
    expect(mine.map(({ topic, uri }: Record<string, string>) => `${topic} ${uri}`).toSorted()).toEqual(
      [...ALL.map(([topic]) => topic), 'DRAFT_ORDERS_CREATE']
        .map((topic) => `${topic} ${URL_HERE}`)
        .toSorted(),
    );
    expect(mine.map((one: Record<string, string>) => one.id)).toContain(kept.id);
    expect(mine.every((one: Record<string, unknown>) => one.filter === null)).toBe(true);
    const before = await mutations(world);
    await shopify.subscribe(session, URL_HERE);
    expect(await mutations(world)).toEqual(before);
  });

  it('reads a list that is longer than a page whole', async () => {
    const own = await shopWorld();
    const at = await own.session();
    const nodes = Array.from({ length: 230 }, (_, n) => ({
      ...{ id: `gid://shopify/WebhookSubscription/${n + 1}`, client: own.client, version: '2026-07' },
      ...{
        topic: 'CUSTOMERS_UPDATE',
        uri: `https://a.example/${n}`,
        format: 'JSON',
        filter: null,
        name: null,
      },
      ...{
        includeFields: [],
        metafieldNamespaces: [],
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
      },
    }));
    nodes[0] = { ...nodes[0]!, topic: 'ORDERS_CREATE', uri: 'https://old.example/' };
    nodes[229] = { ...nodes[229]!, topic: 'ORDERS_CREATE', uri: 'https://older.example/' };
    await own.sim('add', { kind: 'subscription', parent: '', nodes });
    await shopify.subscribe(at, URL_HERE);
    const { data } = await own.sim('subscriptions');
    expect(data.filter(({ topic }: { topic: string }) => topic === 'ORDERS_CREATE')).toMatchObject([
      { uri: URL_HERE },
    ]);
    expect(data).toHaveLength(228 + ALL.length);
  });

  it('twice at once leaves each there once', async () => {
    const own = await shopWorld();
    const at = await own.session();
    await Promise.all([shopify.subscribe(at, URL_HERE), shopify.subscribe(at, URL_HERE)]);
    expect((await own.sim('subscriptions')).data).toHaveLength(ALL.length);
  });

  it('says what Shopify rejects, and that it may have happened where the answer is lost', async () => {
    const own = await shopWorld();
    const at = await own.session();
    expect(await shopErrorOf(shopify.subscribe(at, 'ftp://service.test/'))).toMatchObject({
      ...{ kind: 'invalid', field: 'callbackUrl', mayHaveHappened: false },
    });
    await own.fault('fail_after', 'POST graphql webhookSubscriptionCreate');
    expect(await shopErrorOf(shopify.subscribe(at, URL_HERE))).toMatchObject({
      ...{ kind: 'transient', mayHaveHappened: true },
    });
    await shopify.subscribe(at, URL_HERE);
    expect((await own.sim('subscriptions')).data).toHaveLength(ALL.length);
    const weak = await own.install({ decline: 'read_orders' });
    await own.sim('scopes', { client: own.client, granted: ['read_products'] });
    await own.sim(`nodes/${encodeURIComponent((await own.sim('subscriptions')).data.at(0).id)}`, {
      client: 'f'.repeat(32),
    });
    expect((await shopErrorOf(shopify.subscribe({ ...at, token: weak.token }, URL_HERE))).kind).toBe(
      'invalid',
    );
  });
});

describe('a webhook', () => {
  it('says what there is to read again, and nothing of the buyer', async () => {
    await shopify.subscribe(session, URL_HERE);
    await world.sim('settings', { protected: 'visible' });
    await world.take();
    const buyer = { email: 'ada@example.com', phone: '+15550100', firstName: 'Ada' };
    const order = await world.sim('orders', { customer: buyer, lines: [{ price: '10.00' }] });
    await world.sim(`orders/${order.number}/refund`, { all: true });
    await world.sim(`orders/${order.number}/edit`, { add: [{ price: '1.00' }] });
    await world.sim('shop', { name: 'New name' });
    await world.sim(`orders/${order.number}/delete`);
    const deliveries = await world.take();
    expect(deliveries.map(({ body }) => body).join()).not.toMatch(/ada|555/i);
    const news = await Promise.all(deliveries.map((one) => readNews(one)));
    const about = { shop: world.shop, order: order.number, customer: null };
    const kinds = deliveries.map(({ topic }, n) => `${topic} ${news[n]!.kind}`);
    expect(kinds).toEqual([
      ...['orders/create order', 'orders/updated order', 'orders/updated order', 'refunds/create order'],
      ...['orders/updated order', 'shop/update shop', 'orders/delete order'],
    ]);
    for (const one of news.filter((each) => each!.kind === 'order')) expect(one).toMatchObject(about);
    expect(news.find((one) => one!.kind === 'shop')).toMatchObject({ shop: world.shop, order: null });
  });

  it('about privacy says whom it is about', async () => {
    const { client } = world;
    const customer = { email: 'ada@example.com', phone: '+15550100' };
    const order = await world.sim('orders', { customer });
    await world.take();
    for (const topic of ['customers/data_request', 'customers/redact'])
      await world.sim('privacy', { client, topic, order: order.number });
    // A redaction may carry no more than an address.
    const payload = { customer: { email: 'eve@example.com' }, orders_to_redact: undefined };
    await world.sim('privacy', { client, topic: 'customers/redact', payload });
    await world.sim('privacy', { client, topic: 'shop/redact' });
    const news = await Promise.all((await world.take()).map((one) => readNews(one)));
    const about = { ...customer, orders: [order.number] };
    expect(news).toMatchObject([
      {
        kind: 'data_request',
        shop: world.shop,
        order: null,
        customer: about,
        request: expect.stringMatching(/^\d+$/),
      },
      { kind: 'customer_redact', shop: world.shop, order: null, customer: about },
      { kind: 'customer_redact', customer: { email: 'eve@example.com', phone: null, orders: [] } },
      { kind: 'shop_redact', shop: world.shop, customer: null },
    ]);
  });

  it('of the end of the app says which shop it was, as it is signed', async () => {
    const own = await shopWorld();
    await shopify.subscribe(await own.session(), URL_HERE);
    await own.sim('uninstall', { client: own.client });
    const [delivery] = await own.take();
    const elsewhere = { ...delivery!.headers, 'X-Shopify-Shop-Domain': world.shop };
    expect(await readNews({ ...delivery!, headers: elsewhere }, own.env)).toMatchObject({
      ...{ kind: 'uninstalled', shop: own.shop },
    });
  });

  it('with a wrong signature is nobody’s, whatever else it says', async () => {
    await world.sim('orders', {});
    const [delivery] = await world.take();
    const { body, headers } = delivery!;
    const mac = headers['X-Shopify-Hmac-Sha256']!;
    for (let at = 0; at < body.length; at++) {
      const changed = body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1);
      expect(await readNews({ body: changed, headers }), changed).toBeNull();
    }
    for (const wrong of [
      '',
      mac.slice(0, -1),
      `${mac}=`,
      mac.slice(4),
      mac.toLowerCase(),
      'x',
      `${mac}, ${mac}`,
      null,
    ]) {
      const { 'X-Shopify-Hmac-Sha256': _, ...without } = headers;
      const changed = wrong === null ? without : { ...headers, 'X-Shopify-Hmac-Sha256': wrong };
      expect(await readNews({ body, headers: changed }), String(wrong)).toBeNull();
    }
    expect(await readNews({ body: `${body} `, headers })).toBeNull();
    expect(await readNews({ body: '', headers })).toBeNull();
    const other = withVars(world.env, { SHOPIFY_API_SECRET: 'another' });
    expect(await readNews(delivery!, other)).toBeNull();
    const rotated = withVars(other, { SHOPIFY_OLD_API_SECRET: `sim_secret_${world.client}` });
    expect(await readNews(delivery!, rotated)).toMatchObject({ kind: 'order' });
  });

  it('that is signed and odd is read as far as it can be', async () => {
    const secret = `sim_secret_${world.client}`;
    const newsOf = async (body: string, more: Record<string, string> = {}) => {
      const mac = await hmacSha256Base64(secret, bytes(body));
      return await readNews({ body, headers: { 'X-Shopify-Hmac-Sha256': mac, ...more } });
    };
    const nothing = { kind: 'other', shop: null, order: null, product: null, customer: null, request: null };
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '{"__proto__":{}}',
      `${'['.repeat(99)}${']'.repeat(99)}`,
      '\u0000',
    ])
      expect(await newsOf(body), body).toEqual(nothing);
    const headers = { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Shop-Domain': world.shop };
    for (const id of ['"12"', '-1', '0', '1.5', '1e300', 'null', '{}', '[1]'])
      expect(await newsOf(`{"id":${id}}`, headers), id).toMatchObject({
        kind: 'order',
        order: null,
        shop: world.shop,
      });
    expect(await newsOf('{"id":450789469}', headers)).toMatchObject({ order: '450789469' });
    for (const shop of ['evil.example', 'a.myshopify.com/x', 'A.MYSHOPIFY.COM', ''])
      expect((await newsOf('{}', { ...headers, 'X-Shopify-Shop-Domain': shop }))!.shop, shop).toBeNull();
    for (const topic of ['constructor', '__proto__', 'ORDERS/CREATE', 'collections/update'])
      expect(await newsOf('{"id":1}', { ...headers, 'X-Shopify-Topic': topic }), topic).toMatchObject({
        ...{ kind: 'other', order: null },
      });
    const redact = { ...headers, 'X-Shopify-Topic': 'customers/redact' };
    const odd = JSON.stringify({
      customer: { email: 7, phone: 'x'.repeat(600) },
      orders_to_redact: [1, 'x'],
    });
    expect((await newsOf(odd, redact))!.customer).toEqual({ email: null, phone: null, orders: [] });
    // A customer without an account is named by orders alone, and nobody by nothing.
    const guest = JSON.stringify({ orders_to_redact: [7] });
    expect((await newsOf(guest, redact))!.customer).toEqual({ email: null, phone: null, orders: ['7'] });
    expect((await newsOf('{}', redact))!.customer).toBeNull();
  });
});
