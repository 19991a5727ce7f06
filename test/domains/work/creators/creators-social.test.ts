// What a creator takes over into its profile from the accounts that it connected: its picture, and its posts.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { mirrorPosts } from '../../../../src/domains/content/mirrors/mirror-posts.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { processAt } from '../../../harness/files.ts';
import { ADA } from '../../../harness/work/social.ts';
import { publish, type Tracked, trackedScene } from '../../../harness/work/tracked.ts';
import { call, mintAccount, testEnv, withVars } from '../../../harness/world.ts';

beforeEach(() => clock.hold(clock.noon()));
afterEach(() => clock.release());

const holdsOf = async (id: string) =>
  (await testEnv.DB.prepare('SELECT holds FROM files WHERE id = ?').bind(id).first<{ holds: number }>())
    ?.holds;

const change = async (
  { pair, world }: Tracked,
  body: object,
  caller: { key: string; as?: string } = pair.creator,
) =>
  await call('PATCH', `/v1/creators/${pair.creator.as}`, {
    ...caller,
    body,
    env: withVars(world.env, { ALLOW_LOCAL_URLS: 'true' }),
  });

const seenBy = async ({ pair }: Tracked, caller: { key: string; as?: string }) =>
  (await call('GET', `/v1/creators/${pair.creator.as}`, caller)).body.data;

