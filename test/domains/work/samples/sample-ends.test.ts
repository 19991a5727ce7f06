// Samples that end though nobody rejects them.
import { afterEach, expect, it } from 'vitest';
import { closePartedSamples } from '../../../../src/domains/work/samples/close-samples.ts';
import { eraseAddresses } from '../../../../src/domains/work/samples/erase-addresses.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
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
import { systemCtx, testEnv } from '../../../harness/world.ts';

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
