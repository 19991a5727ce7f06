// What people do about their account's embed sessions: find those that still work, and end many at once.
import { afterEach, describe, expect, it } from 'vitest';
import { embedOperations } from '../../../../src/domains/embedding/embeds/operations.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { performed, personOf } from '../../../harness/people/person.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { beginEmbed, mintEmbedScene, openFrame } from '../../../harness/work/embeds.ts';
import { call } from '../../../harness/world.ts';

afterEach(() => clock.release());

const readAs = (token: string) => call('GET', '/v1/programs', { key: token });

describe('an embed session', () => {
  it('is listed by what still works, and ended with all others of its key or creator by a person', async () => {
    const [scene, stranger] = [await mintEmbedScene(), await mintEmbedScene()];
    const second = { ...scene, creator: (await mintCreator(scene.brand.key)).id };
    const old = await openFrame(scene);
    clock.advance(21 * MINUTE_MS);
    const [open, waiting, others] = [
      await openFrame(scene),
      await beginEmbed(second),
      await openFrame(stranger),
    ];
    const listed = async (query: string) =>
      (await call('GET', `/v1/embeds?${query}`, { key: scene.brand.key })).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed('status=open')).toEqual([open.id]);
    expect(await listed('status=created')).toEqual([waiting.body.data.id]);
    expect(await listed('')).toContain(old.id);
    const owner = await personOf(scene.brand, 'owner');
    const count = async () => {
      const data = await performed(owner, embedOperations.countEmbeds, {
        query: { creator: scene.creator },
      });
      return [data.keys, data.ofCreator];
    };
    expect(await count()).toEqual([[{ key: scene.brand.keyId, count: 2 }], 1]);
    await performed(owner, embedOperations.endEmbeds, { body: { creator: scene.creator } });
    expect(await count()).toEqual([[{ key: scene.brand.keyId, count: 1 }], 0]);
    expect((await readAs(open.token)).body.error.details.reason).toBe('ended');
    // Another account's key ends nothing here, nor does this account's person there.
    await performed(owner, embedOperations.endEmbeds, { body: { key: stranger.brand.keyId } });
    expect((await readAs(others.token)).status).toBe(200);
    await performed(owner, embedOperations.endEmbeds, { body: { key: scene.brand.keyId } });
    expect(await count()).toEqual([[], 0]);
    // What had ended by itself stays as it was.
    expect((await call('GET', `/v1/embeds/${old.id}`, { key: scene.brand.key })).body.data.status).toBe(
      'expired',
    );
    const member = await personOf(scene.brand, 'member');
    await expect(
      performed(member, embedOperations.endEmbeds, { body: { key: scene.brand.keyId } }),
    ).rejects.toMatchObject({ code: 'permission_denied' });
  });
});
