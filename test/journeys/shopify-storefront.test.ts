// The simulated shop as visitors have it: the Ajax API of carts, checkouts that make orders, the Customer Privacy API, and
// custom pixels in their frames.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { type Browser, startBrowser } from './support/browser.ts';
import { type Any, shopAt } from './support/shopify.ts';
import { shopOrigin, visitorOf } from './support/storefront.ts';

const simulators = { url: inject('simulators') };
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const MORNING = 70011;
const NIGHT = 70021;
const SOLD_OUT = 70031;
const DRAFT = 70051;

const at = () => {
  const app = shopAt(simulators.url);
  const visitor = visitorOf(simulators.url, app.shop);
  const orders = async (): Promise<Any[]> => {
    const token = await app.install();
    const fields =
      'id legacyResourceId cartToken checkoutToken customAttributes { key value } customerJourneySummary { lastVisit { landingPage referrerUrl } } lineItems(first: 5) { nodes { title quantity customAttributes { key value } } }';
    return (await app.raw(token, `{ orders(first: 10) { nodes { ${fields} } } }`)).data.orders.nodes;
  };
  return { ...app, ...visitor, orders, origin: shopOrigin(simulators.url, app.shop) };
};

describe('a cart', () => {
  it('is kept by a cookie, and shows no private attribute', async () => {
    const { cart, cookies } = at();
    const empty = await cart('/cart.js');
    expect(empty).toMatchObject({ http: 200, items: [], attributes: {}, item_count: 0, currency: 'USD' });
    expect(decodeURIComponent(cookies.get('cart')!)).toBe(empty.token);
    const added = await cart('/cart/add.js', {
      items: [{ id: MORNING, quantity: 2, properties: { Grind: 'fine' } }],
    });
    expect(added.items[0]).toMatchObject({ variant_id: MORNING, quantity: 2, final_line_price: 3600 });
    const attributes = { __service: 'v1.abc', gift: 'yes' };
    expect((await cart('/cart/update.js', { attributes })).attributes).toEqual({ gift: 'yes' });
    expect(await cart('/cart.js')).toMatchObject({
      token: empty.token,
      attributes: { gift: 'yes' },
      total_price: 3600,
      items: [{ title: 'Morning Roast - 250 g', properties: { Grind: 'fine' } }],
    });
    const { key } = added.items[0];
    expect((await cart('/cart/change.js', { id: key, quantity: 3 })).item_count).toBe(3);
    expect((await cart('/cart/update.js', { updates: { [NIGHT]: 1, [MORNING]: 0 } })).items).toHaveLength(1);
    expect(await cart('/cart/clear.js', {})).toMatchObject({ items: [], attributes: { gift: 'yes' } });
  });

  it('is also found below the visitor’s language', async () => {
    const { cart, go, sim } = at();
    await sim('storefront', { root: '/fr/' });
    await cart('/fr/cart/add.js', { id: NIGHT });
    expect((await cart('/cart.js')).item_count).toBe(1);
    expect((await cart('/fr/cart/update.js', { attributes: { gift: 'yes' } })).attributes).toEqual({
      gift: 'yes',
    });
    expect(await (await go('/fr/products/night-roast')).text()).toContain('"routes":{"root":"/fr/"}');
  });

  it('takes forms too', async () => {
    const { go, cart } = at();
    const form = new FormData();
    for (const [name, value] of [
      ['id', String(NIGHT)],
      ['quantity', '2'],
      ['properties[Grind]', 'coarse'],
    ] as const)
      form.append(name, value);
    const added = await go('/cart/add.js', { method: 'POST', body: form });
    expect(await added.json()).toMatchObject({ quantity: 2, properties: { Grind: 'coarse' } });
    const text = 'attributes[a]=1&attributes%5B__b%5D=2&updates[]=5&note=Hi';
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await go('/cart/update.js', { method: 'POST', body: text, headers });
    expect(await cart('/cart.js')).toMatchObject({ attributes: { a: '1' }, note: 'Hi', item_count: 5 });
  });

  it('refuses what is not for sale, sold out, too much, or not in it', async () => {
    const { cart, sim, go } = at();
    const add = (id: number | string, quantity = 1) => cart('/cart/add.js', { items: [{ id, quantity }] });
    expect(await add(SOLD_OUT)).toMatchObject({
      http: 422,
      status: 422,
      message: 'Cart Error',
      description: "The product 'Sold Out Roast' is already sold out.",
    });
    for (const id of [DRAFT, 1, 'x']) expect((await add(id)).http, String(id)).toBe(404);
    expect((await add(NIGHT, 101)).http).toBe(422);
    // What there was is in the cart all the same.
    expect((await cart('/cart.js')).item_count).toBe(100);
    expect((await add(NIGHT)).description).toMatch(/can't add more Night Roast/);
    expect(await cart('/cart/add.js', {})).toMatchObject({ http: 400, status: 'bad_request' });
    expect(await cart('/cart/change.js', { id: MORNING, quantity: 1 })).toMatchObject({
      http: 400,
      description: 'no valid id or line parameter',
    });
    await sim('faults', { kind: 'rate_limit', path: 'POST storefront/cart/update.js', times: 1 });
    const limited = await go('/cart/update.js', { method: 'POST', body: '' });
    expect([limited.status, (await limited.text()).slice(0, 9)]).toEqual([429, '<!DOCTYPE']);
    await sim('faults', {
      kind: 'refuse',
      status: 422,
      message: 'No.',
      path: 'POST storefront/cart/',
      times: 1,
    });
    expect(await cart('/cart/update.js', {})).toMatchObject({ http: 422, description: 'No.' });
  });
});

describe('a checkout', () => {
  it('makes an order of the cart, with its attributes and where the visitor came from', async () => {
    const { go, cart, pay, orders, sim, cookies } = at();
    await sim('settings', { journeyAfter: 0 });
    await sim('shop', { domain: 'shop.example' });
    await go('/products/night-roast?service_id=sub_1', { headers: { referer: 'https://video.example/' } });
    const { token } = await cart('/cart.js');
    await cart('/cart/add.js', { id: NIGHT, quantity: 2, properties: { Grind: 'fine' } });
    await cart('/cart/update.js', { attributes: { __service: 'v1.abc', gift: 'yes' } });
    const paid = await pay('/checkout', { email: 'ann@example.org' });
    expect(paid.page).toContain('checkout_completed');
    expect(paid.page).not.toContain('v1.abc');
    const [order, ...more] = await orders();
    expect(more).toEqual([]);
    expect(order).toMatchObject({
      cartToken: token.split('?')[0],
      checkoutToken: paid.token,
      customAttributes: [
        { key: '__service', value: 'v1.abc' },
        { key: 'gift', value: 'yes' },
      ],
      customerJourneySummary: {
        lastVisit: {
          landingPage: 'https://shop.example/products/night-roast?service_id=sub_1',
          referrerUrl: 'https://video.example/',
        },
      },
      lineItems: { nodes: [{ quantity: 2, customAttributes: [{ key: 'Grind', value: 'fine' }] }] },
    });
    expect(cookies.has('cart')).toBe(false);
    expect((await cart('/cart.js')).token).not.toBe(token);
  });

  it('of "Buy it now" skips the cart and its attributes', async () => {
    const { go, cart, pay, orders } = at();
    await cart('/cart/add.js', { id: MORNING });
    const { token } = await cart('/cart/update.js', { attributes: { __service: 'v1.abc' } });
    const body = new URLSearchParams({ id: String(NIGHT) });
    const bought = await go('/checkouts/buy-now', { method: 'POST', body });
    await pay(bought.headers.get('location')!);
    const [order] = await orders();
    expect(order.customAttributes).toEqual([]);
    expect(order.cartToken).not.toBe(token.split('?')[0]);
    expect(order.lineItems.nodes).toMatchObject([{ title: 'Night Roast', quantity: 1 }]);
    expect(await cart('/cart.js')).toMatchObject({ token, item_count: 1 });
  });

  it('tells of an order that is made only later, under the number that it will have', async () => {
    const { cart, pay, orders, sim } = at();
    await sim('storefront', { orders: 'held', orderIds: 'identity' });
    await cart('/cart/add.js', { id: NIGHT });
    const { token, page } = await pay('/checkout');
    expect(await orders()).toEqual([]);
    const told = /gid:\/\/shopify\/OrderIdentity\/(\d+)/.exec(page)?.[1];
    await sim(`checkouts/${token}/make`);
    expect((await orders())[0].legacyResourceId).toBe(told);
  });
});

describe('in a browser', () => {
  /** Where a custom pixel sends what it hears. */
  async function receiver() {
    const got: { origin: string | undefined; referer: string | undefined; body: Any }[] = [];
    const server = createServer(async (request, answer) => {
      let body = '';
      for await (const piece of request) body += piece;
      const { origin, referer } = request.headers;
      if (request.method === 'POST') got.push({ origin, referer, body: JSON.parse(body) });
      answer.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end();
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    return { got, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  }

  const buy = async (page: Page, origin: string, button: string) => {
    await page.goto(`${origin}/products/night-roast`);
    await page.click(button);
    if (button.includes('add')) await page.click('[name=checkout]');
    await page.fill('[name=email]', 'ann@example.org');
    await page.click('[name=pay]');
    await page.waitForSelector('#order');
  };

  it('a custom pixel hears of the order once, from a frame without an origin', async () => {
    const { sim, origin, orders } = at();
    const { got, server, url } = await receiver();
    await sim('storefront', {
      pixels: [
        {
          name: 'Service',
          needs: [],
          code: `analytics.subscribe('checkout_completed', async (event) => {
            const seen = await browser.cookie.get('_shopify_y');
            const body = JSON.stringify({ name: event.name, checkout: event.data.checkout, seen, href: event.context.document.location.href, shop: init.data.shop.myshopifyDomain });
            fetch('${url}', { method: 'POST', body, keepalive: true });
          });`,
        },
      ],
    });
    const page = await browser.newPage();
    await buy(page, origin, '[name=add]');
    await expect.poll(() => got.length).toBe(1);
    const [order] = await orders();
    expect(got[0]).toMatchObject({
      origin: 'null',
      referer: undefined,
      body: {
        name: 'checkout_completed',
        seen: expect.stringMatching(/^[0-9a-f-]{36}$/),
        href: expect.stringContaining('/thank-you'),
        checkout: {
          token: order.checkoutToken,
          totalPrice: { amount: 20, currencyCode: 'USD' },
          order: { id: order.legacyResourceId },
        },
      },
    });
    await page.reload();
    await page.waitForTimeout(500);
    expect(got).toHaveLength(1);
    await page.close();
    server.close();
  });

  it('a pixel that needs a yes hears afterwards what came before it', async () => {
    const { sim, origin } = at();
    const { got, server, url } = await receiver();
    const code = `analytics.subscribe('all_standard_events', ({ name }) => fetch('${url}', { method: 'POST', body: JSON.stringify({ name, allowed: init.customerPrivacy.marketingAllowed }) }));`;
    const head = `<script>
      window.early = typeof Shopify.loadFeatures;
      document.addEventListener('visitorConsentCollected', ({ detail }) => { window.collected = detail; });
    </script>`;
    await sim('storefront', {
      consentRequired: true,
      head,
      pixels: [{ name: 'P', needs: ['marketing'], code }],
    });
    const page = await browser.newPage();
    await page.goto(`${origin}/products/night-roast`);
    await page.waitForFunction('Shopify.loadFeatures');
    expect(await page.evaluate('[early, typeof Shopify.customerPrivacy]')).toEqual([
      'undefined',
      'undefined',
    ]);
    const load = `new Promise((done) => Shopify.loadFeatures([{ name: 'consent-tracking-api', version: '0.1' }], done))`;
    expect(await page.evaluate(load)).toBe(null);
    const privacy = 'Shopify.customerPrivacy';
    expect(await page.evaluate(`[${privacy}.marketingAllowed(), ${privacy}.shouldShowBanner()]`)).toEqual([
      false,
      true,
    ]);
    expect(got).toEqual([]);
    const say = (answers: object) =>
      page.evaluate(`new Promise((done) => ${privacy}.setTrackingConsent(${JSON.stringify(answers)}, done))`);
    await say({ marketing: true, analytics: false });
    expect(await page.evaluate('collected')).toMatchObject({
      marketingAllowed: true,
      analyticsAllowed: false,
    });
    expect(await page.evaluate(`${privacy}.currentVisitorConsent()`)).toEqual({
      ...{ analytics: 'no', marketing: 'yes', preferences: '', sale_of_data: '' },
    });
    await expect
      .poll(() => got.map(({ body }) => body))
      .toEqual([
        { name: 'page_viewed', allowed: true },
        { name: 'product_viewed', allowed: true },
      ]);
    await page.reload();
    await expect.poll(() => got.length).toBe(4);
    await page.close();
    server.close();
  });

  it('the platform’s banner asks, and a theme’s script is on no checkout', async () => {
    const { sim, origin } = at();
    await sim('storefront', {
      consentRequired: true,
      banner: true,
      head: '<script>window.themed = true;</script>',
    });
    const page = await browser.newPage();
    await page.goto(origin);
    await page.click('#shopify-pc__banner__btn-decline');
    await page.waitForFunction(`Shopify.customerPrivacy.currentVisitorConsent().marketing === 'no'`);
    expect(await page.evaluate('themed')).toBe(true);
    await buy(page, origin, '.shopify-payment-button__button');
    expect(await page.evaluate('window.themed')).toBeUndefined();
    await sim('storefront', { features: 'broken', banner: false });
    await page.goto(origin);
    await page.waitForFunction('Shopify.loadFeatures');
    const load = `new Promise((done) => Shopify.loadFeatures([{ name: 'consent-tracking-api' }], (error) => done(String(error))))`;
    expect(await page.evaluate(load)).toMatch(/Could not load/);
    await page.close();
  });
});
