// Shopify's own packages work with the simulator, unmodified but for the address that they are told: they check its way back
// from the consent page and its webhooks, and ask its API. And the simulator refuses what Shopify refuses.
import { describe, expect, inject, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { type Any, REDIRECT, shopAt } from './support/shopify.ts';

const simulators = { url: inject('simulators') };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (scopes?: string[]) => shopAt(simulators.url, scopes);

const ORDER = `#graphql
  query Order($id: ID!) {
    order(id: $id) {
      id name number test sourceName createdAt updatedAt cancelledAt edited taxesIncluded
      displayFinancialStatus displayFulfillmentStatus currencyCode presentmentCurrencyCode
      discountCodes customAttributes { key value } checkoutToken cartToken email
      currentSubtotalPriceSet { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }
      currentTotalTaxSet { shopMoney { amount } } currentTotalPriceSet { shopMoney { amount } }
      totalTipReceivedSet { shopMoney { amount } } totalRefundedSet { shopMoney { amount } }
      customerJourneySummary { ready lastVisit { landingPage referrerUrl } }
      lineItems(first: 20) {
        nodes {
          title isGiftCard currentQuantity sellingPlan { name }
          priceAfterAllDiscountsBeforeTaxesSet { shopMoney { amount } } taxLines(first: 5) { priceSet { shopMoney { amount } } }
        }
        pageInfo { hasNextPage endCursor }
      }
      refunds(first: 20) { id createdAt totalRefundedSet { shopMoney { amount } } }
    }
  }`;

describe('an app', () => {
  it('is installed over a callback that Shopify’s own package takes, and not with a changed byte', async () => {
    const { sdk, consent, shop } = at();
    const back = await consent();
    const query = Object.fromEntries(back.searchParams);
    expect(query).toMatchObject({ shop, state: 'st', code: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(atob(query.host!)).toBe(`admin.shopify.com/store/${shop.split('.')[0]}`);
    expect(await sdk.utils.validateHmac(query)).toBe(true);
    for (const name of ['code', 'host', 'shop', 'state'])
      expect(await sdk.utils.validateHmac({ ...query, [name]: `${query[name]}0` }), name).toBe(false);
  });

  it('opened from the shop’s side is signed as well', async () => {
    const { sdk, sim, client } = at();
    await expect(sim('install-link', { client })).rejects.toThrow(/no url/);
    const { url } = await sim('install-link', { client, url: 'https://service.example/shopify?from=admin' });
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(query.from).toBe('admin');
    expect(await sdk.utils.validateHmac(query)).toBe(true);
    expect(await sdk.utils.validateHmac({ ...query, from: 'elsewhere' })).toBe(false);
  });

  it('gets a token for an hour, once a code; the old refresh token ends when one of the new pair is used', async () => {
    const { consent, token, raw, sim, sdk, shop } = at();
    const code = (await consent()).searchParams.get('code')!;
    expect((await token({ code })).body.error_description).toMatch(/expiring/);
    const first = (await token({ code, expiring: '1' })).body;
    expect(first).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7_776_000 });
    expect((await token({ code, expiring: '1' })).status).toBe(400);
    const again = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const { session } = await sdk.auth.refreshToken({ shop, refreshToken: first.refresh_token });
    expect(session.accessToken).toMatch(/^shpat_/);
    // Nobody used the new pair, so an answer that was lost can be had again.
    const second = (await token(again)).body;
    expect((await raw(second.access_token, '{ shop { name } }')).data.shop.name).toBe('Sim Shop');
    expect((await token(again)).status).toBe(400);
    await sim('clock', { advance: HOUR });
    expect(await raw(second.access_token, '{ shop { name } }')).toMatchObject({ status: 401 });
    const third = await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token });
    expect((await raw(third.body.access_token, '{ shop { name } }')).status).toBe(200);
    await sim('clock', { advance: 90 * DAY });
    expect(
      (await token({ grant_type: 'refresh_token', refresh_token: third.body.refresh_token })).status,
    ).toBe(400);
  });

  it('is refused with a wrong secret, address, scope or shop', async () => {
    const { authorizeUrl, token, consent, sim, client, base } = at();
    await sim('app', { client, redirects: [REDIRECT] });
    const status = async (more: Record<string, string>) => (await fetch(authorizeUrl(more))).status;
    expect(await status({})).toBe(200);
    expect(await status({ redirect_uri: 'https://elsewhere.example/' })).toBe(400);
    expect(await status({ scope: 'read_minds' })).toBe(400);
    expect(await status({ client_id: 'x' })).toBe(400);
    const code = (await consent()).searchParams.get('code')!;
    expect((await token({ code, expiring: '1', client_secret: 'wrong' })).status).toBe(401);
    for (const name of ['no-shop.myshopify.com', 'shop.example', 'UPPER.myshopify.com', 'a_b.myshopify.com'])
      expect((await fetch(`${base}/${name}/admin/oauth/authorize`)).status, name).toBe(404);
  });

  it('gets fewer scopes than it asked for, and is told what it may not see', async () => {
    const { install, raw } = at(['read_orders', 'write_products', 'read_products']);
    const token = await install([['decline', 'read_orders']]);
    const { data } = await raw(token, '{ currentAppInstallation { accessScopes { handle } } }');
    expect(data.currentAppInstallation.accessScopes.map(({ handle }: Any) => handle)).toEqual([
      'read_products',
      'write_products',
    ]);
    const denied = await raw(token, '{ orders(first: 1) { nodes { id } } shop { name } }');
    expect(denied.data).toBeNull();
    expect(denied.errors[0]).toMatchObject({ path: ['orders'], extensions: { code: 'ACCESS_DENIED' } });
  });

  it('is shut out of a shop that is frozen, locked, gone or has uninstalled it', async () => {
    const { install, raw, sim, client, consent } = at();
    const token = await install();
    const ask = async () => (await raw(token, '{ shop { name } }')).status;
    for (const [state, status] of [
      ['frozen', 402],
      ['locked', 423],
      ['gone', 404],
      ['open', 200],
    ] as const) {
      await sim('shop', { state });
      expect(await ask(), state).toBe(status);
    }
    await sim('uninstall', { client });
    expect(await ask()).toBe(401);
    // The consent page asks again.
    expect((await consent()).searchParams.get('code')).toBeTruthy();
  });
});

