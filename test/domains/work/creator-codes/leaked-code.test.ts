// A code that leaked, from the orders that a shop tells to its account's answer and the pay. The shop is asked by Shopify's own
// client what became of the discount.
import { createAdminApiClient } from '@shopify/admin-api-client';
import { afterEach, expect, it } from 'vitest';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { useShop } from '../../../../src/domains/accounts/connections/use-connection.ts';
import { sweepEvents } from '../../../../src/domains/measurement/pixel-events/sweep-events.ts';
import { lookAtCodes, tellShard } from '../../../../src/domains/work/creator-codes/look-at-codes.ts';
import { findCodeOf } from '../../../../src/domains/work/creator-codes/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import {
  midnightAfter,
  mintApproved,
  paidFor,
  scene as payScene,
  setPay,
  tick,
} from '../../../harness/money/earnings.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import { consumed, deliver, holdingShops, minute } from '../../../harness/shops/reading.ts';
import { type ShopWorld, shopWorld } from '../../../harness/shops/shopify.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { call } from '../../../harness/world.ts';

afterEach(() => clock.release());

const STATUS = `query($code: String!) { codeDiscountNodeByCode(code: $code) {
  codeDiscount { ... on DiscountCodeBasic { status asyncUsageCount } }
} }`;

/** What the shop says of a code, to Shopify's own client. */
async function discountAt(world: ShopWorld, id: string, code: string) {
  const ctx = systemCtx(world.env, clock.now());
  const { site, token } = await useShop(ctx, (await connectionById(ctx, id))!, async (_, one) => one);
  const client = createAdminApiClient({
    storeDomain: world.shop,
    apiVersion: '2026-07',
    accessToken: token,
    customFetchApi: (url, init) =>
      fetch(String(url).replace(`https://${world.shop}`, site.at.api), init as RequestInit),
  });
  const { data, errors } = await client.request(STATUS, { variables: { code } });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.codeDiscountNodeByCode.codeDiscount;
}

async function leakyShop() {
  const there = await shopWorld();
  const { env, sent } = holdingShops(there.env);
  const world = { ...there, env };
  await world.sim('shop', { currency: 'USD', domain: 'shop.example.com' });
  const at = await payScene();
  const { brand, creator, program } = at.pair;
  await setPay(at.pair, { schedule: { holdDays: 0 } });
  const submission = await mintApproved(at.pair);
  const connection = await connectShop(world, brand);
  const pass = async (ms: number) => {
    clock.hold(clock.now() + ms);
    await world.sim('clock', { advance: ms });
  };
  // The day ends after the orders, and not between them.
  await pass(clock.noon() - clock.now());
  const carry = async () => {
    for (const one of await world.take()) expect((await deliver(env, one)).status).toBe(200);
    await consumed(env, sent.splice(0));
  };
  /** What the shop learns of a buyer's way there, it knows minutes after the order. */
  const read = async () => {
    await carry();
    await pass(21 * MINUTE_MS);
    await minute(world);
  };
  await minute(world);
  const given = { creator: creator.as, program, code: 'NIA10', kind: 'discount', percent: 10, connection };
  const { id } = (await call('POST', '/v1/creator-codes', { key: brand.key, env, body: given })).body.data;
  await carry();
  const path = `/v1/creator-codes/${id}`;
  return {
    ...{ world, at, id, submission, pass, carry, read },
    atShop: () => discountAt(world, connection, 'NIA10'),
    record: async () => (await call('GET', path, brand)).body.data,
    answer: async (answer: string) =>
      (await call('PATCH', path, { key: brand.key, env, body: { answer } })).body.data,
    buy: async () =>
      await world.sim('orders', {
        lines: [{ price: '50.00' }],
        discounts: ['nia10'],
        referrer: 'https://www.retailmenot.com/view/northwind',
      }),
    tellAgain: async () => {
      const ctx = systemCtx(env, clock.now());
      await tellShard(ctx, (await findCodeOf(ctx, brand.id, 'nia10'))!);
    },
    look: () => lookAtCodes(systemCtx(env, clock.now())),
    /** The day ends, each order is read once more, and what has matured is paid. */
    payDay: async () => {
      await sweepEvents(systemCtx(env, clock.now()));
      await tick(clock.now());
      await pass(midnightAfter(clock.now()) + HOUR_MS - clock.now());
      for (let n = 0; n < 2; n++) {
        await tick(clock.now());
        await pass(HOUR_MS);
        await minute(world);
      }
      await tick(clock.now());
    },
  };
}

// A sale of 45.00 earns 10 % and 3.00.
it.each([
  [
    'keep',
    [
      ['program', 7_500],
      ['program', 750],
    ],
    'ACTIVE',
  ],
  ['stop', [['program', 7_500]], 'EXPIRED'],
])('is flagged, and pays what its account answers: %s', async (answered, paid, after) => {
  const shop = await leakyShop();
  expect(await shop.atShop()).toEqual({ status: 'ACTIVE', asyncUsageCount: 0 });
  for (let n = 0; n < 10; n++) await shop.buy();
  await shop.read();
  await shop.look();
  const { status, uses, evidence, flag } = await shop.record();
  expect([status, uses]).toEqual(['flagged', 10]);
  expect(evidence.map((one: { code: string }) => one.code)).toEqual(['few_landings', 'coupon_sites']);
  expect(Date.parse(flag.answerBy)).toBe(clock.now() + 14 * DAY_MS);
  const events = await eventsOf(shop.at.pair.brand.id);
  expect(events.filter(({ type }) => type === 'creator_code.flagged')).toHaveLength(1);
  await shop.pass(MINUTE_MS);
  await shop.buy();
  await shop.read();
  // While it is flagged the shop takes it, and what was sold since waits.
  expect(await shop.atShop()).toEqual({ status: 'ACTIVE', asyncUsageCount: 11 });
  await shop.payDay();
  expect(await paidFor(shop.submission)).toEqual([['program', 7_500]]);
  expect(await shop.answer(answered)).toMatchObject({ flag: { answer: answered } });
  await shop.carry();
  expect((await shop.atShop()).status).toBe(after);
  await shop.payDay();
  await shop.payDay();
  expect(await paidFor(shop.submission)).toEqual(paid);
  // A run that comes late tells the shard once more what was answered.
  await shop.tellAgain();
  await shop.payDay();
  expect(await paidFor(shop.submission)).toEqual(paid);
});
