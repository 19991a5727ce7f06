// Whose address a sealed address is.
import { expect, it } from 'vitest';
import { ask, mintProductToSend, read, sampleScene } from '../../../harness/work/samples.ts';
import { testEnv } from '../../../harness/world.ts';

it('opens only as that of its own sample', async () => {
  const scene = await sampleScene();
  const [one, other] = [
    (await ask(scene)).body.data.id,
    (await ask(scene, { product: await mintProductToSend(scene.brand.key) })).body.data.id,
  ];
  await testEnv.DB.prepare(
    'UPDATE samples SET address = (SELECT address FROM samples WHERE id = ?1) WHERE id = ?2',
  )
    .bind(one, other)
    .run();
  expect((await read(scene, 'creator', other)).status).toBe(503);
  expect((await read(scene, 'creator', one)).body.data.address).not.toBeNull();
});
