// The custom pixel of docs/guides/shops.md exactly as printed, in the sandboxed frame of the simulated shop, with the real
// service behind it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { type Any, shopAt } from './support/shopify.ts';
import { type PixelRecord, type Stage, setStage, until, type Visit } from './support/stage.ts';
import { shopOrigin } from './support/storefront.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/shops.md'), 'utf8');
const printed = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(GUIDE)![1]!;

let stage: Stage;
const simulators = { url: inject('simulators') };
beforeAll(async () => {
  stage = await setStage();
});
afterAll(async () => {
  await stage?.stop();
});

/** A shop that is set up as the guide says. */
async function open(storefront: object = {}) {
  const app = shopAt(simulators.url);
  await app.sim('shop', { domain: 'shop.example' });
  const origin = shopOrigin(simulators.url, app.shop);
  // The simulated shop is open at an address of this machine; its pages name the domain that it has.
  const domains = ['https://shop.example', `http://localhost:${new URL(origin).port}`];
  const pixel: PixelRecord & { sandboxKey: string } = (
    await stage.service.api('POST', '/v1/pixels', { name: 'Shop', domains })
  ).data;
  const base = `${stage.service.baseUrl}/px`;
  const code = printed('js').replace(
    'https://…/px/pxl_…/sandbox/…/e',
    `${base}/${pixel.id}/sandbox/${pixel.sandboxKey}/e`,
  );
  const head = printed('html').replaceAll('https://…/px/pxl_…', `${base}/${pixel.id}`);
  expect(code + head).not.toContain('…');
  await app.sim('storefront', { head, pixels: [{ name: 'Service', needs: [], code }], ...storefront });
  const visit = await stage.visitor({ origin });
  const origins: (string | null)[] = [];
  visit.context.on('request', async (request) => {
    if (request.url().includes(`/px/${pixel.id}/sandbox/`)) origins.push(await request.headerValue('origin'));
  });
  const order = async (): Promise<Any> => {
    const fields = 'legacyResourceId checkoutToken customAttributes { key value }';
    const found = await app.raw(await app.install(), `{ orders(first: 2) { nodes { ${fields} } } }`);
    expect(found.data.orders.nodes).toHaveLength(1);
    return found.data.orders.nodes[0];
  };
  return { ...app, origin, pixel, visit, origins, order };
}

/** Buys the product of the page without going through the cart. */
async function buyNow({ page, sent }: Visit, code = ''): Promise<void> {
  await page.click('.shopify-payment-button__button');
  if (code !== '') await page.fill('[name=discount]', code);
  await page.click('[name=pay]');
  await page.waitForSelector('#order');
  await until(async () => sent.some(({ body }) => body.name === 'purchase'), 'the report of the order');
}

const link = () => `?service_id=${stage.service.demo.submission}&gclid=G-1`;

describe('the custom pixel', () => {
  it('reports an order that skipped the cart, with the landing that the theme’s pixel keeps', async () => {
    const shop = await open();
    await shop.visit.go(`/products/night-roast${link()}`);
    await buyNow(shop.visit);
    const { legacyResourceId, checkoutToken, customAttributes } = await shop.order();
    expect(customAttributes).toEqual([]);
    const events = await stage.stored(shop.pixel, 2);
    expect(events.find(({ name }) => name === 'purchase')).toMatchObject({
      source: 'browser',
      consent: 'granted',
      eventId: checkoutToken,
      orderId: legacyResourceId,
      value: 2_000,
      currency: 'usd',
      pageUrl: expect.stringMatching(/^https:\/\/shop\.example\/checkouts\/cn\/[^?]+\/thank-you/),
      credit: { rule: 'kept_landing', submission: stage.service.demo.submission },
    });
    expect(shop.origins).toEqual(['null']);
    expect(shop.visit.trouble).toEqual([]);
    await shop.visit.context.close();
  });

  it('keeps and reports the landing itself where the theme has no pixel, and only there', async () => {
    for (const [head, reports] of [
      ['', 1],
      [undefined, 0],
    ] as const) {
      const shop = await open(head === undefined ? {} : { head });
      await shop.visit.page.goto(`${shop.origin}/products/night-roast${link()}`);
      await shop.visit.page.waitForTimeout(4_000);
      expect(shop.origins).toHaveLength(reports);
      await buyNow(shop.visit);
      const events = await stage.stored(shop.pixel, 2);
      expect(events.map(({ name }) => name)).toEqual(['page_view', 'purchase']);
      for (const event of events)
        expect(event.credit).toMatchObject({ submission: stage.service.demo.submission });
      await shop.visit.context.close();
    }
  });

  it('says of a visitor who refused that there is an order, with its code, and nothing else', async () => {
    const shop = await open({ consentRequired: true, banner: true, orderIds: 'identity' });
    const { page, sent } = shop.visit;
    const { codes, creators } = stage.service.demo;
    await shop.sim('discounts', { code: codes.discount, percent: 10 });
    await page.goto(`${shop.origin}/products/night-roast${link()}`);
    await page.click('#shopify-pc__banner__btn-decline');
    await until(async () => sent.length === 1, 'the page view');
    await buyNow(shop.visit, codes.discount);
    const wire = JSON.stringify(sent);
    expect(wire).not.toContain(stage.service.demo.submission);
    expect(wire).not.toContain('G-1');
    const { legacyResourceId, customAttributes } = await shop.order();
    expect(customAttributes).toEqual([]);
    const purchase = (await stage.stored(shop.pixel, 2)).find(({ name }) => name === 'purchase');
    // By the code alone: the link that led here is in none of it.
    expect(purchase).toMatchObject({ consent: 'denied', serviceId: null, clickIds: null, value: 1_800 });
    expect(purchase!.credit).toMatchObject({
      rule: 'discount_code',
      creator: creators.added,
      submission: null,
    });
    expect(purchase!.orderId).toContain(legacyResourceId);
    await shop.visit.context.close();
  });

  it('keeps a landing to itself while the visitor has not answered', async () => {
    const shop = await open({ consentRequired: true, head: '' });
    const landing = { service_id: stage.service.demo.submission, at: clock.now() - 1_000 };
    const value = encodeURIComponent(JSON.stringify({ landing }));
    await shop.visit.context.addCookies([{ name: '_service', value, url: shop.origin }]);
    await shop.visit.page.goto(`${shop.origin}/products/night-roast${link()}`);
    await buyNow(shop.visit);
    expect(shop.visit.sent.map(({ body, status }) => [body.name, body.consent, status])).toEqual([
      ['purchase', 'unknown', 202],
    ]);
    expect(JSON.stringify(shop.visit.sent)).not.toContain(stage.service.demo.submission);
    await shop.visit.context.close();
  });

  it('counts no longer with a key that was renewed', async () => {
    const shop = await open();
    await stage.service.api('PATCH', `/v1/pixels/${shop.pixel.id}`, { renewSandboxKey: true });
    await shop.visit.go(`/products/night-roast${link()}`);
    await buyNow(shop.visit);
    expect(shop.visit.sent.find(({ body }) => body.name === 'purchase')!.status).toBe(204);
    await shop.visit.context.close();
  });
});
