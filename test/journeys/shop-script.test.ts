// The script for storefronts in a real browser, in the pages of the simulated shop: what it leaves in the cart, and so in
// the order.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCartLanding } from '../../src/pixel/cart-landing.ts';
import { SCRIPT, SHOP_SCRIPT } from '../../src/pixel/script.generated.ts';
import * as clock from '../harness/clock.ts';
import { runSimulators } from '../harness/servers/start-simulators.ts';
import { startBrowser } from './support/browser.ts';
import { type Any, shopAt } from './support/shopify.ts';
import { STUB } from './support/site.ts';
import { until } from './support/stage.ts';
import { shopOrigin } from './support/storefront.ts';

let simulators: Awaited<ReturnType<typeof runSimulators>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  simulators = await runSimulators();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await simulators?.stop();
});

const NIGHT = 70021;
const PIXEL = 'http://pixel.test/px/pxl_1';
const TAGS = `${STUB}<script async src="${PIXEL}.js"></script><script async src="${PIXEL}/shop.js"></script>`;
const ASKING = TAGS.replace(
  `<script async src="${PIXEL}.js"`,
  `<script async data-consent="unknown" src="${PIXEL}.js"`,
);
const LINK = '?service_id=sub_1&gclid=G%2D1';

interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What the script wrote into the cart: the text, or null for taking it out. */
  writes: (string | null)[];
  /** Reads of the cart that are not the theme's. */
  reads: number;
  /** What the pixel was told of consent, with each event. */
  sent: string[];
  trouble: string[];
}

/** A shop with the tags in its theme, and people who visit it. */
async function open(storefront: object = {}) {
  const app = shopAt(simulators.url);
  await app.sim('storefront', { head: TAGS, ...storefront });
  const origin = shopOrigin(simulators.url, app.shop);
  const visit = async (): Promise<Visitor> => {
    const context = await browser.newContext();
    if (clock.AHEAD_MS > 0) await context.addInitScript(clock.IN_PAGES);
    const page = await context.newPage();
    const visitor: Visitor = { page, context, writes: [], reads: 0, sent: [], trouble: [] };
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await context.route('http://pixel.test/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.endsWith('/e')) {
        visitor.sent.push(JSON.parse(route.request().postData()!).consent);
        return await route.fulfill({ status: 202, headers, body: '' });
      }
      const body = pathname.endsWith('/shop.js') ? SHOP_SCRIPT : SCRIPT;
      await route.fulfill({ contentType: 'text/javascript', headers, body });
    });
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/cart.js')) visitor.reads++;
      if (!pathname.endsWith('/cart/update.js')) return;
      const { attributes, ...rest } = request.postDataJSON();
      visitor.writes.push(attributes.__service);
      expect(rest).toEqual({});
    });
    page.on('pageerror', (error) => visitor.trouble.push(String(error)));
    return visitor;
  };
  const orders = async (): Promise<Any[]> => {
    const fields = 'customAttributes { key value }';
    const found = await app.raw(await app.install(), `{ orders(first: 10) { nodes { ${fields} } } }`);
    return found.data.orders.nodes;
  };
  return { ...app, origin, visit, orders };
}

const go = async ({ page }: Visitor, url: string) => {
  await page.goto(url, { waitUntil: 'load' });
  await settle(page);
};

/** Waits until what the page's script began is done. */
const settle = (page: Page) => page.waitForTimeout(400);

const add = (page: Page, root = '/') =>
  page.evaluate(
    `fetch('${root}cart/add.js', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"id":${NIGHT}}' }).then(({ status }) => status)`,
  );

