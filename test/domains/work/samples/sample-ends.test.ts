// Samples that end though nobody rejects them, and what is kept of those that were sent.
import { afterEach, expect, it } from 'vitest';
import { closePartedSamples } from '../../../../src/domains/work/samples/close-samples.ts';
import { eraseAddresses } from '../../../../src/domains/work/samples/erase-addresses.ts';
import { findSample, insertSample } from '../../../../src/domains/work/samples/store.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { sampleShop } from '../../../harness/shops/sample-shop.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import {
  ADDRESS,
  ask,
  change,
  mintProductToSend,
  offer,
  read,
  sampleScene,
} from '../../../harness/work/samples.ts';
import { reasonOf } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

it('an offer ends when nobody answers it for 30 days, which both are told', async () => {
  const start = clock.now();
  const scene = await sampleScene();
  const offered = (await offer(scene)).body.data.id;
  const accepted = (await offer(scene, { product: await mintProductToSend(scene.brand.key) })).body.data.id;
  clock.hold(start + 29.9 * DAY_MS);
  expect((await change(scene, 'creator', accepted, { address: ADDRESS })).status).toBe(200);
  const states = async () => {
    await Promise.all([eraseAddresses(systemCtx()), eraseAddresses(systemCtx())]);
    const all = await Promise.all([offered, accepted].map((id) => read(scene, 'creator', id)));
    return all.map(({ body }) => body.data.status);
  };
  expect(await states()).toEqual(['pending', 'approved']);
  clock.hold(start + 30.1 * DAY_MS);
  expect(await states()).toEqual(['rejected', 'approved']);
  const types = (await eventsOf(scene.brand.id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'sample.rejected')).toHaveLength(1);
  // The brand may offer it again.
  expect((await offer(scene)).status).toBe(201);
});

it('those of two who parted are found by the nightly look, a few at a time', async () => {
  const scenes = [await sampleScene(), await sampleScene(), await sampleScene()];
  const asked = [];
  for (const scene of scenes) asked.push({ scene, id: (await ask(scene)).body.data.id });
  // The look goes by the creators' IDs: one before and one after those who still work together.
  asked.sort((a, b) => (a.scene.creator.as < b.scene.creator.as ? -1 : 1));
  const [gone, , also] = asked.map(({ scene }) => scene.creator.as);
  await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'ended' WHERE creator_id IN (?, ?)")
    .bind(gone, also)
    .run();
  await closePartedSamples(systemCtx(), 1);
  await closePartedSamples(systemCtx(), 1);
  const states = await Promise.all(asked.map(({ scene, id }) => read(scene, 'creator', id)));
  expect(states.map(({ body }) => body.data.status)).toEqual(['rejected', 'pending', 'rejected']);
  for (const [place, times] of [1, 0, 1].entries()) {
    const types = (await eventsOf(asked[place]!.scene.brand.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'sample.rejected')).toHaveLength(times);
  }
});

it('is not asked for once the application was rejected in the meantime, nor of a brand that has ended', async () => {
  const scene = await sampleScene();
  const { id } = (await ask(scene)).body.data;
  await change(scene, 'creator', id, { status: 'rejected' });
  const { row } = (await findSample(systemCtx(), id))!;
  const body = { status: 'rejected' };
  await call('PATCH', `/v1/applications/${scene.application}`, { key: scene.brand.key, body });
  const ctx = systemCtx();
  insertSample(ctx, { ...row, id: newId('sample', ctx.now), status: 'pending' }, 5, async () => null);
  await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
  const other = await sampleScene();
  await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(other.brand.id).run();
  expect(reasonOf(await ask(other))).toEqual([422, 'not_agreed']);
});

it('that was sent is followed each hour, then each day, and its address is erased in time whatever the shop says', async () => {
  const scene = await sampleShop();
  const sent = await scene.approved();
  await scene.tick();
  const kept = async () =>
    (await testEnv.DB.prepare(
      `SELECT s.erase_at - s.shipped_at AS sent, s.erase_at - s.delivered_at AS arrived, o.due_at - ? AS next
        FROM samples s JOIN sample_orders o ON o.sample_id = s.id WHERE s.id = ?`,
    )
      .bind(clock.now(), sent)
      .first<{ sent: number; arrived: number | null; next: number | null }>())!;
  expect((await kept()).sent).toBe(120 * DAY_MS);
  const after = async (ms: number) => {
    await scene.pass(ms);
    await scene.follow();
    return await kept();
  };
  expect((await after(29 * DAY_MS)).next).toBe(HOUR_MS);
  expect((await after(2 * DAY_MS)).next).toBe(DAY_MS);
  const { order } = await scene.shown(sent);
  await scene.world.sim(`orders/${order.id}/fulfil`, { status: 'DELIVERED' });
  const { arrived, next } = await after(DAY_MS);
  expect([arrived, next]).toEqual([30 * DAY_MS, null]);
  const other = await scene.approved();
  await scene.tick();
  await testEnv.DB.prepare('UPDATE samples SET shipped_at = shipped_at - ?2 WHERE id = ?1')
    .bind(other, 121 * DAY_MS)
    .run();
  await scene.pass(HOUR_MS);
  await scene.follow();
  const row = await testEnv.DB.prepare('SELECT due_at FROM sample_orders WHERE sample_id = ?')
    .bind(other)
    .first();
  expect(row).toEqual({ due_at: null });
});