describe('the API', () => {
  it('answers Shopify’s own client, by the schema', async () => {
    const { install, api, sim } = at();
    const client = api(await install());
    const made = await sim('orders', {
      lines: [
        { price: '119.00', quantity: 2 },
        { giftCard: true, price: '50.00' },
        { tip: true, price: '4.00' },
      ],
      taxesIncluded: true,
      taxes: [{ title: 'VAT', rate: 0.19 }],
      shipping: '11.90',
      discounts: [
        { code: 'ANNA10', percent: 10 },
        { code: 'EXTRA', amount: '4.20' },
      ],
      presentment: { currency: 'JPY', rate: 150 },
      customer: { email: 'ann@example.org', firstName: 'Ann' },
      attributes: { __service: 'v1.abc' },
      landing: 'https://shop.example/?service_id=sub_1',
    });
    const { data, errors, extensions } = await client.request<Any>(ORDER, { variables: { id: made.id } });
    expect(errors).toBeUndefined();
    expect(data.order).toMatchObject({
      name: '#1001',
      displayFinancialStatus: 'PAID',
      discountCodes: ['ANNA10', 'EXTRA'],
      customAttributes: [{ key: '__service', value: 'v1.abc' }],
      // 238.00 less 23.80 and 4.20, with tax, and the gift card; neither tip nor shipping.
      currentSubtotalPriceSet: {
        shopMoney: { amount: '260.0', currencyCode: 'USD' },
        presentmentMoney: { amount: '39000.0', currencyCode: 'JPY' },
      },
      // 33.53 of the goods and 1.90 of the shipping.
      currentTotalTaxSet: { shopMoney: { amount: '35.43' } },
      currentTotalPriceSet: { shopMoney: { amount: '275.9' } },
      totalTipReceivedSet: { shopMoney: { amount: '4.0' } },
      email: null,
      customerJourneySummary: { ready: false, lastVisit: null },
    });
    expect(
      data.order.lineItems.nodes.map((one: Any) => one.priceAfterAllDiscountsBeforeTaxesSet.shopMoney.amount),
    ).toEqual([...['176.47', '50.0', '4.0']]);
    expect(extensions!.cost).toMatchObject({ actualQueryCost: expect.any(Number) });
    await sim('clock', { advance: 600_000 });
    const later = await client.request<Any>(ORDER, { variables: { id: made.id } });
    expect(later.data.order.customerJourneySummary).toMatchObject({
      ready: true,
      lastVisit: { referrerUrl: null },
    });
  });

  it('refuses what is not in the schema, in its own words', async () => {
    const { install, raw } = at();
    const token = await install();
    const codes = async (query: string, variables = {}) =>
      (await raw(token, query, variables)).errors.map(({ extensions }: Any) => extensions.code);
    expect(await codes('{ shop { colour } }')).toEqual(['undefinedField']);
    expect(await codes('{ shop(id: 1) { name } }')).toEqual(['argumentNotAccepted']);
    expect(await codes('{ order { id } }')).toEqual(['missingRequiredArguments']);
    expect(await codes('{ shop }')).toEqual(['selectionMismatch']);
    expect(await codes('{ shop { ')).toEqual(['PARSE_ERROR']);
    expect(await codes('query($id: ID!) { order(id: $id) { id } }')).toEqual(['INVALID_VARIABLE']);
    expect(await codes('{ orders { nodes { id } } }')).toEqual(['BAD_REQUEST']);
    expect(await codes('{ orders(first: 251) { nodes { id } } }')).toEqual(['BAD_REQUEST']);
    expect(await codes('{ orders(first: 1, after: "x") { nodes { id } } }')).toEqual(['BAD_REQUEST']);
    expect((await raw(token, 5 as unknown as string)).status).toBe(400);
    expect((await raw('shpat_none', '{ shop { name } }')).status).toBe(401);
  });

  it('counts what a query could cost, then what it did, and stops who spends too much', async () => {
    const { install, raw, sim } = at();
    const token = await install();
    await sim('orders', { times: 3 });
    const cost = async (query: string) => (await raw(token, query)).extensions.cost;
    expect(await cost('{ shop { name } }')).toMatchObject({ requestedQueryCost: 1, actualQueryCost: 1 });
    const orders = (first: number) =>
      `{ orders(first: ${first}) { nodes { id lineItems(first: 10) { nodes { id } } } } }`;
    expect(await cost(orders(10))).toMatchObject({
      requestedQueryCost: 2 + 10 * (1 + 2 + 10),
      actualQueryCost: 2 + 3 * (1 + 2 + 1),
      throttleStatus: { maximumAvailable: 2000, restoreRate: 100 },
    });
    const dear = await raw(token, orders(250));
    expect(dear.errors[0].extensions).toMatchObject({ code: 'MAX_COST_EXCEEDED', cost: 3252, maxCost: 1000 });
    await sim('settings', { restoreRate: 10, bucket: 140 });
    const asked = [];
    for (let n = 0; n < 3; n++) asked.push(await raw(token, orders(10)));
    const [, , third] = asked;
    expect(third).toMatchObject({
      status: 200,
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: { cost: { requestedQueryCost: 132, actualQueryCost: null } },
    });
    expect(third.data).toBeUndefined();
    await sim('clock', { advance: 14_000 });
    expect((await raw(token, orders(10))).data.orders.nodes).toHaveLength(3);
  });

  it('lists orders as they were updated, page by page, of the last 60 days', async () => {
    const { install, raw, sim } = at();
    const token = await install();
    const old = await sim('orders', { createdAt: new Date(clock.now() - 61 * DAY).toISOString() });
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      made.push((await sim('orders', {})).id);
      await sim('clock', { advance: 60_000 });
    }
    const since = (await sim('orders', {})).updatedAt;
    await sim(`orders/${made[1]!.split('/').at(-1)}/refund`, { all: true });
    const query = `query($after: String, $query: String) {
      orders(first: 2, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { id } pageInfo { hasNextPage endCursor } }
    }`;
    const all = async (search: string) => {
      const ids: string[] = [];
      for (let after: string | null = null; ; ) {
        const { orders }: Any = (await raw(token, query, { after, query: search })).data;
        ids.push(...orders.nodes.map(({ id }: Any) => id));
        if (!orders.pageInfo.hasNextPage) return ids;
        after = orders.pageInfo.endCursor;
      }
    };
    const everything = await all('');
    expect(everything).toHaveLength(6);
    expect(everything.slice(0, 4)).toEqual([made[0], made[2], made[3], made[4]]);
    expect(await all(`updated_at:>='${since}'`)).toHaveLength(2);
    const unread = await raw(token, query, { query: `updated_at:>=${since} AND colour:red` });
    expect(unread.extensions.search[0].warnings).toHaveLength(2);
    const gone = await raw(token, 'query($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { id } } }', {
      ids: [old.id, made[0], 'gid://shopify/Order/1'],
    });
    expect(gone.data.nodes).toEqual([null, { id: made[0] }, null]);
  });
});

