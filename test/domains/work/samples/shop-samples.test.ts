// Samples that a connected shop sends: one order each, whatever fails, and followed until they arrive.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeOne } from '../../../../src/domains/work/samples/close-samples.ts';
import { findSample } from '../../../../src/domains/work/samples/store.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { eraseShop } from '../../../harness/shops/erase-shop.ts';
import { parcelsOf } from '../../../harness/shops/merchant-app.ts';
import { consumed, deliver, holdingShops, minute } from '../../../harness/shops/reading.ts';
import { type SampleShop, sampleShop } from '../../../harness/shops/sample-shop.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { ADDRESS, change, offer } from '../../../harness/work/samples.ts';
import { call, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

const shippedEvents = async (scene: SampleShop) =>
  (await eventsOf(scene.brand.id)).filter(({ type }) => type === 'sample.shipped').length;
const set = (scene: SampleShop, stock: number) => scene.world.sim('products/7002/change', { stock });

describe('an approved sample', () => {
  it('is ordered once in the shop, tagged, for nothing, without an email address, and followed to its delivery', async () => {
    const scene = await sampleShop();
    const id = await scene.approved();
    expect(await scene.shown(id)).toMatchObject({ status: 'approved', order: null, problem: null });
    await scene.tick();
    await scene.tick();
    const { orders, drafts } = await scene.there();
    expect(orders).toEqual([
      {
        ...{ id: expect.any(String), name: '#1001', email: null, sourceName: 'shopify_draft_order' },
        tags: ['service-sample', id].sort(),
        totalPriceSet: { shopMoney: { amount: '0.0' } },
        customAttributes: [{ key: 'Sample', value: id }],
      },
    ]);
    expect(drafts).toHaveLength(1);
    const number = orders[0].id.split('/').at(-1);
    expect(await scene.shown(id)).toMatchObject({
      status: 'shipped',
      order: { id: number, name: '#1001' },
    });
    expect(await shippedEvents(scene)).toBe(1);
    expect((await change(scene, 'creator', id, { status: 'rejected' })).status).toBe(409);
    const url = 'https://carrier.example/1Z';
    await scene.world.sim(`orders/${number}/fulfil`, { url, tracking: '1Z', status: 'IN_TRANSIT' });
    await scene.pass(HOUR_MS);
    await scene.follow();
    expect(await scene.shown(id)).toMatchObject({ status: 'shipped', trackingUrl: url });
    await scene.world.sim(`orders/${number}/fulfil`, { fulfilment: 0, status: 'DELIVERED' });
    await scene.pass(HOUR_MS);
    await Promise.all([scene.follow(), scene.follow()]);
    expect(await scene.shown(id)).toMatchObject({ status: 'delivered' });
    // It is followed no further.
    const row = await testEnv.DB.prepare('SELECT due_at FROM sample_orders WHERE sample_id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ due_at: null });
  });

  it('is no sale, offered and accepted as it was, whatever the shop tells of it', async () => {
    const scene = await sampleShop();
    await minute(scene.world);
    const pixel = (await call('GET', '/v1/pixels', { key: scene.brand.key })).body.data[0].id;
    const body = { name: 'Sale', pixel, eventName: 'purchase' };
    const made = await call('POST', '/v1/conversions', { key: scene.brand.key, body });
    expect(made.status).toBe(201);
    const { id } = (await offer(scene, { variant: '70021' })).body.data;
    expect((await change(scene, 'creator', id, { address: ADDRESS })).body.data.status).toBe('approved');
    await scene.pass(MINUTE_MS);
    await scene.tick();
    const parcels = await parcelsOf(scene.world, (await scene.shown(id)).order.id);
    const url = 'https://carrier.example/1Z';
    const parcel = await parcels.send({ company: 'UPS', number: '1Z', url });
    const followed = async () => {
      await scene.pass(HOUR_MS);
      await minute(scene.world);
      await scene.follow();
      return await scene.shown(id);
    };
    expect(await followed()).toMatchObject({ status: 'shipped', trackingUrl: url });
    await parcels.tell(parcel, 'OUT_FOR_DELIVERY');
    expect(await followed()).toMatchObject({ status: 'shipped', trackingUrl: url });
    await parcels.tell(parcel, 'DELIVERED');
    expect(await followed()).toMatchObject({ status: 'delivered' });
    const sold = async () => {
      const [from, to] = [clock.now() - DAY_MS, clock.now() + DAY_MS].map((at) => iso(at).slice(0, 10));
      const path = `/v1/conversions/${made.body.data.id}/report?by=day&from=${from}&to=${to}`;
      const { rows } = (await call('GET', path, { key: scene.brand.key })).body.data;
      return rows.reduce((sum: number, row: { count: number }) => sum + row.count, 0);
    };
    expect(await sold()).toBe(0);
    // Any other order is one.
    await scene.world.sim('orders', { lines: [{ price: '50.00' }] });
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    expect(await sold()).toBe(1);
  });

  it('says why it is not sent, and is sent when that is mended', async () => {
    const scene = await sampleShop();
    await set(scene, 0);
    const id = await scene.approved();
    await scene.tick();
    const reason = async (side?: 'creator') => (await scene.shown(id, side)).problem?.reason ?? null;
    expect([await reason(), await reason('creator')]).toEqual(['out_of_stock', 'out_of_stock']);
    await set(scene, 3);
    await scene.pass(30 * MINUTE_MS);
    await scene.tick();
    expect((await scene.there()).orders).toEqual([]);
    await scene.pass(31 * MINUTE_MS);
    await scene.tick();
    expect(await scene.shown(id)).toMatchObject({ status: 'shipped', problem: null });
    expect((await scene.there()).orders).toHaveLength(1);
  });

  it('waits for another address where the shop rejects it, and goes to the newest', async () => {
    const scene = await sampleShop();
    const id = await scene.approved();
    const moved = (more: object) => change(scene, 'creator', id, { address: { ...ADDRESS, ...more } });
    expect((await moved({ state: 'XX' })).status).toBe(200);
    await scene.tick();
    expect((await scene.shown(id, 'creator')).problem.reason).toBe('address_refused');
    await set(scene, 0);
    await moved({});
    await scene.tick();
    expect((await scene.there()).drafts).toHaveLength(1);
    // A draft that was stored with an older address is not completed.
    await moved({ city: 'Dallas' });
    await set(scene, 1);
    await scene.tick();
    await scene.pass(MINUTE_MS * 11);
    await scene.tick();
    const { orders, drafts } = await scene.there();
    expect([orders.length, drafts.map(({ status }) => status)]).toEqual([1, ['COMPLETED']]);
  });

  it('leaves no draft in the shop when it is rejected, or the brand sends it itself', async () => {
    const scene = await sampleShop();
    await set(scene, 0);
    const rejected = await scene.approved();
    await scene.tick();
    expect((await scene.there()).drafts).toHaveLength(1);
    expect((await change(scene, 'creator', rejected, { status: 'rejected' })).status).toBe(200);
    await scene.pass(5 * MINUTE_MS);
    await scene.tick();
    expect((await scene.there()).drafts).toEqual([]);
    const own = await scene.approved();
    await scene.tick();
    const sent = await change(scene, 'brand', own, { status: 'shipped' });
    expect(sent.body.data).toMatchObject({ status: 'shipped', order: null, problem: null });
    await scene.pass(5 * MINUTE_MS);
    await set(scene, 5);
    await scene.tick();
    expect(await scene.there()).toEqual({ orders: [], drafts: [] });
  });

  it('says when the shop lacks a permission, is disconnected, or cancels the order', async () => {
    const scene = await sampleShop();
    const id = await scene.approved();
    const { client } = scene.world;
    await scene.world.sim('scopes', { client, granted: ['read_orders'] });
    await scene.tick();
    expect((await scene.shown(id)).problem.reason).toBe('permission');
    expect((await scene.shown(id, 'creator')).problem).toBeNull();
    const granted = ['read_orders', 'read_products', 'write_draft_orders', 'read_fulfillments'];
    await scene.world.sim('scopes', { client, granted });
    await scene.pass(HOUR_MS);
    await scene.tick();
    const { order } = await scene.shown(id);
    await scene.world.sim(`orders/${order.id}/cancel`, {});
    await scene.pass(HOUR_MS);
    await scene.follow();
    expect(await scene.shown(id)).toMatchObject({
      status: 'shipped',
      problem: { reason: 'order_cancelled' },
    });
  });
});

it.each([
  ['the order', 'orders/updated', 'fulfillments/create fulfillments/update'],
  ['the fulfillment', 'fulfillments/create', 'orders/updated'],
])('that was sent is followed within a minute of a webhook about %s', async (_, first, lost) => {
  const scene = await sampleShop();
  const { env, sent } = holdingShops(scene.env);
  await minute(scene.world);
  const id = await scene.approved();
  await scene.tick();
  const { order } = await scene.shown(id);
  await scene.pass(10 * MINUTE_MS);
  await scene.follow();
  await scene.world.sim('webhooks', { lose: lost.split(' ') });
  await scene.world.take();
  const told = async (body: object, topic = first) => {
    await scene.world.sim(`orders/${order.id}/fulfil`, body);
    const taken = await scene.world.take();
    expect(taken.map((one) => one.topic)).toEqual([topic]);
    for (const one of taken) expect((await deliver(env, one)).status).toBe(200);
    const queued = sent.splice(0);
    expect(queued.length).toBeGreaterThan(0);
    await consumed(scene.env, queued);
    await scene.pass(MINUTE_MS);
    await scene.follow();
    return await scene.shown(id);
  };
  const url = 'https://carrier.example/1Z';
  expect(await told({ url, tracking: '1Z' })).toMatchObject({ status: 'shipped', trackingUrl: url });
  const second = first.replace('create', 'update');
  expect(await told({ fulfilment: 0, status: 'DELIVERED' }, second)).toMatchObject({ status: 'delivered' });
});

it('is not made when the two part while its draft is being read', async () => {
  const scene = await sampleShop();
  await set(scene, 0);
  const id = await scene.approved();
  await scene.tick();
  await set(scene, 1);
  await scene.pass(HOUR_MS);
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if ((await request.clone().text()).includes('query SampleDraft('))
      await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'ended' WHERE creator_id = ?")
        .bind(scene.creator.as)
        .run();
    return await real(request);
  });
  await scene.tick();
  spy.mockRestore();
  for (let run = 0; run < 2; run++) {
    await scene.pass(15 * MINUTE_MS);
    await scene.tick();
  }
  expect(await scene.there()).toEqual({ orders: [], drafts: [] });
  expect(await scene.shown(id)).toMatchObject({ status: 'rejected', address: null });
});

