// The brand's simulated Shopify store: connected, with orders of each kind. Each step checks first or repeats its
// Idempotency-Key, so that it can run again (steps.ts).
import * as clock from '../../src/kit/clock.ts';
import { HOUR_MS, SECOND_MS } from '../../src/kit/time.ts';
import { allow } from './ad-platforms.ts';
import { type ApiRecord, callApi } from './api.ts';
import type { Demo, Store } from './demo-file.ts';
import { fetchLocal } from './fetch-local.ts';
import { SHOPIFY_APP } from './shops.ts';
import type { Steps } from './steps.ts';

const SHOP = 'northwind-coffee.myshopify.com';
const PATIENCE_MS = 60 * SECOND_MS;
const PAUSE_MS = 300;

export async function addStore(demo: Demo, simulatorsUrl: string, steps: Steps): Promise<Store> {
  const { baseUrl, keys } = demo;
  const { once } = steps;
  const brand = { key: keys.brand };
  const sim = async (path: string, body: object) => {
    const url = `${simulatorsUrl}/_sim/shopify/${SHOP}/${path}`;
    const response = await fetchLocal(url, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string; name: string };
  };
  const find = async () =>
    (await callApi<Connection[]>(`${baseUrl}/v1/connections`, 'GET', brand)).find(
      ({ provider }) => provider === 'shopify',
    );
  const until = async <T>(what: string, ask: () => Promise<T | undefined>): Promise<T> => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await ask();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`${what} did not happen within ${PATIENCE_MS / SECOND_MS} s`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };

  const connection = await once('store-connection', async () => {
    await sim('shop', { name: 'Northwind Coffee', currency: 'USD' });
    await sim('app', { client: SHOPIFY_APP, privacy: `${baseUrl}/webhooks/shopify` });
    if (!(await find())) await allow(baseUrl, brand, { provider: 'shopify', shop: SHOP });
    return (await until('connecting the store', find)).id;
  });
  const pixel = await once('store-pixel', async () => {
    const pixels = `${baseUrl}/v1/pixels`;
    const own = async () =>
      (await callApi<(ApiRecord & { domains: string[] })[]>(pixels, 'GET', brand)).find(({ domains }) =>
        domains.includes(`https://${SHOP}`),
      );
    return (await until('making the store’s pixel', own)).id;
  });
  const order = (name: string, more: object) =>
    once(`store-order-${name}`, async () => {
      const { id } = await sim('orders', {
        lines: [{ title: 'Cold brew set', price: '42.00', quantity: 2 }],
        ...more,
      });
      return id.split('/').at(-1)!;
    });
  const paid = await addPaidSales(demo, steps);
  const link = JSON.stringify({ at: clock.now() - HOUR_MS, service_id: paid.submission });
  const attributes = { __service: link };
  const sold = await order('sold', { attributes });
  const returned = await order('returned', { attributes });
  const test = await order('test', { attributes, test: true });
  await once('store-refund', () => sim(`orders/${returned}/refund`, { lines: [{ line: 0, quantity: 1 }] }));
  // The store's webhooks report all of this; the sync finds whatever they could not.
  await callApi(`${baseUrl}/v1/connections/${connection}/syncs`, 'POST', brand).catch(() => undefined);
  await until('reading the orders', async () => {
    const path = `${baseUrl}/v1/pixel-events?orderId=${test}`;
    return (await callApi<ApiRecord[]>(path, 'GET', brand))[0];
  });
  return { shop: SHOP, connection, pixel, ...paid, orders: { sold, returned, test } };
}

type Connection = ApiRecord & { provider: string };

/** A program that pays a share of each sale two days after it, and a creator whose video is live in it. */
async function addPaidSales(
  { baseUrl, keys, accounts, conversion }: Demo,
  { once }: Steps,
): Promise<Pick<Store, 'program' | 'creator' | 'submission'>> {
  const brand = { key: keys.brand };
  const post = (step: string, path: string, body: object, as?: string) =>
    once(step, async (key) => {
      const caller = as === undefined ? brand : { ...brand, as };
      return (await callApi(baseUrl + path, 'POST', caller, body, key)).id;
    });
  const program = await post('store-program', '/v1/programs', {
    name: 'Cold brew sales',
    type: 'organic',
    status: 'live',
    visibility: 'invite',
    platforms: ['tiktok'],
    brief: { summary: 'Show how you make cold brew.' },
    pay: {
      rules: [{ type: 'revenue_share', percent: 10, conversion }],
      approval: 'automatic',
      schedule: { holdDays: 2 },
    },
  });
  const creator = await post('store-creator', '/v1/creators', {
    email: `nora.${accounts.brand.slice(-6)}@creators.example`,
    name: 'Nora Lind',
  });
  await post('store-invitation', '/v1/applications', { program, creator });
  const work = { program, caption: 'Cold brew in four steps', platform: 'tiktok' };
  const url = 'https://www.tiktok.com/@nora.lind/video/7300000000000000003';
  const submission = await post('store-submission', '/v1/submissions', { ...work, url }, creator);
  await once('store-approval', async () => {
    const at = `${baseUrl}/v1/submissions/${submission}`;
    const { status } = await callApi<{ status: string }>(at, 'GET', brand);
    if (status === 'review') await callApi(at, 'PATCH', brand, { status: 'approved' });
    // The store tells the time of an order in whole seconds, and a sale of before the approval earns nothing.
    await new Promise((resolve) => setTimeout(resolve, 2 * SECOND_MS));
    return true;
  });
  return { program, creator, submission };
}
