// People who visit the simulated shop with the pixel's tags in its theme, in a real browser.
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { SCRIPT, SHOP_SCRIPT } from '../../../src/pixel/script.generated.ts';
import * as clock from '../../harness/clock.ts';
import type { Browser } from './browser.ts';
import { type Any, shopAt } from './shopify.ts';
import { STUB } from './site.ts';
import { shopOrigin } from './storefront.ts';

const NIGHT = 70021;
const PIXEL = 'http://pixel.test/px/pxl_1';
export const TAGS = `${STUB}<script async src="${PIXEL}.js"></script><script async src="${PIXEL}/shop.js"></script>`;
export const ASKING = TAGS.replace(
  `<script async src="${PIXEL}.js"`,
  `<script async data-consent="unknown" src="${PIXEL}.js"`,
);
export const LINK = '?service_id=sub_1&gclid=G%2D1';

export interface Visitor {
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
export async function openShop(simulators: string, browser: Browser, storefront: object = {}) {
  const app = shopAt(simulators);
  await app.sim('storefront', { head: TAGS, ...storefront });
  const origin = shopOrigin(simulators, app.shop);
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

export const go = async ({ page }: Visitor, url: string) => {
  // A busy machine may take longer for a request than any pause, so its end is waited for.
  await page.goto(url, { waitUntil: 'networkidle' });
};

/** Waits until what the page's script began is done. */
export const settle = (page: Page) => page.waitForTimeout(400);

export const add = (page: Page, root = '/') =>
  page.evaluate(
    `fetch('${root}cart/add.js', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"id":${NIGHT}}' }).then(({ status }) => status)`,
  );

/** Buys what is in the cart, by the shop's own pages. */
export async function buy(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/checkout`);
  await page.click('[name=pay]');
  await page.waitForSelector('#order');
}

export const markOf = async ({ context }: Visitor) =>
  (await context.cookies()).find(({ name }) => name === '_service_cart')?.value;
