// Short links of posts: what they become, what is asked for that, and what they can't make the service do.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { resolveShortLinks } from '../../../../src/domains/work/submissions/resolve-short-links.ts';
import { listShortLinksDue, saveLinksPutOff } from '../../../../src/domains/work/submissions/store.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { enroll } from '../../../harness/work/creators.ts';
import {
  mintPair,
  mintSubmission,
  type Pair,
  patch,
  read,
  submit,
} from '../../../harness/work/submissions.ts';
import {
  approvedSubmission,
  onlyPost,
  publish,
  runPosts,
  trackedScene,
} from '../../../harness/work/tracked.ts';
import { testEnv } from '../../../harness/world.ts';

const SHORT = 'https://vm.tiktok.com/ZMabc';
const POST = 'https://www.tiktok.com/@me/video/71';

beforeEach(async () => {
  clock.hold(clock.noon());
  await testEnv.DB.prepare('UPDATE submissions SET url_due_at = NULL').run();
});
afterEach(() => clock.release());

/** Platforms of a test's own, with these links. */
async function links(given: Record<string, object>, base: Env = testEnv, vars: object = {}) {
  const simulators = inject('simulators');
  const world = crypto.randomUUID();
  const at = `${simulators}/_sim/short-links/${world}`;
  const add = async (more: Record<string, object>) =>
    void (await fetch(at, { method: 'POST', body: JSON.stringify({ links: more }) }));
  await add(given);
  const env = { ...base, SHORT_LINK_URL: `${simulators}/short-links/${world}/{host}`, ...vars } as Env;
  return {
    add,
    env,
    run: async () => await resolveShortLinks(systemCtx(env, clock.now())),
    asked: async () =>
      (await (await fetch(at)).json()) as {
        url: string;
        cookie: string | null;
        authorization: string | null;
      }[],
  };
}

const urlOf = async (pair: Pair, { id }: { id: string }) => {
  const { url, urlProblem, version } = (await read(pair.brand, id)).body.data;
  return { url, urlProblem, version };
};

