// From a creator's post to its pay: matching, tracking, decisions, and what the payment says of the post.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOneBatch, inOneBatchUnlessEdited } from '../../../../src/db/one-batch.ts';
import { paymentMoved } from '../../../../src/domains/content/posts/payment-moved.ts';
import {
  deletePostMatch,
  findPostsOf,
  listPostMatchesDue,
  saveJudged,
  savePostMatchPutOff,
} from '../../../../src/domains/content/posts/store.ts';
import { submissionPublished } from '../../../../src/domains/content/posts/submission-published.ts';
import { linkPost, submissionsById } from '../../../../src/domains/work/submissions/interface.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { paidFor, tick } from '../../../harness/money/earnings.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { ADA, GRACE } from '../../../harness/work/social.ts';
import { read } from '../../../harness/work/submissions.ts';
import {
  approvedSubmission,
  connectSocial,
  onlyPost,
  onlyThisTest,
  passDays,
  patchPost,
  publish,
  readPost,
  readPosts,
  runPosts,
  type Tracked,
  trackedScene,
} from '../../../harness/work/tracked.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

beforeEach(() => clock.hold(clock.noon()));
afterEach(() => clock.release());

const eventTypes = async ({ pair }: Tracked) =>
  (await eventsOf(pair.brand.id))
    .map(({ type }) => type)
    .filter((type) => /^(post|submission\.live)/.test(type));