it('is closed when the two part and nobody knows what became of its draft', async () => {
  const scene = await sampleShop();
  const id = await scene.approved();
  await testEnv.DB.prepare(
    "UPDATE sample_orders SET state = 'completing', problem = 'order_unknown' WHERE sample_id = ?",
  )
    .bind(id)
    .run();
  const body = { status: 'removed' };
  await call('PATCH', `/v1/creators/${scene.creator.as}`, { key: scene.brand.key, body });
  expect(await scene.shown(id)).toMatchObject({ status: 'rejected', address: null });
});

it('is left as it is by the nightly job when its order begins to be made meanwhile', async () => {
  const scene = await sampleShop();
  const id = await scene.approved();
  const ctx = systemCtx(scene.env, clock.now());
  const { row } = (await findSample(ctx, id))!;
  await testEnv.DB.prepare("UPDATE sample_orders SET state = 'completing' WHERE sample_id = ?")
    .bind(id)
    .run();
  await closeOne(ctx, row);
  expect((await scene.shown(id)).status).toBe('approved');
});

it.each(['fail_before', 'fail_after'])(
  'finds what it stored or made when the answer is lost (%s)',
  async (kind) => {
    const scene = await sampleShop();
    const id = await scene.approved();
    for (const path of ['POST graphql draftOrderCreate', 'POST graphql draftOrderComplete'])
      await scene.world.fault(kind, path, { times: 1 });
    for (let hour = 0; hour < 4; hour++) {
      await scene.tick();
      await scene.pass(HOUR_MS);
    }
    const { orders, drafts } = await scene.there();
    expect([orders.length, drafts.length]).toEqual([1, 1]);
    expect((await scene.shown(id)).status).toBe('shipped');
  },
);

