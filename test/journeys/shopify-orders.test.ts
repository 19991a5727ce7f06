// What happens to orders of the simulated shop, as its API and its webhooks tell it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { type Any, shopAt } from './support/shopify.ts';

const simulators = { url: inject('simulators') };

const URI = 'https://service.example/webhooks/shopify';
const NIGHT = 70021;

async function shop() {
  const app = shopAt(simulators.url, ['read_orders', 'read_products', 'read_fulfillments']);
  const token = await app.install();
  const ask = async (query: string, variables = {}): Promise<Any> =>
    (await app.raw(token, query, variables)).data;
  const order = async (id: string, fields: string): Promise<Any> =>
    (await ask(`query($id: ID!) { order(id: $id) { ${fields} } }`, { id })).order;
  const stock = async (): Promise<number> =>
    (await ask(`{ productVariant(id: "gid://shopify/ProductVariant/${NIGHT}") { inventoryQuantity } }`))
      .productVariant.inventoryQuantity;
  const listen = async (topics: string[], uri = URI, more = '') => {
    for (const topic of topics)
      await ask(
        `mutation { webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: "${uri}" ${more} }) { userErrors { message } } }`,
      );
  };
  /** What was sent since the last time. */
  const heard = async (): Promise<{ topic: string; body: Any }[]> =>
    (await app.sim('take')).deliveries.map(({ topic, body }: Any) => ({ topic, body: JSON.parse(body) }));
  return { ...app, ask, order, stock, listen, heard };
}

