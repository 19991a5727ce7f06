// The script for storefronts in a real browser, in the pages of the simulated shop: what it leaves in the cart, and so in
// the order.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readCartLanding } from '../../src/pixel/cart-landing.ts';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { type Browser, startBrowser } from './support/browser.ts';
import { add, buy, go, LINK, markOf, openShop, settle, TAGS } from './support/shop-visitors.ts';
import { until } from './support/stage.ts';

const simulators = { url: inject('simulators') };
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const open = (storefront: object = {}) => openShop(simulators.url, browser, storefront);

describe('a visitor from a creator’s link', () => {
  it('has the landing in the order, written once a landing and once more when something is added', async () => {
    const { origin, visit, orders } = await open();
    const visitor = await visit();
    const { page } = visitor;
    await go(visitor, `${origin}/products/night-roast${LINK}`);
    expect(visitor.writes).toHaveLength(1);
    await go(visitor, `${origin}/`);
    await go(visitor, `${origin}/products/night-roast`);
    expect(visitor.writes).toHaveLength(1);
    expect(await add(page)).toBe(200);
    await until(async () => visitor.writes.length === 2, 'the second write');
    await settle(page);
    await buy(page, origin);
    expect(visitor.writes).toHaveLength(2);
    expect(visitor.writes[0]).toBe(visitor.writes[1]);
    expect(visitor.writes[0]!.length).toBeLessThan(150);
    const [{ customAttributes }] = await orders();
    expect(customAttributes).toEqual([{ key: '__service', value: visitor.writes[0] }]);
    expect(readCartLanding(customAttributes[0].value, clock.now())).toEqual({
      serviceId: 'sub_1',
      clickIds: { gclid: 'G-1' },
      landedAt: expect.any(Number),
    });
    expect(visitor.trouble).toEqual([]);
    // The next cart is another one.
    await go(visitor, `${origin}/products/night-roast`);
    await page.click('[name=add]');
    await until(async () => visitor.writes.length === 3, 'the write on the cart page');
    await visitor.context.close();
  });

  it('has it where the theme tells of the cart by the platform’s events, also after all attributes were replaced', async () => {
    const { origin, visit } = await open();
    const visitor = await visit();
    await go(visitor, `${origin}/${LINK}`);
    const tell = (name: string, fields: string) =>
      visitor.page.evaluate(
        `document.body.dispatchEvent(Object.assign(new Event('shopify:cart:${name}', { bubbles: true }), { ${fields} })) && 0`,
      );
    await tell('lines-update', `action: 'remove', promise: Promise.resolve({})`);
    await tell(
      'lines-update',
      `action: 'add', promise: Promise.reject(Error('failed')).catch((error) => { throw error; })`,
    );
    await until(async () => visitor.writes.length === 1, 'the first write');
    await settle(visitor.page);
    await tell('lines-update', `action: 'add', promise: Promise.resolve({})`);
    await until(async () => visitor.writes.length === 2, 'the write after the add');
    await settle(visitor.page);
    await tell('attributes-update', `attributes: [], promise: Promise.resolve({})`);
    await until(async () => visitor.writes.length === 3, 'the write after the attributes');
    await visitor.context.close();
  });

  it('has it in a shop with several languages', async () => {
    const { origin, visit } = await open({ root: '/fr/' });
    const visitor = await visit();
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await go(visitor, `${origin}/fr/products/night-roast${LINK}`);
    await add(visitor.page, '/fr/');
    await until(async () => visitor.writes.length === 2, 'the write after the add');
    expect(asked.filter((path) => path.includes('update.js'))).toEqual(Array(2).fill('/fr/cart/update.js'));
    await visitor.context.close();
  });

  it('has the newest landing', async () => {
    const { origin, visit } = await open();
    const visitor = await visit();
    await go(visitor, `${origin}/${LINK}`);
    await go(visitor, `${origin}/?service_id=sub_2`);
    expect(visitor.writes.map((text) => JSON.parse(text!).service_id)).toEqual(['sub_1', 'sub_2']);
    await visitor.context.close();
  });
});