describe.each(['instagram', 'tiktok'] as const)('an account at %s', (provider) => {
  const named = { instagram: 'profile_picture_url', tiktok: 'avatar_url' }[provider];
  const pictureAt = async (scene: Tracked, url: string) =>
    await scene.world.sim(`nodes/${ADA[provider]}`, { [named]: url });

  it('gives its picture, which is kept as a file', async () => {
    const scene = await trackedScene(provider);
    await pictureAt(scene, `${inject('simulators')}/_sim/picture.png`);
    const taken = await change(scene, { pictureFrom: provider });
    expect(taken.status).toBe(200);
    const { profilePicture } = taken.body.data;
    expect(profilePicture).toMatch(/^file_/);
    await processAt(clock.now(), profilePicture);
    expect((await seenBy(scene, scene.pair.creator)).image).toMatchObject({
      fileId: profilePicture,
      width: 8,
      height: 8,
    });
    expect(await holdsOf(profilePicture)).toBe(1);
    // It also stands for a reference video: that is kept when another picture comes.
    const selection = {
      platform: provider,
      sourceContentId: '1',
      thumbnailImage: { fileId: profilePicture },
    };
    expect((await change(scene, { referenceVideoSelections: [selection] })).status).toBe(200);
    await pictureAt(scene, `${inject('simulators')}/_sim/picture.png?pad=${5 * 1024 * 1024 - 71}`);
    const next = (await change(scene, { pictureFrom: provider })).body.data.profilePicture;
    expect(next).not.toBe(profilePicture);
    expect([await holdsOf(profilePicture), await holdsOf(next)]).toEqual([1, 1]);
    expect((await change(scene, { referenceVideoSelections: [] })).status).toBe(200);
    expect([await holdsOf(profilePicture), await holdsOf(next)]).toEqual([0, 1]);
    await testEnv.DB.prepare(
      "UPDATE quota_use SET amount = 20 WHERE account_id = ? AND what = 'profile_pictures'",
    )
      .bind(scene.pair.creator.as)
      .run();
    expect((await change(scene, { pictureFrom: provider })).body.error.code).toBe('rate_limited');
    clock.hold(clock.now() + DAY_MS);
    expect((await change(scene, { pictureFrom: provider })).status).toBe(200);
  });

  it('gives no picture that cannot be had, and nothing changes', async () => {
    const scene = await trackedScene(provider);
    const simulators = inject('simulators');
    for (const url of [
      `${simulators}/_sim/picture.png?status=404`,
      `${simulators}/_sim/picture.png?status=302`,
      `${simulators}/_sim/picture.png?pad=${5 * 1024 * 1024}`,
      `${simulators}/_sim/file/10`,
      'http://10.0.0.1/picture.png',
      'https://picture.internal/picture.png',
    ]) {
      await pictureAt(scene, url);
      const answer = await change(scene, { pictureFrom: provider });
      expect([url, answer.status, answer.body.error.code]).toEqual([url, 503, 'unavailable']);
    }
    expect((await seenBy(scene, scene.pair.creator)).profilePicture).toBe(null);
    const both = await change(scene, { pictureFrom: provider, profilePicture: null });
    expect(both.body.error.details).toMatchObject([{ path: '/pictureFrom' }]);
    const other = { instagram: 'tiktok', tiktok: 'instagram' }[provider];
    expect((await change(scene, { pictureFrom: other })).body.error.details.reason).toBe('not_connected');
    expect((await change(scene, { pictureFrom: provider }, scene.pair.brand)).status).toBe(403);
  });

  it('tells of a post that its creator selects, for as long as it is public', async () => {
    const scene = await trackedScene(provider);
    const { pair, world } = scene;
    const post = await publish(scene, 'Ten thousand steps\nand more');
    await mirrorPosts(systemCtx(world.env, clock.now()));
    const selection = { platform: provider, sourceContentId: post.id };
    // What an account says of a post is its own words: nothing of the creator's account is told to it.
    const partner = { key: pair.creator.key };
    const typed = await change(scene, { referenceVideoSelections: [selection] }, partner);
    expect(typed.body.data.referenceVideos).toMatchObject([{ post: post.id, title: null, url: null }]);
    expect(typed.body.data.referenceVideos[0].thumbnailUrl).toBe(null);

    const own = await change(scene, { referenceVideoSelections: [{ ...selection, durationLabel: '0:31' }] });
    const [video] = own.body.data.referenceVideos;
    expect(video).toMatchObject({
      post: post.id,
      title: expect.stringMatching(/^Ten thousand steps/),
      url: expect.stringMatching(/^https:\/\/www\./),
      publishedAt: expect.stringContaining(new Date(clock.now()).toISOString().slice(0, 16)),
      durationLabel: '0:31',
      thumbnailUrl: expect.stringContaining(post.id),
    });
    expect(video).not.toHaveProperty('isOwn');
    expect((await seenBy(scene, partner)).referenceVideos).toEqual([video]);
    const listed = (await call('GET', '/v1/creators', partner)).body.data;
    expect(listed[0].referenceVideos).toEqual([video]);
    const kept = await change(scene, { referenceVideos: [post.id] });
    expect(kept.body.data.referenceVideos).toEqual([video]);

    // What the platform tells is shown while it tells it: of a post that is gone nothing is left but ID and address.
    await world.sim(`nodes/${post.id}`, { _deleted: true });
    clock.hold(clock.now() + DAY_MS);
    await world.sim('clock', { advance: DAY_MS });
    await mirrorPosts(systemCtx(world.env, clock.now()));
    expect((await seenBy(scene, partner)).referenceVideos).toMatchObject([
      {
        ...{ post: post.id, url: video.url, title: null, publishedAt: null, durationLabel: '0:31' },
        ...{ thumbnailUrl: null, videoUrl: null },
      },
    ]);
  });

  it('tells nothing of a post of somebody else’s account', async () => {
    const scene = await trackedScene(provider);
    const post = await publish(scene, 'Mine');
    await mirrorPosts(systemCtx(scene.world.env, clock.now()));
    const stranger = await mintAccount('partner');
    const made = await call('POST', '/v1/creators', {
      key: stranger.key,
      body: { email: `x${post.id}@m.example` },
    });
    const { id } = made.body.data;
    const answer = await call('PATCH', `/v1/creators/${id}`, {
      key: stranger.key,
      as: id,
      body: { referenceVideoSelections: [{ platform: provider, sourceContentId: post.id }] },
    });
    expect(answer.body.data.referenceVideos).toMatchObject([
      { post: post.id, title: null, thumbnailUrl: null },
    ]);
  });
});
