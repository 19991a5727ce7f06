// Samples whose shop was asked for their order and does not come back: a person decides, and no second order is made.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import { type SampleShop, sampleShop } from '../../../harness/shops/sample-shop.ts';
import { change } from '../../../harness/work/samples.ts';
import { call, testEnv } from '../../../harness/world.ts';

afterEach(() => {
  vi.restoreAllMocks();
  clock.release();
});

const COMPLETE = 'POST graphql draftOrderComplete';
const problemOf = async (scene: SampleShop, id: string) => (await scene.shown(id)).problem?.reason ?? null;
const stateOf = (id: string) =>
  testEnv.DB.prepare('SELECT state FROM sample_orders WHERE sample_id = ?').bind(id).first<string>('state');

/** A sample whose shop was asked for its order. @param kind whether the shop has made it, and only the answer was lost. */
async function asked(kind: 'fail_before' | 'fail_after'): Promise<SampleShop & { id: string }> {
  const scene = await sampleShop();
  const id = await scene.approved();
  await scene.world.fault(kind, COMPLETE, { times: 1 });
  await scene.tick();
  expect(await stateOf(id)).toBe('completing');
  for (const side of ['brand', 'creator'] as const)
    expect((await change(scene, side, id, { status: 'rejected' })).status).toBe(409);
  return { ...scene, id };
}

const disconnect = async ({ brand, connection, env }: SampleShop) => {
  const body = { status: 'disconnected' };
  expect((await call('PATCH', `/v1/connections/${connection}`, { key: brand.key, body, env })).status).toBe(
    200,
  );
};

describe('whose connection is over', () => {
  it.each([
    ['rejected', 'fail_before', { orders: 0, order: null, problem: null }],
    ['rejected', 'fail_after', { orders: 1, order: '#1001', problem: 'order_left' }],
    ['shipped', 'fail_before', { orders: 0, order: null, problem: null }],
    ['shipped', 'fail_after', { orders: 1, order: '#1001', problem: 'order_left' }],
  ] as const)(
    'can be %s (%s), and has no further order when the shop is back',
    async (status, kind, then) => {
      const scene = await asked(kind);
      await disconnect(scene);
      await scene.pass(10 * MINUTE_MS);
      await scene.tick();
      expect(await problemOf(scene, scene.id)).toBe('order_unconfirmed');
      expect((await scene.shown(scene.id, 'creator')).problem).toBeNull();
      expect((await change(scene, 'brand', scene.id, { status })).status).toBe(200);
      expect(await problemOf(scene, scene.id)).toBeNull();
      await scene.pass(HOUR_MS);
      await scene.tick();
      expect(await problemOf(scene, scene.id)).toBeNull();
      const connection = await connectShop(scene.world, scene.brand);
      await scene.pass(DAY_MS);
      await scene.tick();
      const { orders, drafts } = await { ...scene, connection }.there();
      const shown = await scene.shown(scene.id);
      expect([orders.length, shown.status, shown.order?.name ?? null]).toEqual([
        then.orders,
        status,
        then.order,
      ]);
      const problem = () => problemOf(scene, scene.id);
      expect([await problem(), await stateOf(scene.id)]).toEqual([
        then.problem,
        then.problem === null ? 'over' : 'left',
      ]);
      // A draft of which nothing was made holds the address.
      expect(drafts.map((draft: { status: string }) => draft.status)).toEqual(
        then.orders === 0 ? [] : ['COMPLETED'],
      );
      if (then.orders === 0) return;
      await scene.pass(HOUR_MS);
      await scene.follow();
      expect(await problem()).toBe('order_left');
      // The shop cannot be asked: its order is there all the same.
      const body = '{"errors":[{"message":"Access denied","extensions":{"code":"ACCESS_DENIED"}}]}';
      await scene.world.fault('answer_after', 'POST graphql', { times: 1, body });
      await scene.pass(HOUR_MS);
      await scene.follow();
      expect(await problem()).toBe('order_left');
      await scene.world.sim(`orders/${shown.order.id}/cancel`, {});
      await scene.pass(HOUR_MS);
      await scene.follow();
      expect(await scene.shown(scene.id)).toMatchObject({ status, problem: null, order: null });
      expect(await stateOf(scene.id)).toBe('over');
    },
  );

  it('is sent once if the shop is back before anybody decides', async () => {
    const scene = await asked('fail_before');
    await disconnect(scene);
    await scene.pass(10 * MINUTE_MS);
    await scene.tick();
    await connectShop(scene.world, scene.brand);
    await scene.pass(HOUR_MS);
    await scene.tick();
    expect(await scene.shown(scene.id)).toMatchObject({
      status: 'shipped',
      problem: null,
      order: { name: '#1001' },
    });
  });
});

it('is decided by a person after 7 days without an answer, and not before', async () => {
  const scene = await asked('fail_before');
  await scene.world.sim('shop', { state: 'locked' });
  const after = async (days: number) => {
    await scene.pass(days * DAY_MS);
    await scene.tick();
    return await problemOf(scene, scene.id);
  };
  expect(await after(6.5)).toBe('shop_locked');
  expect((await change(scene, 'brand', scene.id, { status: 'rejected' })).status).toBe(409);
  expect(await after(1)).toBe('order_unconfirmed');
  expect((await change(scene, 'creator', scene.id, { status: 'rejected' })).body.data.address).toBeNull();
});

it('is no longer for people to decide once the shop is asked again', async () => {
  const scene = await asked('fail_before');
  await disconnect(scene);
  await scene.pass(10 * MINUTE_MS);
  await scene.tick();
  expect(await problemOf(scene, scene.id)).toBe('order_unconfirmed');
  await connectShop(scene.world, scene.brand);
  await scene.pass(HOUR_MS);
  // The person decides while the shop makes the order.
  const real = globalThis.fetch;
  let said = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if ((await request.clone().text()).includes('draftOrderComplete'))
      said = (await change(scene, 'brand', scene.id, { status: 'rejected' })).status;
    return await real(request);
  });
  await scene.tick();
  expect([said, (await scene.shown(scene.id)).status]).toEqual([409, 'shipped']);
});

it('is not asked for again when the person was first', async () => {
  const scene = await asked('fail_before');
  await disconnect(scene);
  await scene.pass(10 * MINUTE_MS);
  await scene.tick();
  const connection = await connectShop(scene.world, scene.brand);
  await scene.pass(HOUR_MS);
  const real = globalThis.fetch;
  let said = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    // The run has read the draft and is about to ask for its order.
    if ((await request.clone().text()).includes('query SampleDraft('))
      said = (await change(scene, 'brand', scene.id, { status: 'rejected' })).status;
    return await real(request);
  });
  await scene.tick();
  vi.restoreAllMocks();
  await scene.pass(HOUR_MS);
  await scene.tick();
  expect([said, await { ...scene, connection }.there()]).toEqual([200, { orders: [], drafts: [] }]);
});
