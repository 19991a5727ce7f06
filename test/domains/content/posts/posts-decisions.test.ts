// What brands decide on tracked posts, and what becomes of those that nobody decides on.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reviewPosts } from '../../../../src/domains/content/posts/review-posts.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { paymentsFor, tick } from '../../../harness/money/earnings.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { pass } from '../../../harness/work/social.ts';
import { patch } from '../../../harness/work/submissions.ts';
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
import { call, testEnv } from '../../../harness/world.ts';

beforeEach(() => clock.hold(clock.noon()));
afterEach(() => clock.release());

const eventTypes = async ({ pair }: Tracked) =>
  (await eventsOf(pair.brand.id))
    .map(({ type }) => type)
    .filter((type) => /^(post|submission\.live)/.test(type));

describe('a decision', () => {
  async function ready(pay: object = {}, more: object = {}) {
    const scene = await trackedScene('tiktok', undefined, { approval: 'manual', ...pay });
    const submission = await approvedSubmission(scene);
    await publish(scene, submission.postCode, { _reach: 10_000, ...more });
    await runPosts(scene);
    await passDays(scene, 6);
    return { scene, submission, post: await onlyPost(scene) };
  }

  it('is made by the brand, and a rejection can be taken back', async () => {
    const { scene, submission, post } = await ready();
    const { pair } = scene;
    expect(post).toMatchObject({ status: 'ready_for_review', confidence: 'looks_good' });
    const said = await patchPost(pair.brand, post.id, { status: 'rejected', note: 'Wrong shoes.' });
    expect(said.body.data).toMatchObject({ status: 'rejected', note: 'Wrong shoes.', amount: 0 });
    expect((await patchPost(pair.brand, post.id, { status: 'approved' })).status).toBe(409);
    await passDays(scene, 20);
    await tick(clock.now());
    expect(await paymentsFor(submission.id)).toEqual([]);
    expect((await patchPost(pair.brand, post.id, { status: 'ready_for_review' })).status).toBe(200);
    const approved = await patchPost(pair.brand, post.id, { status: 'approved', version: 1 });
    expect(approved.status).toBe(409);
    expect((await patchPost(pair.brand, post.id, { status: 'approved' })).body.data).toMatchObject({
      status: 'approved',
      amount: Math.round((post.eligibleViews * 200) / 1000),
    });
    expect((await patchPost(pair.brand, post.id, { status: 'rejected' })).status).toBe(409);
    await tick(clock.now() + DAY_MS);
    const [payment] = await paymentsFor(submission.id);
    // The pay is manual: its payment waits for a person, and so does the post.
    expect(payment).toMatchObject({ status: 'pending_approval' });
    expect((await onlyPost(scene)).status).toBe('approved');
    const decide = (decision: string) =>
      call('PATCH', `/v1/payments/${payment!.id}`, { ...pair.brand, body: { decision, reason: 'So.' } });
    expect((await decide('approve')).status).toBe(200);
    expect((await onlyPost(scene)).status).toBe('payment_approved');
    expect(await eventTypes(scene)).toEqual([
      'submission.live',
      'post.ready_for_review',
      'post.rejected',
      'post.ready_for_review',
      'post.approved',
    ]);
  });

  it('that nobody makes within 14 days is made by itself where the numbers look good', async () => {
    const { scene, post } = await ready();
    await passDays(scene, 13);
    expect((await onlyPost(scene)).status).toBe('ready_for_review');
    await passDays(scene, 2);
    expect(await onlyPost(scene)).toMatchObject({ id: post.id, status: 'approved' });
  });

  it('that was taken back gets 14 days again, and a URL named after the approval changes nothing', async () => {
    const { scene, post } = await ready();
    const { brand } = scene.pair;
    const decide = async (status: string) => (await patchPost(brand, post.id, { status })).status;
    expect(await decide('rejected')).toBe(200);
    await passDays(scene, 15);
    expect(await decide('ready_for_review')).toBe(200);
    await passDays(scene, 13);
    expect((await onlyPost(scene)).status).toBe('ready_for_review');
    await passDays(scene, 2);
    const approved = await onlyPost(scene);
    expect(approved.status).toBe('approved');
    const other = await publish(scene, 'Seen by many', { _reach: 900_000 });
    const url = `https://www.tiktok.com/@ada.sim/video/${other.id}`;
    for (const caller of [brand, scene.pair.creator])
      await call('PATCH', `/v1/submissions/${post.submission}`, { ...caller, body: { url } });
    await runPosts(scene);
    expect(await onlyPost(scene)).toEqual(approved);
  });

  it('waits for the numbers of the end, three days at most', async () => {
    const scene = await trackedScene('tiktok');
    const submission = await approvedSubmission(scene);
    await publish(scene, submission.postCode, { _reach: 10_000 });
    await runPosts(scene);
    await passDays(scene, 3);
    // The account is not read from here on.
    const look = async (days: number) => {
      await pass(scene.world, days * DAY_MS);
      await reviewPosts(systemCtx(testEnv, clock.now()));
      return await onlyPost(scene);
    };
    expect(await look(4)).toMatchObject({ status: 'tracking' });
    expect(await look(2)).toMatchObject({
      status: 'ready_for_review',
      reason: 'Its numbers could not be read to the end.',
    });
  });

  it('waits for a person where they do not', async () => {
    const { scene, post } = await ready({ approval: 'automatic' }, { _engagement: 1, _falls: [] });
    expect(post.status).toBe('approved');
    const gone = await trackedScene('tiktok');
    const submission = await approvedSubmission(gone);
    const made = await publish(gone, submission.postCode, { _reach: 10_000 });
    await runPosts(gone);
    await passDays(gone, 3);
    const before = await onlyPost(gone);
    await gone.world.sim(`nodes/${made.id}`, { _deleted: true });
    await passDays(gone, 30);
    const after = await onlyPost(gone);
    expect(after).toMatchObject({
      status: 'ready_for_review',
      confidence: 'needs_review',
      reason: expect.stringContaining('deleted'),
      eligibleViews: before.eligibleViews,
    });
    const { evidence } = (await readPost(gone.pair.brand, after.id)).body.data;
    expect(evidence).toContainEqual({ code: 'gone', text: expect.any(String), factor: null });
    expect(scene.pair.brand.id).not.toBe(gone.pair.brand.id);
  });

  it('is refused with its field where it makes no sense', async () => {
    const { scene, post } = await ready();
    const { brand } = scene.pair;
    for (const [body, path] of [
      [{ status: 'paid' }, '/status'],
      [{ tag: { name: 'x', color: 'red' } }, '/tag/color'],
      [{ tag: { color: 'teal' } }, '/tag/name'],
      [{ assigned: true }, '/tag'],
      [{ note: 'x'.repeat(2001) }, '/note'],
    ] as const) {
      const answer = await patchPost(brand, post.id, body);
      expect(answer.status, JSON.stringify(body)).toBe(422);
      expect(answer.body.error.details[0].path).toBe(path);
    }
    expect(await onlyPost(scene)).toMatchObject({ version: post.version });
  });
});

