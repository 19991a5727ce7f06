// Draft orders of the simulated shop, as samples are made of them.
import { describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { type Any, shopAt } from './support/shopify.ts';

const simulators = { url: inject('simulators') };

const NIGHT = 70021;
const SOLD_OUT = 70031;
const variant = (number: number) => `gid://shopify/ProductVariant/${number}`;
const FREE = { value: 100, valueType: 'PERCENTAGE', title: 'Sample', description: 'For a creator' };

async function shop() {
  const scopes = [
    'read_products',
    'read_orders',
    'write_draft_orders',
    'read_fulfillments',
    'write_discounts',
  ];
  const app = shopAt(simulators.url, scopes);
  const client = app.api(await app.install());
  /** By Shopify's own client. */
  const ask = async (query: string, variables = {}): Promise<Any> => {
    const { data, errors } = await client.request<Any>(query, { variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return { ...app, ask };
}

describe('a draft order', () => {
  const FIELDS = `id name status ready tags email customAttributes { key value } order { id }
    totalPriceSet { shopMoney { amount } } totalDiscountsSet { shopMoney { amount } }
    lineItems(first: 5) { nodes { quantity appliedDiscount { value valueType amountSet { shopMoney { amount } } } } }`;

  async function drafts() {
    const app = await shop();
    const create = async (input: object): Promise<Any> =>
      (
        await app.ask(
          `mutation($input: DraftOrderInput!) { draftOrderCreate(input: $input) { draftOrder { ${FIELDS} } userErrors { field message } } }`,
          { input },
        )
      ).draftOrderCreate;
    const complete = async (id: string, more = ''): Promise<Any> =>
      (
        await app.ask(
          `mutation($id: ID!) { draftOrderComplete(id: $id ${more}) { draftOrder { status order { id name } } userErrors { field message } } }`,
          { id },
        )
      ).draftOrderComplete;
    const change = async (id: string, input: object): Promise<Any> =>
      (
        await app.ask(
          `mutation($id: ID!, $input: DraftOrderInput!) { draftOrderUpdate(id: $id, input: $input) { draftOrder { ${FIELDS} } userErrors { field message } } }`,
          { id, input },
        )
      ).draftOrderUpdate;
    const gone = async (id: string): Promise<Any> =>
      (
        await app.ask(
          `mutation($input: DraftOrderDeleteInput!) { draftOrderDelete(input: $input) { deletedId userErrors { field message } } }`,
          { input: { id } },
        )
      ).draftOrderDelete;
    const sample = (quantity = 1, number = NIGHT) => ({
      lineItems: [{ variantId: variant(number), quantity, appliedDiscount: FREE }],
      shippingAddress: {
        firstName: 'Ann',
        lastName: 'Lee',
        address1: '1 Main St',
        city: 'Austin',
        provinceCode: 'TX',
        zip: '73301',
        countryCode: 'US',
      },
      tags: ['creator sample', 'sample_01'],
      note: 'A sample.',
      customAttributes: [{ key: 'sample', value: 'smp_1' }],
    });
    return { ...app, create, complete, change, gone, sample };
  }

  it('of a sample costs nothing, becomes one order, and takes one piece out of the stock', async () => {
    const { create, complete, ask, sim, sample } = await drafts();
    await sim('settings', { protected: 'visible' });
    const { draftOrder, userErrors } = await create(sample());
    expect(userErrors).toEqual([]);
    expect(draftOrder).toMatchObject({
      ...{ name: '#D1', status: 'OPEN', ready: true, tags: ['creator sample', 'sample_01'], order: null },
      totalPriceSet: { shopMoney: { amount: '0.0' } },
      totalDiscountsSet: { shopMoney: { amount: '20.0' } },
      lineItems: {
        nodes: [{ appliedDiscount: { value: 100, amountSet: { shopMoney: { amount: '20.0' } } } }],
      },
    });
    const done = await complete(draftOrder.id);
    expect(done).toMatchObject({
      draftOrder: { status: 'COMPLETED', order: { name: '#1001' } },
      userErrors: [],
    });
    const again = await complete(draftOrder.id);
    expect(again).toEqual({
      draftOrder: null,
      userErrors: [{ field: ['id'], message: 'This order has been paid' }],
    });
    const { order, orders, productVariant } = await ask(
      `query($id: ID!) {
        order(id: $id) {
          sourceName displayFinancialStatus displayFulfillmentStatus tags note email checkoutToken
          customAttributes { key value } totalPriceSet { shopMoney { amount } } shippingAddress { city provinceCode countryCodeV2 }
        }
        orders(first: 5) { nodes { id } }
        productVariant(id: "${variant(NIGHT)}") { inventoryQuantity }
      }`,
      { id: done.draftOrder.order.id },
    );
    expect(order).toEqual({
      ...{
        sourceName: 'shopify_draft_order',
        displayFinancialStatus: 'PAID',
        displayFulfillmentStatus: 'UNFULFILLED',
      },
      ...{ tags: ['creator sample', 'sample_01'], note: 'A sample.', email: null, checkoutToken: null },
      customAttributes: [{ key: 'sample', value: 'smp_1' }],
      totalPriceSet: { shopMoney: { amount: '0.0' } },
      shippingAddress: { city: 'Austin', provinceCode: 'TX', countryCodeV2: 'US' },
    });
    expect(orders.nodes).toHaveLength(1);
    expect(productVariant.inventoryQuantity).toBe(99);
    expect(await sim('counts')).not.toHaveProperty('mail order confirmation');
    const mailed = await create({ ...sample(), email: 'ann@example.org' });
    await complete(mailed.draftOrder.id);
    expect(await sim('counts')).toMatchObject({ 'mail order confirmation': 1 });
  });

  it('is refused for what the platform does not take', async () => {
    const { create, change, complete, gone, sample } = await drafts();
    const line = { variantId: variant(NIGHT), quantity: 1 };
    const wrong: [object, (string | number)[], RegExp][] = [
      [{}, ['lineItems'], /at least 1 product/],
      [{ lineItems: [] }, ['lineItems'], /at least 1 product/],
      [
        { lineItems: [{ ...line, variantId: variant(1) }] },
        ['lineItems', '0', 'variantId'],
        /ID 1 is no longer/,
      ],
      [
        { lineItems: [line, { ...line, quantity: 0 }] },
        ['lineItems', '1', 'quantity'],
        /greater than or equal to 1/,
      ],
      [{ lineItems: [{ quantity: 1 }] }, ['lineItems', '0', 'title'], /can't be blank/],
      [
        { lineItems: [{ ...line, appliedDiscount: { ...FREE, value: 101 } }] },
        ['lineItems', '0', 'appliedDiscount', 'value'],
        /100/,
      ],
      [{ lineItems: [line], email: 'nobody' }, ['email'], /invalid/],
      [{ lineItems: [line], phone: 'x' }, ['phone'], /invalid/],
      [{ lineItems: [line], tags: ['t'.repeat(41)] }, ['tags'], /40 characters/],
    ];
    for (const [input, field, message] of wrong) {
      const told = await create(input);
      expect(told, String(field)).toEqual({
        draftOrder: null,
        userErrors: [{ field, message: expect.stringMatching(message) }],
      });
    }
    expect((await complete('gid://shopify/DraftOrder/1')).userErrors).toHaveLength(1);
    const { draftOrder } = await create(sample());
    const changed = await change(draftOrder.id, { tags: ['other'] });
    expect(changed.draftOrder).toMatchObject({ tags: ['other'], lineItems: { nodes: [{ quantity: 1 }] } });
    await complete(draftOrder.id);
    expect((await change(draftOrder.id, { tags: [] })).userErrors).toHaveLength(1);
    expect((await gone(draftOrder.id)).userErrors).toHaveLength(1);
    const second = await create(sample());
    expect(await gone(second.draftOrder.id)).toEqual({ deletedId: second.draftOrder.id, userErrors: [] });
    expect((await complete(second.draftOrder.id)).userErrors).toHaveLength(1);
  });

  it('waits for the stock and for what is worked out about it', async () => {
    const { create, complete, sim, sample } = await drafts();
    const { draftOrder } = await create(sample(1, SOLD_OUT));
    const short = await complete(draftOrder.id);
    expect(short.userErrors).toEqual([
      { field: null, message: expect.stringMatching(/Sold Out Roast: not enough/) },
    ]);
    await sim('products/7003/change', { stock: 1 });
    expect((await complete(draftOrder.id)).userErrors).toEqual([]);
    const many = {
      ...sample(),
      lineItems: [60, 60].map((quantity) => ({ variantId: variant(NIGHT), quantity })),
    };
    expect((await complete((await create(many)).draftOrder.id)).userErrors).toHaveLength(1);
    await sim('settings', { draftReadyAfter: 60_000, oversell: true });
    const late = (await create(many)).draftOrder;
    expect(late.ready).toBe(false);
    expect((await complete(late.id)).userErrors).toHaveLength(1);
    await sim('clock', { advance: 60_000 });
    expect((await complete(late.id, ', paymentPending: true')).userErrors).toEqual([]);
  });

  it('says which order it became to who lost the answer', async () => {
    const { create, complete, ask, sim, sample } = await drafts();
    const { draftOrder } = await create(sample());
    await sim('faults', { kind: 'fail_after', path: 'POST graphql draftOrderComplete' });
    await expect(complete(draftOrder.id)).rejects.toThrow(/502/);
    const { draftOrder: now, orders } = await ask(
      'query($id: ID!) { draftOrder(id: $id) { status order { id } } orders(first: 5) { nodes { id } } }',
      { id: draftOrder.id },
    );
    expect(now).toEqual({ status: 'COMPLETED', order: orders.nodes[0] });
    expect(orders.nodes).toHaveLength(1);
  });

  it('is found by its tag only after a while', async () => {
    const { create, ask, sim, sample } = await drafts();
    const { draftOrder } = await create(sample());
    const tagged = async () =>
      (await ask(`{ draftOrders(first: 5, query: "tag:sample_01") { nodes { id } } }`)).draftOrders.nodes;
    expect(await tagged()).toEqual([]);
    const { draftOrders } = await ask('{ draftOrders(first: 5) { nodes { id } } }');
    expect(draftOrders.nodes).toEqual([{ id: draftOrder.id }]);
    await sim('clock', { advance: 11_000 });
    expect(await tagged()).toEqual([{ id: draftOrder.id }]);
  });
});
