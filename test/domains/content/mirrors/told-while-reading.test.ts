// News of an account that comes while a run reads it.
import { afterEach, expect, it, vi } from 'vitest';
import { mirrorPosts } from '../../../../src/domains/content/mirrors/mirror-posts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import { connectAds } from '../../../harness/ads/ad-connections.ts';
import * as clock from '../../../harness/clock.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { ADA, socialWorld } from '../../../harness/work/social.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

it('is heard by the next run: a sync, and that the access was taken away', async () => {
  clock.hold(clock.noon());
  const partner = await mintAccount('partner', { origins: ['https://app.brand.example'] });
  await testEnv.DB.prepare('DELETE FROM mirrors').run();
  const world = await socialWorld('tiktok');
  const creator = (await mintCreator(partner.key)).id;
  const asCreator = { env: world.env, key: partner.key, as: creator };
  const id = await connectAds(world, { id: creator, key: partner.key, as: creator });
  await world.sim('posts', { user: ADA.tiktok, caption: 'Mine', at: clock.now() - DAY_MS });

  const run = () => mirrorPosts(systemCtx(world.env, clock.now()));
  const captions = async () =>
    (await call('GET', `/v1/connections/${id}/posts`, asCreator)).body.data.map(
      ({ caption }: { caption: string }) => caption,
    );
  const dueAt = () =>
    testEnv.DB.prepare('SELECT due_at FROM mirrors WHERE connection_id = ?').bind(id).first('due_at');
  /** Reads the account; `meanwhile` happens once the platform has answered with the list. */
  const runWhile = async (meanwhile: () => Promise<unknown>) => {
    const real = globalThis.fetch;
    let happens: typeof meanwhile | null = meanwhile;
    vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
      const answer = await real(...given);
      const [now, isList] = [happens, new Request(...given).url.includes('/video/list/')];
      if (!now || !isList) return answer;
      happens = null;
      clock.advance(1);
      await now();
      return answer;
    });
    await run().finally(() => vi.unstubAllGlobals());
    expect(happens).toBeNull();
  };

  await runWhile(() => call('POST', `/v1/connections/${id}/syncs`, asCreator));
  expect(await captions()).toEqual(['Mine']);
  expect(await dueAt()).toBe(clock.now());

  clock.advance(HOUR_MS);
  await runWhile(async () => {
    const { headers, body } = await world.sim('removed', { user: ADA.tiktok });
    const told = { env: world.env, headers, body: new TextEncoder().encode(body) };
    expect((await call('POST', '/webhooks/tiktok', told)).status).toBe(200);
  });
  clock.advance(MINUTE_MS);
  await run();
  expect([await captions(), await dueAt()]).toEqual([[], null]);
});
