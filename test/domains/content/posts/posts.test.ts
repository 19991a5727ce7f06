// From a creator's post to its pay: matching, tracking, decisions, and what the payment says of the post.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOneBatch } from '../../../../src/db/one-batch.ts';
import { paymentMoved } from '../../../../src/domains/content/posts/payment-moved.ts';
import { findPostsOf, saveJudged } from '../../../../src/domains/content/posts/store.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { paidFor, tick } from '../../../harness/money/earnings.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { read } from '../../../harness/work/submissions.ts';
import {
  approvedSubmission,
  onlyPost,
  passDays,
  patchPost,
  publish,
  readPost,
  readPosts,
  runPosts,
  type Tracked,
  trackedScene,
} from '../../../harness/work/tracked.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

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
      creatorName: expect.any(String),
      handle: 'ada.sim',
      programName: expect.any(String),
      product: null,
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
    const both = await patchPost(pair.brand, id, { status: 'archived', archived: false });
    expect(both.body.error.details).toMatchObject([{ path: '/archived' }]);
    expect((await patchPost(pair.brand, id, { archived: false })).body.data.status).toBe('tracking');
    expect((await readPosts(pair.brand)).body.data).toHaveLength(1);
    expect((await patchPost(pair.brand, id, { archived: true })).body.data.status).toBe('archived');
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