it('of many posts whose tracking ends at once go on with the next run, each told once', async () => {
  const scene = await trackedScene('tiktok');
  const { pair, world } = scene;
  const submission = await approvedSubmission(scene);
  await patch(pair.creator, submission.id, { url: 'https://www.tiktok.com/@grace.sim/video/1' });
  await runPosts(scene);
  const { id } = await onlyPost(scene);
  const copy = async (table: string, from: string, changes: Record<string, string | null>) => {
    const row = await testEnv.DB.prepare(`SELECT * FROM ${table} WHERE id = ?`)
      .bind(from)
      .first<Record<string, unknown>>();
    const all = { ...row, ...changes };
    const columns = Object.keys(all);
    await testEnv.DB.prepare(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
    )
      .bind(...Object.values(all))
      .run();
  };
  for (let n = 0; n < 24; n++) {
    const tail = String(n).padStart(3, '0');
    const [sub, post] = [`${submission.id.slice(0, -3)}${tail}`, `${id.slice(0, -3)}${tail}`];
    await copy('submissions', submission.id, { id: sub, url: null, file_id: null, post_id: post });
    await copy('posts', id, { id: post, submission_id: sub });
  }
  clock.hold(Date.parse((await readPost(pair.brand, id)).body.data.trackedUntil) + HOUR_MS);
  const ready = async () =>
    (await readPosts(pair.brand, '?status=ready_for_review&limit=100')).body.data.length;
  await reviewPosts(systemCtx(world.env, clock.now()));
  expect(await ready()).toBe(20);
  await reviewPosts(systemCtx(world.env, clock.now()));
  await reviewPosts(systemCtx(world.env, clock.now()));
  expect(await ready()).toBe(25);
  const told = (await eventsOf(pair.brand.id)).filter(({ type }) => type === 'post.ready_for_review');
  expect(new Set(told.map(({ data }) => data.post)).size).toBe(25);
  expect(told).toHaveLength(25);
});
