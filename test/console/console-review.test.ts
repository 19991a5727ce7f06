// The page on which a submission is reviewed.
import { expect, it } from 'vitest';
import { countApprovals } from '../../src/domains/money/accruals/count-approvals.ts';
import { waitingFor } from '../harness/faults/trips.ts';
import { run, setPay, soon, tick } from '../harness/money/earnings.ts';
import { formsIn } from '../harness/pages/page-forms.ts';
import { ask, type Browser, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintPair, mintSubmission, mintVideo, type Pair, patch, read } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

async function scene() {
  const pair = await mintPair();
  await setPay(pair, { rules: [{ type: 'per_video', amount: 5_000 }] });
  const one = (await mintSubmission(pair, { caption: 'First' })).id as string;
  const two = (await mintSubmission(pair, { caption: 'Second' })).id as string;
  const ann = await personOf(pair.brand, 'admin');
  return { pair, one, two, ann, page: (id: string) => `/app/${pair.brand.id}/submissions/${id}` };
}

/** An agency that manages the brand from now on. */
async function managedBy({ brand }: Pair) {
  const partner = await mintAccount('partner');
  const managed = 'UPDATE accounts SET managed_by = ? WHERE id = ?';
  await testEnv.DB.prepare(managed).bind(partner.id, brand.id).run();
  return partner;
}

/** The creator's own person, who has taken the record over. */
async function asCreator(pair: Pair): Promise<Browser> {
  const actor = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(pair.creator.as, actor.callerId)
    .run();
  return await signedIn(actor);
}

/** Sends a form as the page showed it. */
async function answer(browser: Browser, path: string, html: string, action: string, more = {}) {
  const form = formsIn(html).find((found) => found.action === action)!;
  return await ask(browser, path, {
    fields: [...form.hidden, ...(Object.entries(more) as [string, string][])],
    headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
  });
}

it('says on the button what an approval pays, and goes on to the next', async () => {
  const { pair, one, two, ann, page } = await scene();
  const browser = await signedIn(ann);
  const shown = await ask(browser, page(two));
  expect(wordsOf(shown)).toContain('Approve for $50.00');
  expect(shown.html).toContain(`href="${page(one)}"`);
  expect(shown.html).toContain(`<dd><a href="/app/${pair.brand.id}/programs/${pair.program}">`);
  // Opened from a list with filters, it goes through that list.
  await patch(pair.brand, two, { tags: ['summer'] });
  const filtered = await ask(browser, `${page(two)}?tag=summer`);
  expect(filtered.html).not.toContain(`href="${page(one)}`);
  const done = await answer(browser, page(two), (await ask(browser, page(two))).html, 'approve');
  expect([done.status, done.headers.get('location')]).toEqual([303, page(one)]);
  expect((await read(pair.brand, two)).body.data).toMatchObject({
    status: 'approved',
    decidedBy: { account: pair.brand.id, person: { id: ann.callerId } },
  });
  const due =
    'Paid $0.00 in payments, before an agency’s share For the approval $50.00 in no payment yet Also due $0.00';
  expect(wordsOf(await ask(browser, page(two)))).toContain(due);
  await run(countApprovals, soon());
  expect(wordsOf(await ask(browser, page(two))), 'once it is counted').toContain(due);
  await tick();
  expect(wordsOf(await ask(browser, page(two)))).toMatch(/Paid \$50\.00 .* share Due \$0\.00 counted/);
  const last = await answer(browser, page(one), (await ask(browser, page(one))).html, 'reject', { note: '' });
  expect(last.headers.get('location')).toBe(`/app/${pair.brand.id}/submissions`);
});

