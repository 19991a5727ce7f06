// Which views of a post are paid.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, day } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { GRACE } from '../../../harness/work/social.ts';
import {
  approvedSubmission,
  connectSocial,
  onlyPost,
  passDays,
  publish,
  readPost,
  readPosts,
  runPosts,
  trackedScene,
} from '../../../harness/work/tracked.ts';
import { call, testEnv } from '../../../harness/world.ts';

beforeEach(() => clock.hold(clock.noon()));
afterEach(() => clock.release());

describe('views', () => {
  it('before the application was accepted are not paid', async () => {
    const scene = await trackedScene('tiktok');
    const made = await publish(scene, 'Old', { at: clock.now() - 2 * DAY_MS, _reach: 10_000 });
    await approvedSubmission(scene, { url: `https://www.tiktok.com/@ada.sim/video/${made.id}` });
    await runPosts(scene);
    await passDays(scene, 6);
    const post = await onlyPost(scene);
    expect(post).toMatchObject({ confidence: 'needs_review', eligibleViews: 0, amount: 0 });
    const { evidence } = (await readPost(scene.pair.brand, post.id)).body.data;
    expect(evidence[0].code).toBe('published_before');
  });

  it('of an account that was disconnected stay, and nothing else of the post does', async () => {
    const scene = await trackedScene('tiktok');
    const { pair } = scene;
    const submission = await approvedSubmission(scene);
    await publish(scene, `Mine ${submission.postCode}`, { _reach: 10_000 });
    await publish(scene, 'Not matched');
    await runPosts(scene);
    await passDays(scene, 3);
    const before = await onlyPost(scene);
    // A retainer pays for its work in the rules' place.
    const under = async (retainer: string | null) =>
      await testEnv.DB.prepare('UPDATE submissions SET retainer_id = ? WHERE id = ?')
        .bind(retainer, submission.id)
        .run();
    await under('ret_x');
    expect(await onlyPost(scene)).toMatchObject({ amount: 0, currency: 'usd' });
    await under(null);
    expect(before.amount).toBeGreaterThan(0);
    const answer = await call('PATCH', `/v1/connections/${scene.connection}`, {
      ...pair.creator,
      env: scene.world.env,
      body: { status: 'disconnected' },
    });
    expect(answer.status).toBe(200);
    const after = await onlyPost(scene);
    const nothing = { title: '', thumbnailUrl: null, handle: null, videoUrl: null };
    expect(after).toMatchObject({ eligibleViews: before.eligibleViews, ...nothing });
    expect(after.daily).toEqual(before.daily);
    const kept = await testEnv.DB.prepare('SELECT * FROM posts WHERE id = ?').bind(after.id).first();
    expect(JSON.stringify(kept)).not.toContain('Mine');
    await passDays(scene, 6);
    expect(await onlyPost(scene)).toMatchObject({
      status: 'ready_for_review',
      confidence: 'needs_review',
      reason: 'Its numbers could not be read to the end.',
    });
  });

  it('are not judged any better because the account is disconnected just before the end', async () => {
    const scene = await trackedScene('tiktok');
    const submission = await approvedSubmission(scene);
    const made = await publish(scene, submission.postCode, { _reach: 10_000 });
    await runPosts(scene);
    await passDays(scene, 3);
    await scene.world.sim(`nodes/${made.id}`, { video_description: 'Somebody else paid for this.' });
    await passDays(scene, 2);
    const changed = { confidence: 'needs_review', reason: expect.stringContaining('caption was changed') };
    expect(await onlyPost(scene)).toMatchObject({ status: 'tracking', ...changed });
    await call('PATCH', `/v1/connections/${scene.connection}`, {
      ...scene.pair.creator,
      env: scene.world.env,
      body: { status: 'disconnected' },
    });
    await passDays(scene, 1);
    expect(await onlyPost(scene)).toMatchObject({ status: 'ready_for_review', ...changed });
  });

  it('that were first read long after the tracking are an estimate, which needs a review', async () => {
    const scene = await trackedScene('tiktok');
    const made = await scene.world.sim('posts', {
      ...{ user: GRACE.tiktok, caption: 'Hers', at: clock.now(), _reach: 10_000 },
    });
    await approvedSubmission(scene, { url: `https://www.tiktok.com/@grace.sim/video/${made.id}` });
    await passDays(scene, 20);
    await connectSocial(scene.world, scene.pair, GRACE.tiktok);
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({
      status: 'ready_for_review',
      confidence: 'needs_review',
      reason: 'Its numbers could not be read to the end.',
    });
  });

  it('that ads brought are taken off where the platform counts them on the post, and many of them need a review', async () => {
    const scene = await trackedScene('tiktok');
    const submission = await approvedSubmission(scene);
    const step = { at: clock.now() + DAY_MS, views: 30_000 };
    await publish(scene, submission.postCode, { _reach: 10_000, _ads: [step] });
    await runPosts(scene);
    // As a report of the ad account tells it; the second day lies after the tracking.
    const row = (ad: string, at: number, plays: number) =>
      testEnv.DB.prepare(
        `INSERT INTO ad_days (connection_id, ad, ad_set, campaign, day, account_id, submission_id, currency, spend,
          impressions, clicks, plays, conversions, revenue, read_at)
          VALUES ('conn_x', ?, 's', 'c', ?, ?, ?, 'usd', 1, 1, 1, ?, '{}', 0, 1)`,
      ).bind(ad, day(at), scene.pair.brand.id, submission.id, plays);
    await testEnv.DB.batch([
      row('a', clock.now() + DAY_MS, 30_000),
      row('a', clock.now() + 20 * DAY_MS, 9_999),
    ]);
    await passDays(scene, 6);
    const post = await onlyPost(scene);
    expect(post).toMatchObject({ status: 'ready_for_review', confidence: 'needs_review' });
    expect(post.eligibleViews).toBeGreaterThan(9_500);
    expect(post.eligibleViews).toBeLessThan(10_000);
    const { evidence } = (await readPost(scene.pair.brand, post.id)).body.data;
    expect(evidence).toContainEqual({
      code: 'mostly_ads',
      text: expect.stringContaining('75%'),
      factor: 0.75,
    });
  });

  it('of a post that was deleted before it was named are nobody’s', async () => {
    const scene = await trackedScene('tiktok');
    const made = await publish(scene, 'Soon gone', { _reach: 10_000 });
    await runPosts(scene);
    await scene.world.sim(`nodes/${made.id}`, { _deleted: true });
    await passDays(scene, 1);
    await approvedSubmission(scene, { url: `https://www.tiktok.com/@ada.sim/video/${made.id}` });
    await runPosts(scene);
    expect((await readPosts(scene.pair.brand)).body.data).toEqual([]);
  });

  it('need a disclosure in the caption where the brief asks for one', async () => {
    const scene = await trackedScene('tiktok');
    const brief = { say: ['Write #ad into the caption.'] };
    const { program, brand } = scene.pair;
    expect((await call('PATCH', `/v1/programs/${program}`, { ...brand, body: { brief } })).status).toBe(200);
    const submission = await approvedSubmission(scene);
    const made = await publish(scene, submission.postCode, { _reach: 10_000 });
    await runPosts(scene);
    await passDays(scene, 3);
    expect(await onlyPost(scene)).toMatchObject({
      confidence: 'needs_review',
      reason: 'The caption does not say that it is advertising, which the brief asks for.',
    });
    await scene.world.sim(`nodes/${made.id}`, { video_description: `${submission.postCode} #AD` });
    await passDays(scene, 2);
    const { evidence } = (await readPost(brand, (await onlyPost(scene)).id)).body.data;
    expect(evidence.map(({ code }: { code: string }) => code)).toEqual(['caption_changed']);
  });

  it('with far fewer reactions than the posts of the same account have need a review', async () => {
    const scene = await trackedScene('tiktok');
    const before = { at: clock.now() - 10 * DAY_MS, _reach: 5_000 };
    for (let n = 0; n < 4; n++) await publish(scene, `Usual ${n}`, before);
    const submission = await approvedSubmission(scene);
    await publish(scene, submission.postCode, { _reach: 10_000, _engagement: 0.2 });
    await runPosts(scene);
    await passDays(scene, 3);
    // Four others are too few to compare it with.
    expect((await onlyPost(scene)).confidence).toBe('looks_good');
    await publish(scene, 'Usual 5', before);
    await passDays(scene, 2);
    const post = await onlyPost(scene);
    const { evidence } = (await readPost(scene.pair.brand, post.id)).body.data;
    expect(evidence).toEqual([
      { code: 'low_engagement', text: expect.stringContaining('20%'), factor: expect.closeTo(0.2, 1) },
    ]);
  });

  it('of a post that two creators have on their accounts are shown to the brand', async () => {
    const scene = await trackedScene('tiktok');
    const made = await publish(scene, 'Whose?', { _reach: 10_000 });
    await approvedSubmission(scene, { url: `https://www.tiktok.com/@ada.sim/video/${made.id}` });
    await runPosts(scene);
    const { id } = await onlyPost(scene);
    await testEnv.DB.prepare(
      `INSERT INTO posts SELECT 'post_00000000000000000000000000', 'sub_x', account_id, program_id, 'crtr_x', platform, url,
        given_url, url_key, NULL, NULL, NULL, accepted_at, NULL, tracked_until, state, shown, NULL, confidence, reason,
        evidence, NULL, judged_at, NULL, NULL, NULL, tags, 1, 1, 1 FROM posts WHERE id = ?`,
    )
      .bind(id)
      .run();
    await passDays(scene, 3);
    // Whose account it is on needs no review because somebody else names it.
    expect((await readPost(scene.pair.brand, id)).body.data.confidence).toBe('looks_good');
    await testEnv.DB.prepare(
      `UPDATE posts SET mirrored_post_id = 'mpost_x' WHERE creator_id = 'crtr_x'`,
    ).run();
    await passDays(scene, 1);
    const post = (await readPost(scene.pair.brand, id)).body.data;
    expect(post).toMatchObject({ confidence: 'needs_review', evidence: [{ code: 'claimed_twice' }] });
  });
});