describe('a visitor without a landing', () => {
  it('costs nothing but the file: nothing is read, written, loaded or kept', async () => {
    const { origin, visit, orders } = await open();
    const visitor = await visit();
    await go(visitor, `${origin}/products/night-roast`);
    await add(visitor.page);
    await settle(visitor.page);
    expect(await visitor.page.evaluate('typeof Shopify.customerPrivacy')).toBe('undefined');
    await go(visitor, `${origin}/cart`);
    expect([visitor.writes, visitor.reads, await markOf(visitor)]).toEqual([[], 0, undefined]);
    await buy(visitor.page, origin);
    expect(await orders()).toEqual([{ customAttributes: [] }]);
    await visitor.context.close();
  });
});

describe('a cart that fails', () => {
  it.each([
    ['too many requests', { kind: 'rate_limit' }],
    ['a refusal', { kind: 'refuse', status: 422, message: 'No.' }],
  ])('is asked again on the next page: %s', async (_, fault) => {
    const { origin, visit, sim } = await open();
    await sim('faults', { ...fault, path: 'POST storefront/cart/update.js', times: 1 });
    const visitor = await visit();
    await go(visitor, `${origin}/${LINK}`);
    await until(async () => visitor.writes.length === 1, 'the refused write');
    await settle(visitor.page);
    // What the page tells of itself afterwards is no reason to ask before the time that the shop has named.
    await visitor.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await settle(visitor.page);
    expect(visitor.writes).toHaveLength(1);
    await go(visitor, origin);
    await until(async () => visitor.writes.length === 2, 'the write of the next page');
    await settle(visitor.page);
    expect([visitor.writes.length, visitor.trouble]).toEqual([2, []]);
    await go(visitor, origin);
    expect(visitor.writes).toHaveLength(2);
    await visitor.context.close();
  });

  it('is asked again on the same page, a few times at most', async () => {
    const { origin, visit, sim } = await open();
    await sim('faults', { kind: 'fail_before', path: 'POST storefront/cart/update.js', times: 1 });
    const visitor = await visit();
    await go(visitor, `${origin}/${LINK}`);
    await until(async () => visitor.writes.length === 2, 'the retry');
    await until(async () => /^[1-9]\d{12}$/.test((await markOf(visitor)) ?? ''), 'the note that it is there');
    await visitor.context.close();
  });

  it('and holds what it should not is asked until it does not', async () => {
    const shop = await open();
    const visitor = await shop.visit();
    await go(visitor, `${shop.origin}/products/night-roast${LINK}`);
    await add(visitor.page);
    await until(async () => visitor.writes.length === 2, 'the writes');
    await settle(visitor.page);
    await shop.sim('faults', {
      kind: 'refuse',
      status: 422,
      path: 'POST storefront/cart/update.js',
      times: 1,
    });
    await visitor.page.evaluate(`service('consent', 'denied')`);
    await until(async () => visitor.writes.length === 3, 'the refused removal');
    await go(visitor, shop.origin);
    await until(async () => (await markOf(visitor)) === 'x', 'the removal');
    await buy(visitor.page, shop.origin);
    expect(await shop.orders()).toEqual([{ customAttributes: [] }]);
    await visitor.context.close();
  });
});

describe('the page', () => {
  it('sees nothing of it: no error, no global, no changed function', async () => {
    const { origin, visit } = await open();
    const visitor = await visit();
    await visitor.context.addInitScript(
      `window.native = [fetch, XMLHttpRequest, XMLHttpRequest.prototype.open, HTMLFormElement.prototype.submit];`,
    );
    await go(visitor, `${origin}/${LINK}`);
    expect(
      await visitor.page.evaluate(
        `[XMLHttpRequest, XMLHttpRequest.prototype.open, HTMLFormElement.prototype.submit].every((one, at) => one === native[at + 1])`,
      ),
    ).toBe(true);
    expect(visitor.trouble).toEqual([]);
    await visitor.context.close();
  });

  it('that is no storefront is left alone', async () => {
    const { origin, visit } = await open();
    const visitor = await visit();
    await visitor.context.route(`${origin}/elsewhere**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><head>${TAGS}</head>` }),
    );
    await go(visitor, `${origin}/elsewhere${LINK}`);
    expect([visitor.writes, visitor.reads, visitor.trouble]).toEqual([[], 0, []]);
    await visitor.context.close();
  });
});
