// Orders of samples that fail: what goes wrong with one is no reason to leave its neighbours alone.
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { sampleShop } from '../../../harness/shops/sample-shop.ts';
import { testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

describe('an order that fails', () => {
  const states = async (ids: string[]) =>
    await Promise.all(
      ids.map((id) => testEnv.DB.prepare('SELECT status FROM samples WHERE id = ?').bind(id).first('status')),
    );
  const put = async (ids: string[]) =>
    (
      await testEnv.DB.prepare(
        'SELECT tries, due_at - ?1 AS wait FROM sample_orders WHERE sample_id IN (SELECT value FROM json_each(?2)) ORDER BY tries',
      )
        .bind(clock.now(), JSON.stringify(ids))
        .all()
    ).results;

  it('for a reason that nobody foresaw leaves the others of its shop alone, made or followed', async () => {
    const scene = await sampleShop();
    const [odd, good] = [await scene.approved(), await scene.another(7001)];
    const { address } = (await testEnv.DB.prepare('SELECT address FROM samples WHERE id = ?')
      .bind(odd)
      .first())!;
    const setAddress = (to: unknown) =>
      testEnv.DB.prepare('UPDATE samples SET address = ?2 WHERE id = ?1').bind(odd, to).run();
    await setAddress('spoilt');
    await scene.tick();
    expect(await states([odd, good])).toEqual(['approved', 'shipped']);
    await setAddress(address);
    await scene.pass(10 * MINUTE_MS);
    await scene.tick();
    expect(await states([odd, good])).toEqual(['shipped', 'shipped']);
    const url = 'https://carrier.example/1Z';
    for (const id of [odd, good])
      await scene.world.sim(`orders/${(await scene.shown(id)).order.id}/fulfil`, { url, tracking: '1Z' });
    // The first answer is the one about both, the second that about one of them.
    await scene.world.fault('answer_after', 'POST graphql nodes', {
      times: 2,
      body: '{"data":{"nodes":[3]}}',
    });
    await scene.pass(HOUR_MS);
    await scene.follow();
    const tracked = async () =>
      (await Promise.all([odd, good].map((id) => scene.shown(id)))).map(({ trackingUrl }) => trackingUrl);
    expect((await tracked()).sort()).toEqual([url, null].sort());
    await scene.pass(2 * MINUTE_MS);
    await scene.follow();
    expect(await tracked()).toEqual([url, url]);
  });

  it('for a reason that is the shop’s ends the run', async () => {
    const scene = await sampleShop();
    const ids = [await scene.approved(), await scene.another(7001)];
    const body = '{"errors":[{"message":"Access denied","extensions":{"code":"ACCESS_DENIED"}}]}';
    await scene.world.fault('answer_after', 'POST graphql', { times: 1, body });
    await scene.tick();
    expect(await states(ids)).toEqual(['approved', 'approved']);
    await scene.pass(HOUR_MS);
    await scene.tick();
    expect(await states(ids)).toEqual(['shipped', 'shipped']);
  });

  it('is no reason to stop before three in a row, when the shop itself may be down', async () => {
    const scene = await sampleShop();
    const ids = [await scene.approved()];
    await scene.world.sim('products/7003/change', { stock: 1 });
    for (const product of [7001, 7003, 7007]) ids.push(await scene.another(product));
    await scene.pass(MINUTE_MS);
    await scene.world.fault('fail_before', 'POST graphql', { times: 3 });
    await scene.tick();
    expect(await states(ids)).toEqual(Array(4).fill('approved'));
    // The one that was not reached has not failed.
    const [unreached, ...failed] = await put(ids);
    expect(unreached).toEqual({ tries: 0, wait: MINUTE_MS });
    expect(failed.map(({ tries }) => tries)).toEqual([1, 1, 1]);
    await scene.pass(5 * MINUTE_MS);
    await scene.tick();
    expect(await states(ids)).toEqual(Array(4).fill('shipped'));
  });
});