describe('a short link', () => {
  it('becomes the address of its post, which is found on the creator’s account', async () => {
    const scene = await trackedScene('tiktok');
    const made = await publish(scene, 'No code');
    const there = await links({
      'vm.tiktok.com/ZMabc': { to: 'https://www.tiktok.com/t/ZTxyz/?_r=1', status: 301 },
      'www.tiktok.com/t/ZTxyz': { to: `/@ada.sim/video/${made.id}?_t=1&_r=1`, status: 302 },
    });
    const submission = await approvedSubmission(scene, { url: `${SHORT}/?_t=8` });
    expect(submission).toMatchObject({ url: SHORT, urlProblem: null });
    await runPosts(scene);
    expect((await read(scene.pair.brand, submission.id)).body.data.status).toBe('approved');
    await there.run();
    await there.run();
    const url = `https://www.tiktok.com/@ada.sim/video/${made.id}`;
    expect(await urlOf(scene.pair, submission)).toMatchObject({ url, urlProblem: null });
    // Each host once, without the cookie that the first one has set, and the post itself never.
    expect(await there.asked()).toEqual([
      { url: SHORT, cookie: null, authorization: null },
      { url: 'https://www.tiktok.com/t/ZTxyz/?_r=1', cookie: null, authorization: null },
    ]);
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({
      submission: submission.id,
      title: 'No code',
      connection: scene.connection,
    });
    expect((await read(scene.pair.brand, submission.id)).body.data.status).toBe('live');
  });

  it('of live work leads to its post once it is resolved, and says meanwhile why there are no numbers', async () => {
    const scene = await trackedScene('tiktok');
    const made = await publish(scene, 'No code');
    const there = await links({ 'vm.tiktok.com/ZMabc': { to: `https://m.tiktok.com/@a/video/${made.id}` } });
    const submission = await approvedSubmission(scene);
    await patch(scene.pair.creator, submission.id, { url: SHORT });
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({
      connection: null,
      url: SHORT,
      reason: expect.stringContaining('link was not resolved'),
    });
    await there.run();
    await runPosts(scene);
    expect(await onlyPost(scene)).toMatchObject({ connection: scene.connection, title: 'No code' });
  });

  const receiver = inject('simulators');
  it.each([
    ['to this machine', `${receiver}/_sim/file/1`, 'leads away from TikTok'],
    ['to this machine, as https', receiver.replace('http:', 'https:'), 'leads away from TikTok'],
    ['to another host', 'https://evil.example/@me/video/71', 'leads away from TikTok'],
    ['to a host that ends alike', 'https://evil-tiktok.com/@me/video/71', 'leads away from TikTok'],
    ['to another host of the platform', 'https://ads.tiktok.com/@me/video/71', 'leads away from TikTok'],
    ['without https', 'http://www.tiktok.com/@me/video/71', 'leads away from TikTok'],
    ['with credentials', 'https://me:word@www.tiktok.com/t/Z', 'leads away from TikTok'],
    ['to a port', 'https://www.tiktok.com:8443/@me/video/71', 'leads away from TikTok'],
    ['to a file', 'file:///etc/passwd', 'leads away from TikTok'],
    ['to no address', 'https://', 'leads away from TikTok'],
    ['to an address without end', `https://www.tiktok.com/t/${'a'.repeat(3000)}`, 'leads away from TikTok'],
    ['to itself', SHORT, 'leads to no public post on TikTok'],
    ['to a page that is no post', 'https://www.tiktok.com/@me', 'leads to no public post on TikTok'],
  ])('that leads %s says so, and nothing else is asked', async (_, to, says) => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const submission = await mintSubmission(pair, { url: SHORT });
    const there = await links({
      'vm.tiktok.com/ZMabc': { to },
      'www.tiktok.com/@me': { to: null, status: 200 },
    });
    await there.run();
    const after = await urlOf(pair, submission);
    expect(after).toMatchObject({ url: SHORT, urlProblem: expect.stringContaining(says) });
    const asked = await there.asked();
    const hosts = new Set(asked.map(({ url }) => new URL(url).hostname));
    expect([...hosts].every((host) => ['vm.tiktok.com', 'www.tiktok.com'].includes(host))).toBe(true);
    expect(asked.length).toBe(to === SHORT ? 3 : says.includes('public') ? 2 : 1);
    clock.hold(clock.now() + DAY_MS);
    await there.run();
    expect(await there.asked()).toHaveLength(asked.length);
  });

  it('without an answer within 3 seconds is asked again, twice, and then says so', async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const submission = await mintSubmission(pair, { url: SHORT });
    const other = await mintSubmission(pair, { url: 'https://vt.tiktok.com/ZSother' });
    const there = await links({
      'vm.tiktok.com/ZMabc': { to: POST, ms: 20_000 },
      'vt.tiktok.com/ZSother': { to: 'https://www.tiktok.com/@me/video/72' },
    });
    const before = clock.unheld();
    await there.run();
    expect(clock.unheld() - before).toBeLessThan(15_000);
    // The other link of the same platform waits, behind those of platforms that do answer.
    expect((await urlOf(pair, other)).url).toContain('vt.tiktok.com');
    await there.run();
    expect((await urlOf(pair, other)).url).toContain('vt.tiktok.com');
    clock.hold(clock.now() + MINUTE_MS);
    await there.run();
    expect((await urlOf(pair, other)).url).toBe('https://www.tiktok.com/@me/video/72');
    expect(await urlOf(pair, submission)).toMatchObject({ url: SHORT, urlProblem: null, version: 1 });
    await there.add({ 'vm.tiktok.com/ZMabc': { to: POST, status: 503, ms: 0 } });
    for (const wait of [10 * MINUTE_MS, 6 * HOUR_MS, DAY_MS]) {
      clock.hold(clock.now() + wait);
      await there.run();
    }
    expect(await urlOf(pair, submission)).toMatchObject({
      url: SHORT,
      urlProblem: expect.stringContaining('TikTok did not say where this link leads'),
    });
    expect((await there.asked()).filter(({ url }) => url === SHORT)).toHaveLength(3);
    // Naming the post itself takes the problem away.
    await patch(pair.brand, submission.id, { status: 'approved' });
    const named = await patch(pair.brand, submission.id, { url: POST });
    expect(named.body.data).toMatchObject({ url: POST, urlProblem: null });
  });

  it('is looked up so many times a day, and the rest tomorrow', async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const there = await links(
      {
        'vm.tiktok.com/ZMabc': { to: POST },
        'vm.tiktok.com/ZMdef': { to: `${POST}2` },
        'vm.tiktok.com/ZMghi': { to: `${POST}3` },
        'vm.tiktok.com/ZMjkl': { to: `${POST}5` },
      },
      testEnv,
      { SHORT_LINKS_A_DAY: '1' },
    );
    const first = await mintSubmission(pair, { url: SHORT });
    clock.hold(clock.now() + MINUTE_MS);
    const second = await mintSubmission(pair, { url: 'https://vm.tiktok.com/ZMdef' });
    const third = await mintSubmission(pair, { url: 'https://vm.tiktok.com/ZMghi' });
    // What the account names counts for the account, and uses up nothing of the creator's.
    const byBrand = await mintSubmission(pair, { url: `${POST}8` });
    await patch(pair.brand, byBrand.id, { status: 'approved' });
    await patch(pair.brand, byBrand.id, { url: 'https://vm.tiktok.com/ZMjkl' });
    await there.run();
    await there.run();
    expect((await urlOf(pair, first)).url).toBe(POST);
    // No open form is refused for it: to wait for tomorrow is no edit.
    for (const one of [second, third])
      expect(await urlOf(pair, one)).toMatchObject({
        urlProblem: expect.stringContaining('looked up tomorrow'),
        version: 1,
      });
    expect((await urlOf(pair, byBrand)).url).toBe(`${POST}5`);
    expect(await there.asked()).toHaveLength(2);
    const midnight = startOfDay(clock.now()) + DAY_MS;
    clock.hold(midnight - 1);
    await there.run();
    expect(await there.asked()).toHaveLength(2);
    clock.hold(midnight);
    await there.run();
    const after = [await urlOf(pair, second), await urlOf(pair, third)];
    expect(after.map(({ url }) => url).filter((url) => url.includes('/video/'))).toHaveLength(1);
    expect(await there.asked()).toHaveLength(3);
  });

  it('is kept where it leads to work that the creator sent in before', async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    await mintSubmission(pair, { url: POST });
    const again = await mintSubmission(pair, { url: SHORT });
    const there = await links({ 'vm.tiktok.com/ZMabc': { to: POST } });
    await there.run();
    expect(await urlOf(pair, again)).toMatchObject({
      url: SHORT,
      urlProblem: expect.stringContaining('sent in to the program before'),
    });
  });

  it('changes nothing where somebody has named another post meanwhile, and once when two runs meet', async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const submission = await mintSubmission(pair, { url: SHORT });
    await patch(pair.brand, submission.id, { status: 'approved' });
    const there = await links({ 'vm.tiktok.com/ZMabc': { to: POST, ms: 300 } });
    const running = there.run();
    while ((await there.asked()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await patch(pair.brand, submission.id, { url: `${POST}9` });
    await running;
    expect((await urlOf(pair, submission)).url).toBe(`${POST}9`);
    const { version } = (await patch(pair.brand, submission.id, { url: SHORT })).body.data;
    await Promise.all([there.run(), there.run()]);
    expect(await urlOf(pair, submission)).toMatchObject({ url: POST, version: version + 1 });
  });
});