describe.each(['instagram', 'tiktok'] as const)('a post at %s', (provider) => {
  it('is found by the code in its caption, tracked, approved and paid by its views, once', async () => {
    const scene = await trackedScene(provider);
    const { pair } = scene;
    const submission = await approvedSubmission(scene);
    expect(submission).toMatchObject({
      status: 'approved',
      post: null,
      postCode: expect.stringMatching(/^#w[0-9a-z]{6}$/),
    });
    await publish(scene, `Ten thousand steps ${submission.postCode} #ad`, { _reach: 20_000 });
    await runPosts(scene);
    const tracking = await onlyPost(scene);
    expect(tracking).toMatchObject({
      submission: submission.id,
      creator: pair.creator.as,
      program: pair.program,
      connection: scene.connection,
      title: `Ten thousand steps ${submission.postCode} #ad`,
      platform: provider,
      status: 'tracking',
      confidence: 'not_enough_data',
      currency: 'usd',
      publishedAt: new Date(clock.now()).toISOString().replace(/\d{3}Z$/, '000Z'),
    });
    const live = (await read(pair.brand, submission.id)).body.data;
    expect(live).toMatchObject({
      status: 'live',
      post: tracking.id,
      url: expect.stringContaining('https://www.'),
    });
    await passDays(scene, 4);
    const grown = await onlyPost(scene);
    expect(grown).toMatchObject({ status: 'tracking', confidence: 'looks_good' });
    expect(grown.daily.map(({ views }: { views: number }) => views > 0)).toEqual(Array(5).fill(true));
    expect(grown.amount).toBe(Math.round((grown.eligibleViews * 200) / 1000));
    await passDays(scene, 2);
    const approved = await onlyPost(scene);
    // Half of the views come on the first day, half of the rest on the second, and so on.
    expect(approved).toMatchObject({ status: 'approved', confidence: 'looks_good' });
    expect(approved.eligibleViews).toBeGreaterThan(19_000);
    expect(approved.eligibleViews).toBeLessThan(20_000);
    const sum = approved.daily.reduce((all: number, { views }: { views: number }) => all + views, 0);
    expect(sum).toBe(approved.eligibleViews);
    await tick(clock.now() + DAY_MS);
    const amount = Math.round((approved.eligibleViews * 200) / 1000);
    expect(await paidFor(submission.id)).toEqual([['organic', amount]]);
    expect(await onlyPost(scene)).toMatchObject({ status: 'payment_approved', amount });
    await passDays(scene, 3);
    await tick(clock.now() + 2 * DAY_MS);
    expect(await paidFor(submission.id)).toHaveLength(1);
    expect(await eventTypes(scene)).toEqual(['submission.live', 'post.approved']);
  });
});

describe('matching', () => {
  it('takes the URL that was given, at any address of the post, and no other', async () => {
    const scene = await trackedScene('tiktok');
    const made = await publish(scene, 'No code');
    await publish(scene, 'Another');
    const url = `https://m.tiktok.com/@ada.sim/video/${made.id}/?is_from_webapp=1`;
    const submission = await approvedSubmission(scene, { url });
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({ title: 'No code', connection: scene.connection });
    expect((await read(scene.pair.brand, submission.id)).body.data.status).toBe('live');
  });

  it('finds a code only on the account of the work’s own creator', async () => {
    const scene = await trackedScene('tiktok');
    const other = await trackedScene('tiktok');
    const submission = await approvedSubmission(scene);
    await connectSocial(scene.world, scene.pair);
    await connectSocial(other.world, other.pair, GRACE.tiktok);
    await other.world.sim('posts', { user: ADA.tiktok, caption: submission.postCode, at: clock.now() });
    await runPosts(other);
    await runPosts(scene);
    expect((await readPosts(scene.pair.brand)).body.data).toEqual([]);
    expect((await readPosts(other.pair.brand)).body.data).toEqual([]);
    expect((await read(scene.pair.brand, submission.id)).body.data.status).toBe('approved');
  });

  it('needs no connection for live work, whose views are then unknown and unpaid, until the account is connected', async () => {
    const scene = await trackedScene('tiktok');
    const made = await scene.world.sim('posts', { user: GRACE.tiktok, caption: 'Hers', at: clock.now() });
    const url = `https://www.tiktok.com/@grace.sim/video/${made.id}`;
    const submission = await approvedSubmission(scene);
    const { pair } = scene;
    expect(
      (await call('PATCH', `/v1/submissions/${submission.id}`, { ...pair.creator, body: { url } })).status,
    ).toBe(200);
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({
      connection: null,
      confidence: 'not_enough_data',
      eligibleViews: null,
      daily: [],
      amount: 0,
      url,
    });
    await connectSocial(scene.world, pair, GRACE.tiktok);
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({
      connection: expect.stringMatching(/^conn_/),
      title: 'Hers',
    });
  });

  it('follows the URL when the brand names another post, which shows its numbers once the creator has named it too', async () => {
    const scene = await trackedScene('tiktok');
    const [first, second] = [await publish(scene, 'First'), await publish(scene, 'Second')];
    const address = (id: string) => `https://www.tiktok.com/@ada.sim/video/${id}`;
    const submission = await approvedSubmission(scene, { url: address(first.id) });
    await runPosts(scene);
    const { id } = await onlyPost(scene);
    const answer = await call('PATCH', `/v1/submissions/${submission.id}`, {
      ...scene.pair.brand,
      body: { url: address(second.id) },
    });
    expect(answer.status).toBe(200);
    await runPosts(scene);
    const named = { id, url: expect.stringContaining(second.id) };
    const unknown = { connection: null, title: '', daily: [], eligibleViews: null, publishedAt: null };
    expect(await onlyPost(scene)).toMatchObject({ ...named, ...unknown });
    const say = async (one: string) =>
      (await call('PATCH', `/v1/submissions/${submission.id}`, { ...scene.pair.creator, body: { url: one } }))
        .status;
    expect(await say(address(first.id))).toBe(403);
    expect(await say(`${address(second.id)}?lang=en`)).toBe(200);
    expect(await say(address(second.id))).toBe(403);
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({ ...named, title: 'Second' });
  });

  it('looks again where work had news while it looked', async () => {
    await onlyThisTest();
    const ctx = systemCtx(testEnv, clock.now());
    await inOneBatch(ctx, (own) => submissionPublished(own, 'crtr_x'));
    const [due] = await listPostMatchesDue(ctx, 1);
    await inOneBatch(ctx, (own) => submissionPublished(own, 'crtr_x'));
    await deletePostMatch(ctx, due!);
    const later = systemCtx(testEnv, clock.now() + 1);
    expect(await listPostMatchesDue(later, 1)).toMatchObject([{ creatorId: 'crtr_x' }]);
    // What was put off comes forward again.
    await savePostMatchPutOff(later, { ...due!, dueAt: due!.dueAt - 1 }, later.now + DAY_MS);
    expect(await listPostMatchesDue(later, 1)).toEqual([]);
    await inOneBatch(later, (own) => submissionPublished(own, 'crtr_x'));
    expect(await listPostMatchesDue(later, 1)).toHaveLength(1);
  });

  it('writes nothing of work that somebody edits meanwhile, and says so', async () => {
    const scene = await trackedScene('tiktok');
    const { id } = await approvedSubmission(scene);
    const ctx = scene.world.ctx();
    const stale = (await submissionsById(ctx, [id])).get(id)!;
    await call('PATCH', `/v1/submissions/${id}`, { ...scene.pair.brand, body: { tags: ['New'] } });
    const link = (before: typeof stale) =>
      inOneBatchUnlessEdited(
        ctx,
        async (own) => void (await linkPost(own, before, { post: 'post_x', url: 'x' })),
      );
    expect(await link(stale)).toBe(false);
    expect((await read(scene.pair.brand, id)).body.data).toMatchObject({ status: 'approved', post: null });
    expect(await link((await submissionsById(ctx, [id])).get(id)!)).toBe(true);
  });

  it('gives a post to one work of an account', async () => {
    const scene = await trackedScene('tiktok');
    const [first, second] = [await approvedSubmission(scene), await approvedSubmission(scene)];
    await publish(scene, `Both ${first.postCode} ${second.postCode}`);
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({ submission: first.id });
    expect((await read(scene.pair.brand, second.id)).body.data).toMatchObject({
      status: 'approved',
      post: null,
    });
    // The next look changes nothing of it.
    const before = await onlyPost(scene);
    await publish(scene, 'Something else');
    await passDays(scene, 1);
    expect(await onlyPost(scene)).toMatchObject({ url: before.url, connection: before.connection });
  });
});

describe('who sees a post', () => {
  it('is the account that the work was sent to, and its creator', async () => {
    const scene = await trackedScene('tiktok');
    const { pair } = scene;
    const submission = await approvedSubmission(scene);
    await publish(scene, submission.postCode);
    await runPosts(scene);
    const { id } = await onlyPost(scene);
    const stranger = await mintAccount();
    for (const caller of [{ key: stranger.key }, { key: pair.creator.key }]) {
      expect((await readPosts(caller)).body.data).toEqual([]);
      expect((await readPost(caller, id)).status).toBe(404);
      expect((await patchPost(caller, id, { status: 'archived' })).status).toBe(404);
    }
    expect((await readPosts(pair.creator)).body.data).toHaveLength(1);
    const tag = { name: 'Reuse', color: 'teal' };
    const pink = { name: 'Reuse', color: 'pink' };
    expect((await patchPost(pair.brand, id, { tag: pink })).body.data.tags).toEqual([pink]);
    expect((await patchPost(pair.brand, id, { tag: pink, assigned: false })).body.data.tags).toEqual([]);
    await patchPost(pair.brand, id, { tag: pink });
    expect((await patchPost(pair.brand, id, { tag })).body.data.tags).toEqual([tag]);
    const [own, theirs] = [await readPost(pair.creator, id), await readPost(pair.brand, id)];
    expect(own.body.data).toMatchObject({ id, tags: [] });
    expect(own.body.data).not.toHaveProperty('evidence');
    expect(theirs.body.data).toMatchObject({ id, tags: [tag], evidence: [] });
    expect((await patchPost(pair.creator, id, { status: 'archived' })).status).toBe(403);
  });

  it('is nobody of the account while it is archived, and the creator as before', async () => {
    const scene = await trackedScene('tiktok');
    const { pair } = scene;
    const submission = await approvedSubmission(scene);
    await publish(scene, submission.postCode);
    await runPosts(scene);
    const { id } = await onlyPost(scene);
    expect((await patchPost(pair.brand, id, { status: 'archived' })).body.data.status).toBe('archived');
    expect((await readPosts(pair.brand)).body.data).toEqual([]);
    expect((await readPosts(pair.brand, '?status=archived')).body.data).toHaveLength(1);
    expect((await readPosts(pair.creator)).body.data[0].status).toBe('tracking');
    await passDays(scene, 6);
    expect((await readPost(pair.brand, id)).body.data.status).toBe('archived');
    expect((await readPost(pair.creator, id)).body.data.status).toBe('approved');
    // Only a payment for its views changes it.
    const views = { submissionId: submission.id, source: 'organic', campaignId: null, closedAt: null };
    const moved = async (change: object) => {
      const payment = { ...views, ...change } as Parameters<typeof paymentMoved>[1];
      await inOneBatch(systemCtx(testEnv, clock.now()), (own) => paymentMoved(own, payment));
      const [seen, real] = [await readPost(pair.brand, id), await readPost(pair.creator, id)];
      expect(seen.body.data.status).toBe('archived');
      return real.body.data.status;
    };
    expect(await moved({ status: 'succeeded', source: 'submission' })).toBe('approved');
    expect(await moved({ status: 'succeeded', campaignId: 'camp_x' })).toBe('approved');
    expect(await moved({ status: 'pending_approval' })).toBe('approved');
    expect(await moved({ status: 'processing' })).toBe('payment_approved');
    expect(await moved({ status: 'succeeded' })).toBe('paid');
    expect(await moved({ status: 'refunded', closedAt: 1 })).toBe('approved');
    // What was worked out of a post as it was before changes nothing.
    const row = (await findPostsOf(systemCtx(testEnv, clock.now()), [submission.id])).get(submission.id)!;
    const stale = { row: { ...row, version: row.version - 1 }, changes: { ...row, reason: 'Stale.' } };
    await saveJudged(systemCtx(testEnv, clock.now()), [stale]);
    expect((await readPost(pair.brand, id)).body.data.reason).toBe(row.reason);
  });
});
