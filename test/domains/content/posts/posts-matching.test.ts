// Which post shows which work, and when anybody looks for it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOneBatch, inOneBatchUnlessEdited } from '../../../../src/db/one-batch.ts';
import { mirrorPosts } from '../../../../src/domains/content/mirrors/mirror-posts.ts';
import { matchPosts } from '../../../../src/domains/content/posts/match-posts.ts';
import {
  deletePostMatch,
  findPostsOf,
  listPostMatchesDue,
  savePostMatchPutOff,
  saveReplaced,
} from '../../../../src/domains/content/posts/store.ts';
import { submissionPublished } from '../../../../src/domains/content/posts/submission-published.ts';
import { linkPost, submissionsById } from '../../../../src/domains/work/submissions/interface.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { ADA, GRACE, pass } from '../../../harness/work/social.ts';
import { patch, read } from '../../../harness/work/submissions.ts';
import {
  approvedSubmission,
  connectSocial,
  onlyPost,
  onlyThisTest,
  passDays,
  publish,
  readPosts,
  runPosts,
  trackedScene,
} from '../../../harness/work/tracked.ts';
import { call, testEnv } from '../../../harness/world.ts';

beforeEach(() => clock.hold(clock.noon()));
afterEach(() => clock.release());

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
    // The one before is like any other of the account again.
    const matched = () =>
      testEnv.DB.prepare('SELECT platform_id AS id FROM mirrored_posts WHERE matched AND connection_id = ?')
        .bind(scene.connection)
        .all();
    expect((await matched()).results).toEqual([]);
    expect(await onlyPost(scene)).toMatchObject({ needsConfirmation: true });
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
    expect(await onlyPost(scene)).toMatchObject({ ...named, title: 'Second', needsConfirmation: false });
    expect((await matched()).results).toEqual([{ id: second.id }]);
  });

  it('forgets the post that another one replaces once its account is disconnected, unless other work has it', async () => {
    const scene = await trackedScene('tiktok');
    const { pair } = scene;
    const [first, second] = [await publish(scene, 'First'), await publish(scene, 'Second')];
    const address = (id: string) => `https://www.tiktok.com/@ada.sim/video/${id}`;
    const submission = await approvedSubmission(scene, { url: address(first.id) });
    await runPosts(scene);
    const gone = { key: pair.creator.key, as: pair.creator.as, body: { status: 'disconnected' } };
    expect((await call('PATCH', `/v1/connections/${scene.connection}`, gone)).status).toBe(200);
    const left = async () =>
      (
        await testEnv.DB.prepare(
          `SELECT p.platform_id AS id, count(d.day) AS days FROM mirrored_posts p LEFT JOIN post_days d ON d.post_id = p.id
            WHERE p.connection_id = ? GROUP BY p.id`,
        )
          .bind(scene.connection)
          .all()
      ).results;
    expect(await left()).toEqual([{ id: first.id, days: 1 }]);
    const mirrored = (await findPostsOf(scene.world.ctx(), [submission.id])).get(
      submission.id,
    )?.mirroredPostId;
    await inOneBatch(scene.world.ctx(), (own) => saveReplaced(own, mirrored!));
    expect(await left()).toEqual([{ id: first.id, days: 1 }]);
    await call('PATCH', `/v1/submissions/${submission.id}`, {
      ...pair.brand,
      body: { url: address(second.id) },
    });
    await runPosts(scene);
    expect(await left()).toEqual([]);
  });

  it('looks only where a post that was listed may be that of work that waits', async () => {
    const scene = await trackedScene('tiktok');
    const { pair } = scene;
    const made = await publish(scene, 'No code');
    const elsewhere = await approvedSubmission(scene);
    await patch(pair.creator, elsewhere.id, { url: 'https://www.youtube.com/watch?v=aB-c_9' });
    const theirs = await approvedSubmission(scene);
    await patch(pair.creator, theirs.id, { url: 'https://www.tiktok.com/@grace.sim/video/1' });
    await patch(pair.brand, (await approvedSubmission(scene)).id, {
      url: `https://www.tiktok.com/@ada.sim/video/${made.id}`,
    });
    const coded = await approvedSubmission(scene);
    await runPosts(scene);
    const due = async () => (await listPostMatchesDue(scene.world.ctx(clock.now() + DAY_MS), 5)).length;
    expect(await due()).toBe(0);
    const list = async () => {
      await pass(scene.world, 61 * MINUTE_MS);
      await mirrorPosts(scene.world.ctx());
    };
    await list();
    expect(await due()).toBe(0);
    await publish(scene, `Here ${coded.postCode.toUpperCase()}`);
    await list();
    expect(await due()).toBe(1);
    await runPosts(scene);
    expect((await read(pair.brand, coded.id)).body.data.status).toBe('live');
    await list();
    expect(await due()).toBe(0);
  });

  it('tries again a minute later where somebody edited the work meanwhile', async () => {
    const scene = await trackedScene('tiktok');
    const submission = await approvedSubmission(scene);
    await publish(scene, submission.postCode);
    await mirrorPosts(scene.world.ctx());
    const { env } = scene.world;
    let edits = 1;
    const DB = new Proxy(env.DB, {
      get: (db, name) => {
        if (name !== 'batch') return Reflect.get(db, name).bind(db);
        return async (statements: D1PreparedStatement[]) => {
          if (edits-- > 0) await patch(scene.pair.brand, submission.id, { tags: ['Edited'] });
          return await db.batch(statements);
        };
      },
    });
    await matchPosts(systemCtx({ ...env, DB }, clock.now()));
    expect((await readPosts(scene.pair.brand)).body.data).toEqual([]);
    await matchPosts(scene.world.ctx());
    expect((await readPosts(scene.pair.brand)).body.data).toEqual([]);
    await matchPosts(scene.world.ctx(clock.now() + MINUTE_MS));
    expect(await onlyPost(scene)).toMatchObject({ submission: submission.id, status: 'tracking' });
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