it('of a creator over its limit makes those that the account named wait no longer, and the reverse', async () => {
  const pair = await mintPair({ platforms: ['tiktok'] });
  const [own, named] = [
    await mintSubmission(pair, { url: SHORT }),
    await mintSubmission(pair, { url: POST }),
  ];
  await patch(pair.brand, named.id, { status: 'approved' });
  await patch(pair.brand, named.id, { url: 'https://vm.tiktok.com/ZMdef' });
  const due = async () =>
    (await listShortLinksDue(systemCtx(testEnv, clock.now()), 5)).map(({ id }) => id).sort();
  const later = { urlDueAt: clock.now() + DAY_MS, urlProblem: 'Later.' };
  const of = { accountId: pair.brand.id, creatorId: pair.creator.as };
  expect(await due()).toEqual([own.id, named.id].sort());
  await saveLinksPutOff(systemCtx(testEnv, clock.now()), { ...of, urlByBrand: false }, later);
  expect(await due()).toEqual([named.id]);
  await saveLinksPutOff(systemCtx(testEnv, clock.now()), { ...of, urlByBrand: true }, later);
  expect(await due()).toEqual([]);
});

it.each([
  ['is resolved once, and its work is matched', POST, { url: POST, urlProblem: null }, 1],
  ['says once what is wrong', 'https://evil.example/', { url: SHORT }, 0],
])('a short link whose look-up is killed anywhere %s', async (_, to, ends, due) => {
  let pair: Pair;
  let submission: { id: string; version: number };
  let there: Awaited<ReturnType<typeof links>>;
  const matches = async () =>
    await testEnv.DB.prepare('SELECT COUNT(*) AS n FROM post_matches WHERE creator_id = ?')
      .bind(pair.creator.as)
      .first('n');
  const contacts = await atEveryDeath({
    async scene() {
      pair = await mintPair({ platforms: ['tiktok'] });
      const { id } = await mintSubmission(pair, { url: SHORT });
      submission = (await patch(pair.brand, id, { status: 'approved' })).body.data;
      await testEnv.DB.prepare('DELETE FROM post_matches').run();
      there = await links({ 'vm.tiktok.com/ZMabc': { to } });
      return { env: there.env };
    },
    live: async (_, env) => await resolveShortLinks(systemCtx(env, clock.now())),
    async afterwards() {
      await there.run();
      await there.run();
      const version = submission.version + 1;
      expect(await urlOf(pair, submission)).toMatchObject({ ...ends, version });
      expect(await matches()).toBe(due);
      expect((await there.asked()).length).toBeLessThanOrEqual(2);
    },
  });
  expect(contacts).toHaveLength(2);
});

