// A visitor who says no, in whatever way, has nothing of ours in the cart; and nothing is written before a yes.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { type Browser, startBrowser } from './support/browser.ts';
import {
  ASKING,
  add,
  buy,
  go,
  LINK,
  markOf,
  openShop,
  settle,
  type Visitor,
} from './support/shop-visitors.ts';
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
    const closed = Promise.withResolvers<void>();
    await visitor.context.route('**/cart/update.js', async (route) => {
      await closed.promise;
      // What the other tab asked has ended with it.
      await route.continue().catch(() => {});
    });
    await visitor.page.goto(`${shop.origin}/products/night-roast${LINK}`, { waitUntil: 'load' });
    await until(async () => visitor.writes.length === 1, 'the write');
    const other = await visitor.context.newPage();
    await other.goto(shop.origin);
    await other.evaluate(`service('consent', 'denied')`);
    // A browser keeps a cookie a moment after the page has set it.
    const isKept = async () => (await visitor.context.cookies()).some(({ name }) => name === '_service_no');
    await until(isKept, 'the no');
    await other.close();
    closed.resolve();
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
      await until(
        async () => visitor.writes.length === 1 && visitor.sent.length > 0,
        'the write and the event',
      );
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
    // On a busy machine the first page may have asked the banner, and sent its event, before the no.
    const before = visitor.sent.length;
    await go(visitor, `${origin}/${LINK}`);
    expect([visitor.writes, visitor.sent.slice(before).includes('granted')]).toEqual([[], false]);
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
