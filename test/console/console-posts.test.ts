// The pages of posts: what each side reads of a post, and the brand's decision.
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { columnsIn, factsIn, figuresIn } from '../harness/pages/figures.ts';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { type Pair, patch } from '../harness/work/submissions.ts';
import {
  approvedSubmission,
  onlyPost,
  passDays,
  publish,
  runPosts,
  trackedScene,
} from '../harness/work/tracked.ts';
import { call, testEnv } from '../harness/world.ts';

beforeEach(() => clock.hold(clock.noon()));
afterEach(() => clock.release());

it('show the days and what speaks against them, and take the decision', async () => {
  const scene = await trackedScene('tiktok', undefined, { approval: 'manual' });
  const { brand, creator } = scene.pair;
  const submission = await approvedSubmission(scene);
  const made = await publish(scene, `Shoes ${submission.postCode}`, { _reach: 10_000 });
  const before = await signedIn(await personOf(brand, 'owner'));
  const waits = `/app/${brand.id}/submissions/${submission.id}`;
  expect(await wordsOf(await ask(before, waits))).toContain(`Code for the caption ${submission.postCode}`);
  await runPosts(scene);
  await passDays(scene, 3);
  await scene.world.sim(`nodes/${made.id}`, { video_description: 'Something else' });
  await passDays(scene, 4);
  // Sessions end meanwhile.
  const owner = await signedIn(await personOf(brand, 'owner'));
  const member = await signedIn(await personOf(brand, 'member'));
  const { id, eligibleViews, amount } = await onlyPost(scene);
  const path = `/app/${brand.id}/posts/${id}`;
  const list = await wordsOf(await ask(owner, `/app/${brand.id}/posts?status=ready_for_review`));
  expect(list).toMatch(/Shoes.* Ready for review Needs review/);
  expect(list).toContain(eligibleViews.toLocaleString('en-US'));
  const page = await wordsOf(await ask(owner, path));
  expect(page).toMatch(/Needs review The caption is not the one that the post was found with\./);
  expect(page).toContain(`$${(amount / 100).toFixed(2)}`);
  expect(page).toMatch(/Views a day Peak: [\d,]+/);
  expect(page).toContain('Approve post');
  const seen = await wordsOf(await ask(member, path));
  expect(seen).toContain('Needs review');
  expect(seen).not.toMatch(/Approve post|Pay \$/);
  const actor = await personOf(brand);
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(actor.callerId),
    testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1').bind(
      creator.as,
      actor.callerId,
    ),
  ]);
  const theirs = await wordsOf(await ask(await signedIn(actor), `/app/${creator.as}/posts/${id}`));
  // The creator is told the reason, and not the findings.
  expect(theirs).toContain('Its caption was changed after it was found.');
  expect(theirs).not.toMatch(/is not the one that|Approve post|Archive post/);
  await compareNumbers(scene.pair, owner, id);
  await send(owner, path, 'reject', { note: 'Wrong caption.' });
  expect(await onlyPost(scene)).toMatchObject({ status: 'rejected' });
  await send(owner, path, 'reopen', {});
  await send(owner, path, 'approve', { note: 'All right.' });
  expect(await onlyPost(scene)).toMatchObject({ status: 'approved', note: 'All right.' });
  await send(owner, path, 'archive', {});
  expect(await wordsOf(await ask(owner, `/app/${brand.id}/posts`))).toContain('No posts yet');
});

