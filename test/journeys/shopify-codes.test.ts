// Discount codes of the simulated shop, as an app makes them and visitors use them.
import { describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { type Any, shopAt } from './support/shopify.ts';
import { visitorOf } from './support/storefront.ts';

const simulators = { url: inject('simulators') };

const NIGHT = 70021;
const HOUR = 3_600_000;

async function shop() {
  const scopes = [
    'read_products',
    'read_orders',

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
