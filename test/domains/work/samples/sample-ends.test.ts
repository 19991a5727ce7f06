// Samples that end though nobody rejects them.
import { afterEach, expect, it } from 'vitest';
import { eraseAddresses } from '../../../../src/domains/work/samples/erase-addresses.ts';
import { listPartedSamples } from '../../../../src/domains/work/samples/store.ts';
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

it('one of two who parted is found by the nightly look, however many are still to be sent, a few at a time', async () => {
  const scenes = [await sampleScene(), await sampleScene(), await sampleScene()];
  const ids = new Map<string, string>();
  for (const scene of scenes) ids.set(scene.creator.as, (await ask(scene)).body.data.id);
  const [gone, , also] = [...ids.keys()].sort();
  await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'ended' WHERE creator_id IN (?, ?)")
    .bind(gone, also)
    .run();
  const found: string[] = [];
  let steps = 0;
  for (let after: string | null = ''; after !== null; steps++) {
    const page: Awaited<ReturnType<typeof listPartedSamples>> = await listPartedSamples(
      systemCtx(),
      after,
      1,
    );
    found.push(...page.parted.map(({ id }) => id));
    after = page.next;
  }
  expect(found).toEqual(expect.arrayContaining([ids.get(gone!), ids.get(also!)]));
  expect(found).not.toContain(
    [...ids.values()].find((id) => ![gone, also].some((one) => ids.get(one!) === id)),
  );
  expect(steps).toBeGreaterThan(ids.size);
});
