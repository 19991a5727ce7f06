import { createHmac } from 'node:crypto';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, startBare, startOurs } from './instances.ts';
import { cpuPerRequest, interleave, type Shot } from './load.ts';

const APP = '5a0b1c2d3e4f5061728394a5b6c7d8e9';
const SECRET = `sim_secret_${APP}`;

/** A shop's webhook, compared with a bare Worker that checks its HMAC and awaits one queue.send. */
export async function shopWebhook(bundles: Bundles): Promise<Row> {
  return await withInstances(
    [
      () => startOurs(bundles, { SHOPIFY_API_KEY: APP, SHOPIFY_API_SECRET: SECRET }),
      () =>
        startBare(
          'check-and-send.js',
          { queueProducers: { QUEUE: { queueName: 'shops' } }, bindings: { SECRET } },
          ['shops'],
        ),
    ],
    async (ours, bare) => {
      const body = JSON.stringify({ id: 820_982_911_946_154 });
      const headers = {
        'content-type': 'application/json',
        'x-shopify-topic': 'orders/updated',
        'x-shopify-shop-domain': 'northwind-coffee.myshopify.com',
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
      };
      const shot = (path: string) => (): Shot => ({ method: 'POST', path, headers, body });
      const { a, b, ratio } = await interleave(
        ROUNDS,
        () => cpuPerRequest(ours!, 3000, 16, 200, shot('/webhooks/shopify')),
        () => cpuPerRequest(bare!, 3000, 16, 200, shot('/')),
      );
      return {
        what: "A shop's webhook",
        unit: 'CPU µs a request',
        ours: a,
        bare: b,
        ratio,
        target: { most: 1.3 },
      };
    },
  );
}