it('takes comments on moments, which lead there and which the next version answers', async () => {
  const { pair, one, ann, page } = await scene();
  const browser = await signedIn(ann);
  const { html } = await ask(browser, page(one));
  const late = await answer(browser, page(one), html, 'revise', {
    note: 'Again.',
    comments: 'Slower\n9:00 Logo',
  });
  expect([late.status, wordsOf(late)]).toEqual([
    422,
    expect.stringContaining('Line 2: The video ends before'),
  ]);
  await answer(browser, page(one), html, 'revise', { note: 'Again.', comments: 'Slower\n0:12 Logo' });
  expect((await read(pair.brand, one)).body.data.comments).toEqual([
    { at: null, text: 'Slower' },
    { at: 12_000, text: 'Logo' },
  ]);
  const first = (await read(pair.brand, one)).body.data.file;
  await patch(pair.creator, one, { file: await mintVideo(pair) });
  const again = await ask(browser, page(one));
  expect(wordsOf(again)).toMatch(/Version 1 .*You sent back Answered by version 2 Again\. Slower 0:12 Logo/);
  const there = await ask(browser, `${page(one)}?version=1&at=12`);
  expect(there.html).toMatch(new RegExp(`<video[^>]+src="[^"]+${first}[^"]+#t=12"`));
  // Links last 10 minutes, and this one is renewed a minute before.
  expect(Number(/data-renew="(\d+)"/.exec(there.html)![1])).toBeLessThanOrEqual(540_000);
  const long = (await mintSubmission(pair, { file: await mintVideo(pair, { duration: 7_200 }) })).id;
  const asked = await ask(browser, page(long));
  await answer(browser, page(long), asked.html, 'revise', { note: 'Again.', comments: '1:00:01 Late' });
  expect((await read(pair.brand, long)).body.data.comments).toEqual([{ at: 3_601_000, text: 'Late' }]);

  const own = await asCreator(pair);
  const theirs = await ask(own, `/app/${pair.creator.as}/submissions/${one}`);
  expect(wordsOf(theirs)).toMatch(/The brand sent back Answered by version 2/);
  expect((await ask(own, `/app/${pair.creator.as}/submissions`)).html).not.toContain('data-bulk');
});

it('names the person who decided to the account’s own readers alone', async () => {
  const { pair, one, two, ann, page } = await scene();
  const partner = await managedBy(pair);
  const browser = await signedIn(ann);
  await answer(browser, page(one), (await ask(browser, page(one))).html, 'approve');
  const decider = async (who: { key: string; as?: string }) => {
    const { decidedBy } = (await read(who, one)).body.data;
    const { body } = await call('GET', '/v1/submissions', who);
    expect(body.data.find(({ id }: { id: string }) => id === one).decidedBy).toEqual(decidedBy);
    return decidedBy;
  };
  expect(await decider(pair.brand)).toMatchObject({ account: pair.brand.id, person: { id: ann.callerId } });
  const told = { account: pair.brand.id, person: null };
  expect(await decider({ key: partner.key, as: pair.brand.id })).toEqual(told);
  expect(await decider(pair.creator)).toEqual(told);

  const bob = await signedIn(await personOf(pair.brand, 'member'));
  const agent = await signedIn(await personOf(partner, 'owner', pair.brand));
  const words = async (who: Browser, id: string) => wordsOf(await ask(who, page(id)));
  expect(await words(browser, one)).toContain('You approved this');
  expect(await words(bob, one)).toContain('Ada approved this');
  expect(await words(agent, one)).toContain('The brand approved this');
  await patch({ key: partner.key, as: pair.brand.id }, two, { status: 'approved' });
  expect(await words(bob, two)).toContain('Your agency approved this');
  expect(await words(agent, two)).toContain('An API key or app of your account approved this');
});

it('tells the second of two reviewers who was first, and keeps what was typed; a member reads why it cannot decide', async () => {
  const { pair, one, ann, page } = await scene();
  const bob = await signedIn(await personOf(pair.brand, 'owner'));
  const { html } = await ask(bob, page(one));
  const agent = await signedIn(await personOf(await managedBy(pair), 'owner', pair.brand));
  const { html: unaware } = await ask(agent, page(one));
  const annes = await signedIn(ann);
  await answer(annes, page(one), (await ask(annes, page(one))).html, 'approve');
  const second = await answer(bob, page(one), html, 'revise', { note: 'Brighter, please.' });
  expect(second.status).toBe(409);
  expect(wordsOf(second)).toMatch(/Ada approved this first .*was not saved\. You wrote: Brighter, please\./);
  const agencys = await answer(agent, page(one), unaware, 'reject', { note: '' });
  expect(wordsOf(agencys)).toContain('The brand approved this first');
  expect(agencys.html).not.toContain('Ada approved');
  expect((await read(pair.brand, one)).body.data.status).toBe('approved');
  const member = await ask(
    await signedIn(await personOf(pair.brand, 'member')),
    page((await mintSubmission(pair)).id),
  );
  expect(wordsOf(member)).toContain('Owners and admins review submissions.');
  expect(wordsOf(member)).toContain('Approve Request changes Reject');
  // Keys that decide are listed for those whom they obey.
  expect(wordsOf(member)).toMatch(/k Previous submission Space Play or pause/);
  expect(wordsOf(second)).toMatch(/a Approve r Request changes x Reject Space Play or pause/);
  expect(wordsOf(member)).not.toContain('$');
});