/** Buys what is in the cart, by the shop's own pages. */
async function buy(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/checkout`);
  await page.click('[name=pay]');
  await page.waitForSelector('#order');
}

const markOf = async ({ context }: Visitor) =>
  (await context.cookies()).find(({ name }) => name === '_service_cart')?.value;

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
    await settle(visitor.page);
    expect(visitor.writes).toHaveLength(1);
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

describe('a visitor who says no', () => {
  const bought = async (shop: Awaited<ReturnType<typeof open>>, visitor: Visitor) => {
    await buy(visitor.page, shop.origin);
    return await shop.orders();
  };

  it('by service(): what was written is taken out at once, and nothing comes back', async () => {
    const shop = await open();
    const visitor = await shop.visit();
    await go(visitor, `${shop.origin}/products/night-roast${LINK}`);
    await add(visitor.page);
    await until(async () => visitor.writes.length === 2, 'the writes');
    await settle(visitor.page);
    await visitor.page.evaluate(`service('consent', 'denied')`);
    await until(async () => visitor.writes.at(-1) === null, 'the removal');
    await settle(visitor.page);
    const writes = visitor.writes.length;
    await add(visitor.page);
    await go(visitor, `${shop.origin}/cart${LINK}`);
    expect(visitor.writes).toHaveLength(writes);
    expect(await bought(shop, visitor)).toEqual([{ customAttributes: [] }]);
    await visitor.context.close();
  });

  it('in another tab, or while the cart is slow: the answer that is late leaves nothing', async () => {
    const shop = await open();
    const visitor = await shop.visit();
    await visitor.context.route('**/cart/update.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await visitor.page.goto(`${shop.origin}/products/night-roast${LINK}`, { waitUntil: 'load' });
    await until(async () => visitor.writes.length === 1, 'the write');
    const other = await visitor.context.newPage();
    await other.goto(shop.origin);
    await other.evaluate(`service('consent', 'denied')`);
    await other.close();
    await until(async () => (await markOf(visitor)) === 'x', 'the removal');
    await visitor.page.waitForTimeout(1_000);
    expect(visitor.writes.at(-1)).toBeNull();
    await add(visitor.page);
    expect(await bought(shop, visitor)).toEqual([{ customAttributes: [] }]);
    await visitor.context.close();
  });

  it('after the browser has forgotten what the script kept', async () => {
    const shop = await open();
    const visitor = await shop.visit();
    await go(visitor, `${shop.origin}/products/night-roast${LINK}`);
    await add(visitor.page);
    await until(async () => visitor.writes.length === 2, 'the writes');
    await settle(visitor.page);
    for (const name of ['_service', '_service_cart']) await visitor.context.clearCookies({ name });
    await go(visitor, shop.origin);
    await visitor.page.evaluate(`service('consent', 'denied')`);
    await until(async () => visitor.writes.at(-1) === null, 'the removal');
    expect(await bought(shop, visitor)).toEqual([{ customAttributes: [] }]);
    await visitor.context.close();
  });

  it('by Global Privacy Control', async () => {
    const shop = await open();
    const visitor = await shop.visit();
    await visitor.context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    );
    await go(visitor, `${shop.origin}/products/night-roast${LINK}`);
    await add(visitor.page);
    await settle(visitor.page);
    expect(visitor.writes.filter((text) => text !== null)).toEqual([]);
    expect((await visitor.context.cookies()).filter(({ name }) => name === '_service_no')).toEqual([]);
    expect(await bought(shop, visitor)).toEqual([{ customAttributes: [] }]);
    await visitor.context.close();
  });

  it('by the shop’s banner, which the pixel hears of too', async () => {
    const shop = await open({ consentRequired: true, banner: true });
    const visitor = await shop.visit();
    await go(visitor, `${shop.origin}/products/night-roast${LINK}`);
    expect(visitor.writes).toEqual([]);
    await visitor.page.click('#shopify-pc__banner__btn-decline');
    await until(
      async () => (await visitor.context.cookies()).some(({ name }) => name === '_service_no'),
      'the refusal',
    );
    await add(visitor.page);
    await go(visitor, `${shop.origin}/${LINK}`);
    expect(visitor.sent.at(-1)).toBe('denied');
    expect(visitor.writes.filter((text) => text !== null)).toEqual([]);
    expect(await bought(shop, visitor)).toEqual([{ customAttributes: [] }]);
    await visitor.context.close();
  });
});

describe('the shop’s own banner', () => {
  it.each(['marketing', 'analytics', 'sale_of_data'])(
    'holds the landing back until the yes, and what the pixel waits for as well, until a no to %s',
    async (purpose) => {
      const { origin, visit } = await open({ head: ASKING, consentRequired: true, banner: true });
      const visitor = await visit();
      await go(visitor, `${origin}/products/night-roast${LINK}`);
      await add(visitor.page);
      await settle(visitor.page);
      expect([visitor.writes, visitor.sent]).toEqual([[], []]);
      await visitor.page.click('#shopify-pc__banner__btn-accept');
      await until(async () => visitor.writes.length === 1, 'the write');
      expect(visitor.sent).toEqual(['granted']);
      // A later no in the same banner is a no.
      const answers = { marketing: true, analytics: true, sale_of_data: true, [purpose]: false };
      await visitor.page.evaluate(
        `new Promise((done) => Shopify.customerPrivacy.setTrackingConsent(${JSON.stringify(answers)}, done))`,
      );
      await until(async () => visitor.writes.at(-1) === null, 'the removal');
      expect((await visitor.context.cookies()).map(({ name }) => name)).toContain('_service_no');
      await visitor.context.close();
    },
  );

  it('is not needed where the visitor’s region wants none: then the pixel waits no longer', async () => {
    const { origin, visit } = await open({ head: ASKING });
    const visitor = await visit();
    await go(visitor, `${origin}/${LINK}`);
    await until(async () => visitor.writes.length === 1, 'the write');
    expect(visitor.sent).toEqual(['granted']);
    await visitor.context.close();
  });

  it('does not lift a no that was said to the page, except by a new yes', async () => {
    const { origin, visit } = await open({ head: ASKING, banner: true });
    const visitor = await visit();
    await go(visitor, origin);
    await visitor.page.evaluate(`service('consent', 'denied')`);
    await go(visitor, `${origin}/${LINK}`);
    expect([visitor.writes, visitor.sent.includes('granted')]).toEqual([[], false]);
    await visitor.page.evaluate(
      `new Promise((done) => Shopify.customerPrivacy.setTrackingConsent({ marketing: true, analytics: true, sale_of_data: true }, done))`,
    );
    await until(async () => visitor.writes.length === 1, 'the write');
    await visitor.context.close();
  });

  it('that cannot be asked is no yes, whether its answer fails or its script is missing', async () => {
    for (const broken of [true, false]) {
      const { origin, visit } = await open({ features: broken ? 'broken' : 'works' });
      const visitor = await visit();
      if (!broken) await visitor.context.route('**/cdn/load_feature.js', (route) => route.abort());
      await go(visitor, `${origin}/${LINK}`);
      expect([visitor.writes, visitor.trouble]).toEqual([[], []]);
      await visitor.context.close();
    }
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
    await settle(visitor.page);
    expect(visitor.writes).toHaveLength(1);
    await go(visitor, origin);
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

describe('a page that ends while it writes', () => {
  it('leaves a note, so that the next one knows what to take out', async () => {
    const shop = await open();
    const visitor = await shop.visit();
    await go(visitor, `${shop.origin}/products/night-roast`);
    await add(visitor.page);
    let taken = false;
    await visitor.context.route('**/cart/update.js', async (route) => {
      // Node knows no host of the shop's.
      const headers = { ...(await route.request().allHeaders()), host: new URL(shop.origin).host };
      await route.fetch({ url: `${simulators.url}/cart/update.js`, headers });
      taken = true;
    });
    await visitor.page.goto(`${shop.origin}/${LINK}`);
    await until(async () => taken, 'the write');
    await visitor.context.unroute('**/cart/update.js');
    await visitor.context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    );
    await go(visitor, shop.origin);
    await until(async () => visitor.writes.at(-1) === null, 'the removal');
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