it('let a creator confirm the post that a brand named, in two clicks, and a brand take one out of the archive', async () => {
  const scene = await trackedScene('tiktok');
  const { brand, creator } = scene.pair;
  const made = await publish(scene, 'No code');
  const submission = await approvedSubmission(scene);
  await patch(brand, submission.id, { url: 'https://www.tiktok.com/@ada.sim/video/9' });
  await runPosts(scene);
  const { id } = await onlyPost(scene);
  const owner = await signedIn(await personOf(brand, 'owner'));
  const theirs = `/app/${brand.id}/posts/${id}`;
  expect(await wordsOf(await ask(owner, theirs))).not.toContain('Confirm post');
  await send(owner, theirs, 'archive', {});
  await send(owner, theirs, 'unarchive', {});
  expect(await onlyPost(scene)).toMatchObject({ status: 'tracking', connection: null });

  const actor = await personOf(brand);
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(actor.callerId),
    testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1').bind(
      creator.as,
      actor.callerId,
    ),
  ]);
  const self = await signedIn(actor);
  const own = `/app/${creator.as}/posts/${id}`;
  expect(await wordsOf(await ask(self, `/app/${creator.as}/posts`))).toContain('Untitled');
  expect(await wordsOf(await ask(self, own))).toMatch(
    /The brand says that this post shows your work.*Confirm post/,
  );
  // The brand has named another post by now, which is not matched yet: that is what the page shows and the creator confirms.
  await patch(brand, submission.id, { url: `https://www.tiktok.com/@ada.sim/video/${made.id}` });
  await send(self, own, 'confirm', {});
  await runPosts(scene);
  expect(await onlyPost(scene)).toMatchObject({ title: 'No code', connection: scene.connection });
  expect(await wordsOf(await ask(self, own))).not.toContain('Confirm post');
});

/** The numbers of a post, its program and its creator are those that /v1 answers, on lists and on their own pages. */
async function compareNumbers(
  { brand, creator, program }: Pair,
  owner: Browser,
  post: string,
): Promise<void> {
  const bonus = { creator: creator.as, program, amount: 12_345, currency: 'usd' };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  expect((await call('POST', '/v1/payments', { key: brand.key, headers, body: bonus })).status).toBe(201);
  // biome-ignore lint/suspicious/noExplicitAny: the harness checks each answer against its schema
  const read = async (path: string): Promise<any> =>
    (await call('GET', `/v1${path}`, { key: brand.key })).body.data;
  const open = async (path: string) => (await ask(owner, `/app/${brand.id}${path}`)).html;

  const [listed, one] = [await read('/posts'), await read(`/posts/${post}`)];
  expect(columnsIn(await open('/posts'), 'Posts', ['Eligible views', 'Pay'])).toEqual([
    [listed[0].eligibleViews, listed[0].amount],
  ]);
  const engagements = one.daily.reduce(
    (sum: number, day: { engagements: number }) => sum + day.engagements,
    0,
  );
  expect(figuresIn(await open(`/posts/${post}`))).toEqual({
    'Eligible views': one.eligibleViews,
    Pay: one.amount,
    Engagements: engagements,
  });
  expect([one.amount, one.eligibleViews, engagements].every((number) => number > 0)).toBe(true);

  const { stats } = await read(`/programs/${program}`);
  const figures = {
    Creators: stats.creators,
    Applications: stats.applications,
    Submissions: stats.submissions,
    Spent: stats.spend,
  };
  expect(figures).toEqual({ Creators: 1, Applications: 1, Submissions: 1, Spent: 12_345 });
  expect(figuresIn(await open(`/programs/${program}`))).toEqual(figures);
  expect(columnsIn(await open('/programs'), 'Programs', Object.keys(figures))).toEqual([
    Object.values(figures),
  ]);

  const { stats: known } = await read(`/creators/${creator.as}`);
  const page = await open(`/creators/${creator.as}`);
  const facts = { 'Approved videos': known.approvedVideos, 'Approval rate': known.approvalRate };
  expect(facts).toEqual({ 'Approved videos': 1, 'Approval rate': 100 });
  expect(factsIn(page)).toEqual(facts);
  const payments = await read(`/payments?creator=${creator.as}`);
  const amounts = payments.map(({ amount }: { amount: number }) => [amount]);
  expect(columnsIn(page, 'Payments', ['Amount'])).toEqual(amounts);
  expect(amounts).toEqual([[12_345]]);
}