describe('an order', () => {
  it('is paid late, partly refunded again and again, edited and cancelled', async () => {
    const { install, raw, sim } = at();
    const token = await install();
    const { id, number } = await sim('orders', {
      lines: [{ price: '30.00', quantity: 3 }, { price: '10.00' }],
      taxes: [{ title: 'Tax', rate: 0.1 }],
      shipping: '5.00',
      pay: 'pending',
    });
    const now = async () => {
      const { order } = (await raw(token, ORDER, { id })).data;
      return [
        order.displayFinancialStatus,
        order.currentSubtotalPriceSet.shopMoney.amount,
        order.currentTotalTaxSet.shopMoney.amount,
      ];
    };
    expect(await now()).toEqual(['PENDING', '100.0', '10.5']);
    await sim(`orders/${number}/pay`, { amount: '15.50' });
    expect((await now())[0]).toBe('PARTIALLY_PAID');
    await sim(`orders/${number}/pay`);
    expect((await now())[0]).toBe('PAID');
    await sim(`orders/${number}/refund`, { lines: [{ line: 0, quantity: 1 }] });
    expect(await now()).toEqual(['PARTIALLY_REFUNDED', '70.0', '7.5']);
    // Money alone changes no subtotal.
    await sim(`orders/${number}/refund`, { amount: '2.00' });
    expect(await now()).toEqual(['PARTIALLY_REFUNDED', '70.0', '7.5']);
    await sim(`orders/${number}/edit`, { set: [{ line: 1, quantity: 0 }] });
    expect(await now()).toEqual(['PARTIALLY_REFUNDED', '60.0', '6.5']);
    await expect(sim(`orders/${number}/refund`, { lines: [{ line: 0, quantity: 9 }] })).rejects.toThrow(
      /Only 2/,
    );
    await sim(`orders/${number}/cancel`);
    expect(await now()).toEqual(['REFUNDED', '0.0', '0.0']);
    const { order } = (await raw(token, ORDER, { id })).data;
    expect(order).toMatchObject({ edited: true, cancelledAt: expect.any(String) });
    expect(order.refunds).toHaveLength(3);
  });

  it('comes from a till, from staff and from a subscription without a checkout', async () => {
    const { install, raw, sim } = at();
    const token = await install();
    for (const [kind, source] of [
      ['pos', 'pos'],
      ['draft', 'shopify_draft_order'],
      ['renewal', 'subscription_contract'],
    ]) {
      const { id } = await sim('orders', {
        kind,
        attributes: { __service: 'kept' },
        lines: [{ price: '9.00', plan: 'Monthly' }],
      });
      const { order } = (await raw(token, ORDER, { id })).data;
      expect(order).toMatchObject({ sourceName: source, checkoutToken: null, cartToken: null });
      expect(order.customAttributes).toEqual([{ key: '__service', value: 'kept' }]);
    }
  });

  it('tells who bought only an app that was approved for it', async () => {
    const { install, raw, sim } = at();
    const token = await install();
    const { id, number } = await sim('orders', { customer: { email: 'ann@example.org' } });
    const email = async () => (await raw(token, `{ order(id: "${id}") { email } }`)) as Any;
    expect((await email()).data.order.email).toBeNull();
    await sim('settings', { protected: 'error' });
    expect((await email()).errors[0].extensions.code).toBe('ACCESS_DENIED');
    await sim('settings', { protected: 'visible' });
    expect((await email()).data.order.email).toBe('ann@example.org');
    await sim(`orders/${number}/redact`);
    expect((await email()).data.order.email).toBeNull();
  });
});