it('tags a submission, takes a decision back, and names its post; a member and a stranger do neither', async () => {
  const { pair, one, two, ann, page } = await scene();
  const browser = await signedIn(ann);
  const act = async (id: string, action: string, fields: Record<string, string> = {}) =>
    await answer(browser, page(id), (await ask(browser, page(id))).html, action, fields);
  const status = async (id: string) => (await read(pair.brand, id)).body.data.status;
  const actions = async (who: Browser, path: string) =>
    formsIn((await ask(who, path)).html)
      .map(({ action }) => action)
      .filter((action) => ['tag', 'publish', 'link', 'reopen'].includes(action));

  const long = await act(one, 'tag', { tags: 'x'.repeat(1_001) });
  expect([long.status, wordsOf(long)]).toEqual([422, expect.stringContaining('at most 1000 characters')]);
  expect((await act(one, 'tag', { tags: 'dawn, , <b>loud</b>' })).status).toBe(303);
  expect((await read(pair.brand, one)).body.data.tags).toEqual(['dawn', '<b>loud</b>']);
  expect((await ask(browser, page(one))).html).not.toContain('<b>loud');

  await act(one, 'reject', { note: 'Too dark.' });
  expect(await actions(browser, page(one))).toEqual(['reopen', 'tag']);
  const member = await signedIn(await personOf(pair.brand, 'member'));
  expect(await actions(member, page(one))).toEqual([]);
  expect(wordsOf(await ask(member, page(one)))).toContain('Tags dawn, ');
  const own = await ask(member, `/app/${pair.brand.id}/you`);
  const forged = { status: 'review', _seen: String((await read(pair.brand, one)).body.data.version) };
  for (const action of ['reopen', 'tag', 'link'])
    expect((await sendShown(member, page(one), own, action, forged)).status, action).toBe(403);
  const other = await mintAccount();
  const stranger = await signedIn(await personOf(other, 'owner'));
  const theirs = await ask(stranger, `/app/${other.id}/you`);
  for (const at of [page(one), `/app/${other.id}/submissions/${one}`])
    expect((await sendShown(stranger, at, theirs, 'reopen', forged)).status).toBe(404);
  expect(await status(one)).toBe('rejected');
  expect((await act(one, 'reopen')).status).toBe(303);
  expect(await status(one)).toBe('review');

  await act(one, 'approve');
  expect(await actions(browser, page(one))).toEqual(['reopen', 'publish', 'tag']);
  await act(one, 'reopen');
  await act(one, 'approve');
  expect((await act(one, 'publish', { url: '' })).status).toBe(303);
  expect((await read(pair.brand, one)).body.data).toMatchObject({ status: 'live', url: null });
  const foreign = await act(one, 'link', { url: 'https://evil.example/video/1' });
  expect([foreign.status, foreign.html]).toEqual([422, expect.stringContaining('field-error')]);
  expect((await act(one, 'link', { url: 'https://www.tiktok.com/@me/video/1?share=2' })).status).toBe(303);
  expect((await read(pair.brand, one)).body.data.url).toBe('https://www.tiktok.com/@me/video/1');

  await act(two, 'approve');
  const set = 'UPDATE submissions SET payment_id = ?2, paid_amount = ?3, paid_currency = ?4 WHERE id = ?1';
  const pay = (...values: unknown[]) =>
    testEnv.DB.prepare(set)
      .bind(two, ...values)
      .run();
  await pay('pay_one', 5_000, 'usd');
  expect(await actions(browser, page(two))).toEqual(['publish', 'tag']);
  await pay(null, null, null);
  const creator = await asCreator(pair);
  const at = `/app/${pair.creator.as}/submissions/${two}`;
  expect(await actions(creator, at)).toEqual(['publish']);
  const post = async (url: string) =>
    await answer(creator, at, (await ask(creator, at)).html, 'publish', { url });
  expect((await post('')).html).toContain('field-error');
  expect((await post('https://www.tiktok.com/@me/video/2')).status).toBe(303);
  expect(await status(two)).toBe('live');
  expect(await actions(creator, at)).toEqual([]);
});

it('goes on without what cannot be read beside the submission, and says so', async () => {
  const { pair, one, two, ann, page } = await scene();
  const browser = await signedIn(ann);
  const beside =
    /"events_shard" from "submissions"|^select "creators"\."id"|^select "id"(?:, "name" from "programs"| from "submissions")/;
  const env = waitingFor(async (sql) => {
    if (beside.test(sql)) throw new Error('away');
  });
  const shown = await ask(browser, page(two), { env });
  expect(shown.status).toBe(200);
  expect(wordsOf(shown)).toMatch(
    /Approve for \$50\.00.*Creator crtr_.*Conversions could not be loaded\. Try again/,
  );
  expect(shown.html).not.toContain(page(one));
  expect(shown.html).not.toContain(`/creators/${pair.creator.as}`);
  const sent = await send(browser, page(two), 'approve', {}, { env });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/app/${pair.brand.id}/submissions`]);
});