it('is there exactly once, wherever the process that makes it is killed', async () => {
  const contacts = await atEveryDeath({
    scene: async () => {
      const scene = await sampleShop();
      return { ...scene, id: await scene.approved() };
    },
    live: async ({ tick }, env) => await tick(env),
    afterwards: async (scene) => {
      const sent = async () => (await scene.shown(scene.id)).status === 'shipped';
      for (let run = 0; run < 4 && !(await sent()); run++) {
        await scene.pass(15 * MINUTE_MS);
        await scene.tick();
      }
      const { orders } = await scene.there();
      expect([orders.length, await sent(), await shippedEvents(scene)]).toEqual([1, true, 1]);
      await scene.pass(DAY_MS);
      await scene.follow();
      // Drafts that were stored in vain hold the address as well.
      expect((await scene.there()).drafts.map(({ status }) => status)).toEqual(['COMPLETED']);
    },
  });
  expect(contacts.filter((name) => name.startsWith('platform')).length).toBeGreaterThanOrEqual(3);
}, 60_000);

it('of a shop that is erased keeps neither where it was sent nor what the shop calls it', async () => {
  const scene = await sampleShop();
  const sent = await scene.approved();
  await scene.tick();
  expect(await scene.shown(sent)).toMatchObject({ status: 'shipped', order: { name: '#1001' } });
  await set(scene, 0);
  const unsent = await scene.approved();
  await scene.tick();
  await eraseShop(scene.world);
  expect(await scene.shown(sent)).toMatchObject({ status: 'shipped', order: null, address: null });
  const left = await scene.shown(unsent);
  expect(left).toMatchObject({ status: 'approved', problem: { reason: 'product_gone' } });
  expect(left.address.lastName).toBe(ADDRESS.lastName);
  // The account can still send it itself.
  await scene.tick();
  expect((await change(scene, 'brand', unsent, { status: 'shipped' })).status).toBe(200);
  const rows = await testEnv.DB.prepare(
    'SELECT state, draft_id, order_id, due_at FROM sample_orders WHERE sample_id IN (?, ?)',
  )
    .bind(sent, unsent)
    .all();
  const over = { state: 'over', draft_id: null, order_id: null, due_at: null };
  expect(rows.results).toEqual([over, over]);
});
