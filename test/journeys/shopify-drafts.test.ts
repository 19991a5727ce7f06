// Draft orders of the simulated shop, as samples are made of them, and discount codes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSimulators } from '../harness/servers/start-simulators.ts';
import { type Any, shopAt } from './support/shopify.ts';
import { visitorOf } from './support/storefront.ts';

let simulators: Awaited<ReturnType<typeof runSimulators>>;
beforeAll(async () => {
  simulators = await runSimulators();
});
afterAll(() => simulators?.stop());

const NIGHT = 70021;
const SOLD_OUT = 70031;
const variant = (number: number) => `gid://shopify/ProductVariant/${number}`;
const FREE = { value: 100, valueType: 'PERCENTAGE', title: 'Sample', description: 'For a creator' };
const HOUR = 3_600_000;

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
  return { ...app, ...visitorOf(simulators.url, app.shop), ask };
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

describe('a discount code', () => {
  const CODE =
    'codeDiscountNode { id codeDiscount { ... on DiscountCodeBasic { title status endsAt asyncUsageCount codes(first: 1) { nodes { code } } customerGets { value { ... on DiscountPercentage { percentage } ... on DiscountAmount { amount { amount } } } } } } } userErrors { field code message }';

  async function codes() {
    const app = await shop();
    const start = new Date((await app.sim('clock')).now).toISOString();
    const input = {
      ...{ title: 'Ann 10%', code: 'ANNA10', startsAt: start, context: { all: 'ALL' } },
      customerGets: { value: { percentage: 0.1 }, items: { all: true } },
    };
    const create = async (more: object = {}): Promise<Any> =>
      (
        await app.ask(
          `mutation($d: DiscountCodeBasicInput!) { discountCodeBasicCreate(basicCodeDiscount: $d) { ${CODE} } }`,
          { d: { ...input, ...more } },
        )
      ).discountCodeBasicCreate;
    const change = async (id: string, d: object): Promise<Any> =>
      (
        await app.ask(
          `mutation($id: ID!, $d: DiscountCodeBasicInput!) { discountCodeBasicUpdate(id: $id, basicCodeDiscount: $d) { ${CODE} } }`,
          { id, d },
        )
      ).discountCodeBasicUpdate;
    const turn = async (what: 'Activate' | 'Deactivate', id: string): Promise<Any> =>
      (await app.ask(`mutation($id: ID!) { discountCode${what}(id: $id) { ${CODE} } }`, { id }))[
        `discountCode${what}`
      ];
    const find = async (code: string): Promise<Any> =>
      (
        await app.ask(
          `query($code: String!) { codeDiscountNodeByCode(code: $code) { id codeDiscount { ... on DiscountCodeBasic { status asyncUsageCount } } } }`,
          { code },
        )
      ).codeDiscountNodeByCode;
    return { ...app, input, create, change, turn, find };
  }

  it('is made once, found whatever its case, changed, paused and taken away', async () => {
    const { create, change, turn, find, ask, sim } = await codes();
    await sim('settings', { deliveries: 'held' });
    for (const topic of ['DISCOUNTS_CREATE', 'DISCOUNTS_UPDATE', 'DISCOUNTS_DELETE'])
      await ask(
        `mutation { webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: "https://service.example/w" }) { userErrors { message } } }`,
      );
    const { codeDiscountNode: made, userErrors } = await create();
    expect(userErrors).toEqual([]);
    expect(made.codeDiscount).toMatchObject({
      ...{ title: 'Ann 10%', status: 'ACTIVE', endsAt: null, asyncUsageCount: 0 },
      ...{ codes: { nodes: [{ code: 'ANNA10' }] }, customerGets: { value: { percentage: 0.1 } } },
    });
    expect((await create({ code: 'anna10' })).userErrors).toEqual([
      { field: ['basicCodeDiscount', 'code'], code: 'TAKEN', message: expect.any(String) },
    ]);
    expect((await find('aNNa10')).id).toBe(made.id);
    expect(await find('ANNA')).toBeNull();
    const amount = {
      customerGets: { value: { discountAmount: { amount: '5.00', appliesOnEachItem: false } } },
    };
    const changed = await change(made.id, amount);
    expect(changed.codeDiscountNode.codeDiscount).toMatchObject({
      ...{ title: 'Ann 10%', customerGets: { value: { amount: { amount: '5.0' } } } },
    });
    expect((await turn('Deactivate', made.id)).codeDiscountNode.codeDiscount.status).toBe('EXPIRED');
    expect((await turn('Activate', made.id)).codeDiscountNode.codeDiscount).toMatchObject({
      status: 'ACTIVE',
      endsAt: null,
    });
    await ask(
      `mutation($id: ID!) { discountCodeDelete(id: $id) { deletedCodeDiscountId userErrors { message } } }`,
      { id: made.id },
    );
    expect(await find('ANNA10')).toBeNull();
    expect((await turn('Activate', made.id)).userErrors).toMatchObject([{ field: ['id'], code: 'INVALID' }]);
    expect((await sim('take')).deliveries.map(({ topic }: Any) => topic)).toEqual([
      ...['discounts/create', 'discounts/update', 'discounts/update', 'discounts/update', 'discounts/delete'],
    ]);
  });

  it('is refused for what the platform does not take', async () => {
    const { create, input } = await codes();
    const gets = (value: object) => ({ customerGets: { ...input.customerGets, value } });
    const wrong: [object, string, string][] = [
      [{ title: ' ' }, 'title', 'BLANK'],
      [{ code: '' }, 'code', 'BLANK'],
      [{ code: 'x'.repeat(256) }, 'code', 'TOO_LONG'],
      [{ startsAt: null }, 'startsAt', 'BLANK'],
      [{ endsAt: input.startsAt }, 'endsAt', 'END_DATE_BEFORE_START_DATE'],
      [{ usageLimit: 0 }, 'usageLimit', 'GREATER_THAN'],
      [{ context: null }, 'context', 'BLANK'],
      [{ customerGets: null }, 'customerGets', 'BLANK'],
      [gets({}), 'customerGets.value', 'BLANK'],
      [gets({ percentage: 10 }), 'customerGets.value.percentage', 'VALUE_OUTSIDE_RANGE'],
      [gets({ percentage: 0.1, discountAmount: { amount: '5' } }), 'customerGets.value', 'CONFLICT'],
      [gets({ discountAmount: { amount: '0' } }), 'customerGets.value.discountAmount.amount', 'GREATER_THAN'],
    ];
    for (const [more, field, code] of wrong) {
      const { codeDiscountNode, userErrors } = await create(more);
      expect(codeDiscountNode, field).toBeNull();
      expect(userErrors, field).toMatchObject([{ field: ['basicCodeDiscount', ...field.split('.')], code }]);
    }
  });

  it('takes something off at the checkout while it holds, and its uses are counted', async () => {
    const { create, find, turn, cart, pay, ask, go } = await codes();
    const { codeDiscountNode: made } = await create({ usageLimit: 2 });
    const buy = async (code: string) => {
      await cart('/cart/add.js', { id: NIGHT, quantity: 1 });
      return await pay('/checkout', { email: `${crypto.randomUUID()}@example.org`, discount: code });
    };
    await buy('anna10');
    await go('/discount/ANNA10?redirect=/products/night-roast');
    await cart('/cart/add.js', { id: NIGHT, quantity: 2 });
    expect(await cart('/cart.js')).toMatchObject({
      ...{ original_total_price: 4000, total_price: 3600 },
      discount_codes: [{ code: 'ANNA10', applicable: true }],
    });
    await pay('/checkout');
    expect((await find('ANNA10')).codeDiscount.asyncUsageCount).toBe(2);
    const { orders } = await ask(
      '{ orders(first: 5, sortKey: ID) { nodes { discountCodes currentSubtotalPriceSet { shopMoney { amount } } } } }',
    );
    expect(orders.nodes).toEqual([
      { discountCodes: ['ANNA10'], currentSubtotalPriceSet: { shopMoney: { amount: '18.0' } } },
      { discountCodes: ['ANNA10'], currentSubtotalPriceSet: { shopMoney: { amount: '36.0' } } },
    ]);
    // Used up, then paused: nobody pays with it.
    await expect(buy('ANNA10')).rejects.toThrow();
    await turn('Deactivate', made.id);
    expect((await cart('/cart/update.js', { discount: 'ANNA10' })).discount_codes).toEqual([
      { code: 'ANNA10', applicable: false },
    ]);
  });

  it('that starts later or ended takes nothing off; the shop’s own is as good as an app’s', async () => {
    const { create, find, sim, input, cart } = await codes();
    const later = new Date(Date.parse(input.startsAt) + HOUR).toISOString();
    await create({ startsAt: later, endsAt: new Date(Date.parse(later) + 1000).toISOString() });
    expect((await find('ANNA10')).codeDiscount.status).toBe('SCHEDULED');
    await sim('clock', { advance: 2 * HOUR });
    await sim('discounts', { code: 'OWN', percent: 20 });
    await sim('orders', { lines: [{ price: '10.00' }], discounts: ['OWN'] });
    await cart('/cart/add.js', { id: NIGHT });
    expect(await cart('/cart/update.js', { discount: 'ANNA10,OWN' })).toMatchObject({
      total_discount: 400,
      discount_codes: [
        { code: 'ANNA10', applicable: false },
        { code: 'OWN', applicable: true },
      ],
    });
  });
});