describe('an order', () => {
  it('was paid back only once the money arrived', async () => {
    const { sim, order } = await shop();
    const { id, number } = await sim('orders', { lines: [{ price: '30.00', quantity: 2 }] });
    const now = async () => {
      const fields =
        'displayFinancialStatus totalRefundedSet { shopMoney { amount } } currentSubtotalPriceSet { shopMoney { amount } } refunds { id }';
      const told = await order(id, fields);
      return [
        told.displayFinancialStatus,
        told.totalRefundedSet.shopMoney.amount,
        told.currentSubtotalPriceSet.shopMoney.amount,
        told.refunds.length,
      ];
    };
    await sim(`orders/${number}/refund`, { lines: [{ line: 0 }], pending: true });
    expect(await now()).toEqual(['PAID', '0.0', '30.0', 1]);
    await sim(`orders/${number}/settle`, { to: 'SUCCESS' });
    expect(await now()).toEqual(['PARTIALLY_REFUNDED', '30.0', '30.0', 1]);
    await expect(sim(`orders/${number}/settle`)).rejects.toThrow(/No refund/);
    await sim(`orders/${number}/refund`, { lines: [{ line: 0 }], pending: true });
    await sim(`orders/${number}/settle`, { to: 'FAILURE' });
    expect(await now()).toEqual(['PARTIALLY_REFUNDED', '30.0', '0.0', 2]);
  });

  it('of a subscription names the plan on its lines', async () => {
    const { sim, order } = await shop();
    const { id } = await sim('orders', { kind: 'renewal', source: 'whatever', lines: [{ price: '9.00' }] });
    const { sourceName, lineItems } = await order(
      id,
      'sourceName lineItems(first: 1) { nodes { sellingPlan { name } } }',
    );
    expect([sourceName, lineItems.nodes[0].sellingPlan]).toEqual(['whatever', { name: 'Monthly' }]);
  });

  it('is sent in parcels, no more than there is to send', async () => {
    const { sim, order, listen, heard } = await shop();
    await sim('settings', { deliveries: 'held' });
    await listen([
      'ORDERS_FULFILLED',
      'ORDERS_PARTIALLY_FULFILLED',
      'FULFILLMENTS_CREATE',
      'FULFILLMENTS_UPDATE',
    ]);
    const { id, number } = await sim('orders', { lines: [{ price: '9.00', quantity: 3 }] });
    const fields =
      'displayFulfillmentStatus fulfillments { displayStatus deliveredAt inTransitAt trackingInfo { company number url } }';
    await sim(`orders/${number}/fulfil`, { quantity: 2, tracking: 'T1', url: 'https://track.example/T1' });
    expect(await order(id, fields)).toMatchObject({
      displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
      fulfillments: [{ trackingInfo: [{ company: 'DHL', number: 'T1', url: 'https://track.example/T1' }] }],
    });
    await expect(sim(`orders/${number}/fulfil`, { quantity: 2 })).rejects.toThrow(/1 are left/);
    await sim(`orders/${number}/fulfil`);
    await sim(`orders/${number}/fulfil`, { fulfilment: 0, status: 'IN_TRANSIT' });
    await sim('clock', { advance: 60_000 });
    await sim(`orders/${number}/fulfil`, { fulfilment: 0, status: 'DELIVERED' });
    const told = await order(id, fields);
    expect(told.displayFulfillmentStatus).toBe('FULFILLED');
    expect(Date.parse(told.fulfillments[0].deliveredAt)).toBeGreaterThan(
      Date.parse(told.fulfillments[0].inTransitAt),
    );
    expect((await heard()).map(({ topic }) => topic)).toEqual([
      ...['orders/partially_fulfilled', 'fulfillments/create', 'orders/fulfilled', 'fulfillments/create'],
      ...['fulfillments/update', 'fulfillments/update'],
    ]);
    await expect(sim(`orders/${number}/fulfil`)).rejects.toThrow(/0 are left/);
  });

  it('takes its goods out of the stock, and gives them back', async () => {
    const { sim, stock, listen, heard } = await shop();
    await sim('settings', { deliveries: 'held' });
    await listen(['PRODUCTS_UPDATE']);
    const left = await stock();
    const { number } = await sim('orders', { lines: [{ variant: NIGHT, quantity: 3 }] });
    expect(await stock()).toBe(left - 3);
    const [told] = await heard();
    expect(told!.body).toMatchObject({ id: 7002, variants: [{ id: NIGHT, inventory_quantity: left - 3 }] });
    await sim(`orders/${number}/edit`, { set: [{ line: 0, quantity: 2 }], add: [{ variant: NIGHT }] });
    expect(await stock()).toBe(left - 3);
    await sim(`orders/${number}/refund`, { lines: [{ line: 0 }], restock: false });
    expect(await stock()).toBe(left - 3);
    await sim(`orders/${number}/cancel`);
    expect(await stock()).toBe(left - 1);
    const unpaid = await sim('orders', { lines: [{ variant: NIGHT }], pay: 'pending' });
    await sim(`orders/${unpaid.number}/cancel`);
    expect(await stock()).toBe(left - 1);
  });

  it('is told by webhooks with what each code took off; an edit’s names the order otherwise', async () => {
    const { sim, listen, heard } = await shop();
    await sim('settings', { deliveries: 'held' });
    await listen(['ORDERS_CREATE', 'ORDERS_PAID']);
    await listen(['ORDERS_EDITED'], URI, 'includeFields: ["id", "admin_graphql_api_id"]');
    const { number } = await sim('orders', {
      lines: [{ price: '100.00' }],
      discounts: [
        { code: 'TEN', percent: 10 },
        { code: 'FIVE', amount: '5.00' },
      ],
      pay: '85.00',
    });
    const [created, paid, ...more] = await heard();
    expect(more).toEqual([]);
    expect([created!.topic, paid!.topic]).toEqual(['orders/create', 'orders/paid']);
    expect(created!.body.discount_codes.map(({ code, amount }: Any) => [code, amount])).toEqual([
      ['TEN', '10.00'],
      ['FIVE', '5.00'],
    ]);
    await sim(`orders/${number}/edit`, { add: [{ price: '1.00' }] });
    expect(await heard()).toEqual([{ topic: 'orders/edited', body: {} }]);
    // Nothing to pay is paid from the beginning.
    await sim('orders', { lines: [{ price: '0.00' }] });
    expect((await heard()).map(({ topic }) => topic)).toEqual(['orders/create', 'orders/paid']);
  });
});

describe('an address that is slow', () => {
  it('is tried again, and keeps no other waiting', async () => {
    const got: Record<string, number> = { '/slow': 0, '/quick': 0 };
    const receiver = createServer((request, answer) => {
      got[request.url!]!++;
      const wait = request.url === '/slow' && got['/slow'] === 1 ? 1500 : 0;
      setTimeout(() => answer.writeHead(200).end(), wait);
    });
    await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done));
    const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const { sim, listen } = await shop();
    await sim('settings', { deliveries: 'held', answerWithin: 500 });
    await listen(['ORDERS_CREATE'], `${base}/slow`);
    await listen(['ORDERS_CREATE'], `${base}/quick`);
    await sim('orders');
    const { sent } = await sim('flush');
    expect(sent.map(({ status }: Any) => status).sort()).toEqual([0, 200]);
    expect((await sim('flush')).sent).toEqual([]);
    await sim('clock', { advance: 10_000 });
    expect((await sim('flush')).sent).toEqual([{ topic: 'orders/create', status: 200 }]);
    expect(got).toEqual({ '/slow': 2, '/quick': 1 });
    receiver.closeAllConnections();
    receiver.close();
  });
});