describe('a post that two creators name', () => {
  it('is taken from both, and shown to the brand alone', async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const other = await mintPair({ platforms: ['tiktok'] });
    await enroll(pair.brand.key, other.creator, pair.program);
    const first = await mintSubmission(pair, { url: POST });
    const claimed = { ...pair, creator: other.creator };
    const second = await mintSubmission(claimed, { url: SHORT });
    const there = await links({ 'vm.tiktok.com/ZMabc': { to: POST } });
    await there.run();
    const seen = (await read(pair.brand, second.id)).body.data;
    expect(seen).toMatchObject({ url: POST, urlProblem: null, samePost: [first.id] });
    expect((await read(pair.brand, first.id)).body.data.samePost).toEqual([second.id]);
    expect((await read(pair.creator, first.id)).body.data.samePost).toEqual([]);
    // A creator's own work is still not taken twice.
    expect((await submit(claimed, { url: POST })).status).toBe(409);
    // TikTok opens a post with any handle in its address.
    const renamed = POST.replace(/@[^/]+/, '@somebody.else');
    expect(renamed).not.toBe(POST);
    expect((await submit(claimed, { url: renamed })).status).toBe(409);
    const third = await mintPair({ platforms: ['tiktok'] });
    await enroll(pair.brand.key, third.creator, pair.program);
    const another = await mintSubmission({ ...pair, creator: third.creator }, { url: renamed });
    const claims = (await read(pair.brand, first.id)).body.data.samePost;
    expect(claims.toSorted()).toEqual([second.id, another.id].toSorted());
    await patch(pair.brand, another.id, { status: 'rejected' });
    await patch(pair.brand, second.id, { status: 'rejected' });
    expect((await read(pair.brand, first.id)).body.data.samePost).toEqual([]);
  });
});
