// The brand's simulated Shopify store: connected, with orders of each kind. Each step checks first or repeats its
// Idempotency-Key, so that it can run again (steps.ts).
import * as clock from '../../src/kit/clock.ts';
import { HOUR_MS, SECOND_MS } from '../../src/kit/time.ts';
import { allow } from './ad-platforms.ts';
import { type ApiRecord, callApi } from './api.ts';
import type { Demo, Store, Work } from './demo-file.ts';
import { fetchLocal } from './fetch-local.ts';
import { SHOPIFY_APP } from './shops.ts';
import type { Steps } from './steps.ts';

const SHOP = 'northwind-coffee.myshopify.com';
const PATIENCE_MS = 60 * SECOND_MS;
const PAUSE_MS = 300;

export async function addStore(
  { baseUrl, keys, work }: Demo & { work: Work },
  simulatorsUrl: string,
  { once }: Steps,
): Promise<Store> {
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
  const link = JSON.stringify({ at: clock.now() - HOUR_MS, service_id: work.submissions.live });
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
  return { shop: SHOP, connection, pixel, orders: { sold, returned, test } };
}

type Connection = ApiRecord & { provider: string };
