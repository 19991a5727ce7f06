// A creator's way on the pages: find a program, apply or answer an invitation, accept agreements, submit a video and a new version.
import { describe, expect, it } from 'vitest';
import { momentWords } from '../../src/console/moment-words.ts';
import { earnedWords, type WayOut } from '../../src/console/pages/places/earned-sentence.tsx';
import { countTrips } from '../harness/faults/trips.ts';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintAgreement, mintCreator } from '../harness/work/creators.ts';
import { mintProgram } from '../harness/work/programs.ts';
import { mintPair, mintSubmission, mintVideo } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;

/** A person who took over a creator's record, or one that somebody else keeps. */
async function personFor(creator: string): Promise<Browser> {
  const actor = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(creator, actor.callerId)
    .run();
  return await signedIn(actor);
}

async function scene() {
  const brand = await mintAccount('brand', { name: 'Fern & Co' });
  const creator = (await mintCreator((await mintAccount('partner')).key, { visibility: 'network' })).id;
  const own = await personFor(creator);
  const to = (path: string) => `/app/${creator}${path}`;
  const open = async (more: object = {}) =>
    (await mintProgram(brand.key, { status: 'live', visibility: 'network', name: 'Autumn', ...more })).id;
  const applied = async (program: string) =>
    (await call('GET', `/v1/applications?program=${program}`, { key: brand.key })).body.data[0];
  const words = async (path: string) => wordsOf(await ask(own, to(path)));
  return { brand, creator, own, to, open, applied, words };
}

describe('a creator', () => {
  it('finds an open program with its brand, applies, accepts the agreements as shown, and takes it back', async () => {
    const { brand, own, to, open, applied, words } = await scene();
    const agreement = await mintAgreement(brand.id);
    const program = await open({ agreements: [agreement], brief: { summary: 'Leaves.' } });
    const hidden = await open({ visibility: 'invite', name: 'Not for everybody' });
    const found = await ask(own, to('/programs/discover'));
    expect(found.html).toContain(`href="${to(`/programs/${program}`)}"`);
    expect(wordsOf(found)).toContain('Fern &amp; Co');
    expect(wordsOf(found)).not.toContain('Not for everybody');
    const narrowed = (query: string) => words(`/programs/discover?account=${brand.id}&${query}`);
    await open({ name: 'Only there', platforms: ['google'] });
    expect(await narrowed('q=autu&platform=tiktok')).toMatch(/Autumn(?!.*Only there)/);
    expect(await narrowed('q=autu&platform=tiktok')).toContain('Filters (3)');
    expect(await narrowed('q=only&platform=tiktok')).toContain('No programs match');
    for (const path of [`/programs/${hidden}`, `/submissions/new?program=${hidden}`])
      expect((await ask(own, to(path))).status, path).toBe(404);
    expect((await send(own, to(`/programs/${program}`), 'apply')).status).toBe(303);
    const there = to(`/programs/${program}`);
    const { env, count } = countTrips();
    const page = wordsOf(await ask(own, there, { env }));
    expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
    expect(page).toMatch(/Waiting for the brand .*Terms version 1, terms\.pdf/);
    expect(page).toContain('Leaves.');
    const unread = await send(own, there, 'agree', { asks: '1' });
    expect(unread.status).toBe(422);
    expect(unread.html).toContain('Read and accept the agreements first.');
    expect((await applied(program)).agreementsRequired).toBe(true);
    const asked = await ask(await signedIn(await personOf(brand)), `/app/${brand.id}/applications`);
    expect(asked.html).toMatch(/<a href="[^"]+\/creators\/crtr_\w+">To be accepted/);
    // A newer text than the one that was shown is not accepted.
    const shown = await ask(own, there);
    await testEnv.DB.prepare('UPDATE programs SET agreements_epoch = agreements_epoch + 1 WHERE id = ?')
      .bind(program)
      .run();
    const seen = /name="_seen" value="(\d+)"/.exec(shown.html)![1]!;
    expect((await send(own, there, 'agree', { asks: '1', agree: 'on', _seen: seen })).status).toBe(409);
    expect((await send(own, there, 'agree', { asks: '1', agree: 'on' })).status).toBe(303);
    expect(await applied(program)).toMatchObject({ status: 'pending', agreementsRequired: false });
    expect(await words('/applications')).toMatch(/Autumn .*Waiting for the brand .*The brand decides/);
    expect(await words(`/submissions/new?program=${program}`)).toContain('has not decided yet');
    await send(own, there, 'withdraw');
    expect(await applied(program)).toMatchObject({ status: 'withdrawn' });
    expect(await words(`/programs/${program}`)).toContain('You can apply again');
  });

  it('accepts or declines an invitation, also one that was opened again, and nobody else’s', async () => {
    const { brand, creator, own, to, open, applied, words } = await scene();
    const [first, second] = [await open({ visibility: 'invite' }), await open({ name: 'Winter' })];
    for (const program of [first, second])
      await call('POST', '/v1/applications', { key: brand.key, body: { program, creator } });
    const stranger = await personFor((await mintCreator((await mintAccount('partner')).key)).id);
    for (const action of ['accept', 'withdraw'])
      expect((await ask(stranger, to(`/programs/${first}`), { fields: { _action: action } })).status).toBe(
        404,
      );
    expect(await words('/applications')).toContain('Answer invitation');
    expect(await words(`/programs/${first}`)).toContain('invites you to this program');
    await send(own, to(`/programs/${second}`), 'withdraw');
    expect(await applied(second)).toMatchObject({ status: 'withdrawn' });
    await send(own, to(`/programs/${first}`), 'accept');
    expect(await applied(first)).toMatchObject({ status: 'approved' });
    expect(await words(`/programs/${first}`)).toContain('Submit video');
    const inviter = await signedIn(await personOf(brand));
    const decided = async () => wordsOf(await ask(inviter, `/app/${brand.id}/applications?status=approved`));
    expect(await decided()).toContain('By invitation');
    // Removed and asked back: the invitation is the creator's to answer, whatever it accepted before.
    const decide = async (status: string) =>
      await call('PATCH', `/v1/applications/${(await applied(first)).id}`, {
        key: brand.key,
        body: { status },
      });
    await decide('rejected');
    expect(await words(`/programs/${first}`)).toContain('removed you from the program');
    await decide('pending');
    expect(await words(`/programs/${first}`)).toContain('invites you to this program');
    await send(own, to(`/programs/${first}`), 'accept');
    expect(await applied(first)).toMatchObject({ status: 'approved' });
  });

  it('answers a brand with its agreements, and ends it', async () => {
    const { brand, creator, own, to, open, words } = await scene();
    await mintAgreement(brand.id, { applicability: ['creator_relationship'] });
    await call('POST', '/v1/applications', { key: brand.key, body: { program: await open(), creator } });
    const there = to(`/brands/${brand.id}`);
    expect(await words('/brands')).toMatch(/Fern &amp; Co .*Invitation/);
    const { env, count } = countTrips();
    expect(wordsOf(await ask(own, there, { env }))).toContain('asks to work with you');
    expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
    expect((await send(own, there, 'agree', { asks: '1' })).status).toBe(422);
    expect((await send(own, there, 'agree', { asks: '1', agree: 'on' })).status).toBe(303);
    const read = async () =>
      (await call('GET', `/v1/relationships?creator=${creator}`, { key: brand.key })).body.data[0].status;
    expect(await read()).toBe('agreed');
    await send(own, there, 'end');
    expect(await read()).toBe('ended');
    const other = await mintAccount();
    expect((await ask(own, to(`/brands/${other.id}`))).status).toBe(404);
  });
});

describe('a submission', () => {
  const VIDEO = { type: 'video/mp4' };

  it('is made without scripts, with a file that was uploaded before or with the URL of a post', async () => {
    const pair = await mintPair({ platforms: ['tiktok', 'instagram'] });
    const own = await personFor(pair.creator.as);
    const to = (path: string) => `/app/${pair.creator.as}${path}`;
    const there = to(`/submissions/new?program=${pair.program}`);
    expect(wordsOf(await ask(own, to('/submissions/new')))).toContain('Choose the program');
    const { env, count } = countTrips();
    expect((await ask(own, there, { env })).status).toBe(200);
    expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
    const empty = await send(own, there, 'submit', { caption: 'Kept words' });
    expect(empty.status).toBe(422);
    expect(empty.html).toContain('Choose a video, or give the URL of the post.');
    expect(empty.html).toContain('Kept words');
    const text = new Blob(['words'], VIDEO);
    const wrong = await send(own, there, 'submit', {}, { files: { file: text } });
    expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('MP4, MOV or WebM')]);
    const attached = await mintVideo(pair);
    // A cover picture that a person chose has to be one; that which the script took is left out instead.
    const still = { files: { still: new Blob(['words'], { type: 'image/jpeg' }) } };
    const fields = { attached, caption: 'First', platform: 'tiktok' };
    expect((await send(own, there, 'submit', fields, still)).status).toBe(422);
    const made = await send(own, there, 'submit', { ...fields, stillTaken: 'on' }, still);
    const id = made.headers.get('location')!.split('/').at(-1)!.split('?')[0]!;
    const { body } = await call('GET', `/v1/submissions/${id}`, { key: pair.brand.key });
    expect(body.data).toMatchObject({
      file: attached,
      caption: 'First',
      platform: 'tiktok',
      status: 'review',
    });
    // Another creator's file is as a missing one.
    const foreign = await mintVideo({ creator: { key: '', as: (await mintPair()).creator.as } });
    expect((await send(own, there, 'submit', { attached: foreign })).status).not.toBe(303);
  });

  it('is uploaded in parts by the script of its form, and nobody reads or removes another’s upload', async () => {
    const pair = await mintPair();
    const own = await personFor(pair.creator.as);
    const there = `/app/${pair.creator.as}/submissions/new?program=${pair.program}`;
    const asked = async (fields: Record<string, string>, by = own, path = there) => {
      const answer = await send(by, path, 'upload', fields);
      return { status: answer.status, body: JSON.parse(answer.html) };
    };
    const opened = await asked({
      do: 'open',
      size: '9000000',
      partSize: String(8 * 1024 ** 2),
      name: 'a.mp4',
    });
    expect(opened.body).toMatchObject({ status: 'uploading', upload: { parts: [{ size: 8_388_608 }, {}] } });
    const { id } = opened.body;
    expect((await asked({ do: 'read', id })).body.upload.parts[0].uploaded).toBe(false);
    expect(await asked({ do: 'finish', id })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await asked({ do: 'open', size: '0' })).toMatchObject({ status: 422 });
    for (const act of ['mend', 'constructor', 'toString', '__proto__'])
      expect(await asked({ do: act, id })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    const other = await mintPair();
    const stranger = await personFor(other.creator.as);
    const elsewhere = `/app/${other.creator.as}/submissions/new?program=${other.program}`;
    for (const act of ['read', 'finish', 'remove'])
      expect((await asked({ do: act, id }, stranger, elsewhere)).status, act).toBe(404);
    const foreign = await send(stranger, elsewhere, 'submit', { attached: id, caption: 'Typed words' });
    expect(foreign.status).toBe(422);
    expect(foreign.html).toMatch(/Typed words/);
    expect(wordsOf(foreign)).toContain('The file is gone. Choose it again.');
    expect(foreign.html).not.toContain(id);
    expect((await asked({ do: 'remove', id })).body.status).toBe('deleted');
  });

  it('is answered with a new version, beside the brand’s comments at their moments', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair, { caption: 'First' });
    const own = await personFor(pair.creator.as);
    const there = `/app/${pair.creator.as}/submissions/${id}`;
    expect((await send(own, there, 'details', { caption: 'Second' })).status).toBe(303);
    const comments = [
      { at: 12_000, text: 'The logo <i>comes</i> too late.' },
      { at: null, text: 'Louder.' },
    ];
    await call('PATCH', `/v1/submissions/${id}`, {
      key: pair.brand.key,
      body: { status: 'revision', note: 'Almost.', comments },
    });
    const { env, count } = countTrips();
    const page = await ask(own, there, { env });
    expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
    const [checklist] = /<ul class="checklist".*?<\/ul>/s.exec(page.html)!;
    const moments = [...checklist.matchAll(/[?&;]at=(\d+)#video" data-moment="(\d+)">([\d:]+)</g)];
    expect(moments.map(([, ...one]) => one)).toEqual([['12', '12', '0:12']]);
    expect(checklist.match(/name="done"/g)).toHaveLength(2);
    expect(momentWords(3_723_500)).toBe('1:02:03');
    expect(wordsOf(page)).toMatch(/Changes requested .*Almost\. .*0:12 The logo &lt;i&gt;comes.* Louder\./);
    expect((await send(own, there, 'resubmit', {})).html).toContain('Choose the new video.');
    const stranger = await personFor((await mintCreator((await mintAccount('partner')).key)).id);
    expect((await ask(stranger, there, { fields: { _action: 'resubmit' } })).status).toBe(404);
    const attached = await mintVideo(pair);
    expect((await send(own, there, 'resubmit', { attached, done: '0', caption: '' })).status).toBe(303);
    const { body } = await call('GET', `/v1/submissions/${id}`, { key: pair.brand.key });
    expect(body.data).toMatchObject({ status: 'review', file: attached, caption: null, comments: [] });
    await call('PATCH', `/v1/submissions/${id}`, { key: pair.brand.key, body: { status: 'approved' } });
    const url = 'https://www.tiktok.com/@nia/video/7300000000000000002';
    expect((await send(own, there, 'publish', { url })).status).toBe(303);
    expect(wordsOf(await ask(own, there))).toContain('It is live.');
  });
});

describe('an overview', () => {
  const NONE = { available: 0, pending: 0, held: 0, paid: 0, withdrawable: 0, owed: 0 };
  const FEES = { instant: { percent: 1.5, minimum: 50 }, crossBorder: { percent: 0 } };
  const said = (more: object, way: WayOut = 'withdrawn') =>
    earnedWords(
      {
        ...{ currency: 'usd', payoutProblem: null, instantWithdrawable: 0, withdrawalFees: FEES, ...NONE },
        ...more,
      },
      way,
    );

  it('says in a sentence what was earned, when it reaches the bank, and what stops it', () => {
    expect(said({})).toBe('You earned nothing yet.');
    expect(said({ paid: 500 })).toBe(
      'You earned $5.00 in all: $5.00 was paid into your payout balance. None of that is left to withdraw.',
    );
    expect(said({ paid: 500, withdrawable: 400, available: 300, pending: 200, held: 100 })).toBe(
      'You earned $11.00 in all: $5.00 was paid into your payout balance, $3.00 comes to your balance with the next daily payout, $2.00 waits for the brand’s charge or the end of its hold, and $1.00 is held by a dispute. After withdrawals, your payout balance is $4.00, which can be withdrawn to your bank now.',
    );
    const left = { paid: 500, withdrawable: 500 };
    const blocked = { problem: 'Your identity is not verified yet.' };
    expect(said(left, 'weekly')).toBe('You earned $5.00 in all: $5.00 is sent to your bank on Monday.');
    expect(said(left, blocked)).toBe(
      'You earned $5.00 in all: $5.00 waits in your payout balance. Your identity is not verified yet.',
    );
    expect(said({ ...left, withdrawable: 100 }, blocked)).toContain(
      'After withdrawals, your payout balance is $1.00. Your identity is not verified yet.',
    );
    expect(said({ available: 300, payoutProblem: 'Payouts are not set up yet.', owed: 50 })).toBe(
      'You earned $3.00 in all: $3.00 cannot be paid out yet. Payouts are not set up yet. $0.50 was taken back after a withdrawal, and is paid off first.',
    );
  });

  it('begins with what waits for the creator', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair, { caption: 'Red leaves' });
    const { id: published } = await mintSubmission(pair, { caption: 'Gold leaves' });
    const own = await personFor(pair.creator.as);
    const overview = async () => wordsOf(await ask(own, `/app/${pair.creator.as}`));
    expect(await overview()).toContain('all caught up');
    const decide = (submission: string, body: object) =>
      call('PATCH', `/v1/submissions/${submission}`, { key: pair.brand.key, body });
    await decide(id, { status: 'revision', note: 'Brighter.' });
    await decide(published, { status: 'approved' });
    const asks = await mintAccount('brand', { name: 'Fern' });
    const program = (await mintProgram(asks.key, { name: 'Inbound', status: 'live' })).id;
    await call('POST', '/v1/applications', { key: asks.key, body: { program, creator: pair.creator.as } });
    expect(await overview()).toMatch(
      /Submit a new version of Red leaves Brighter\. .*Answer Fern .*Answer the invitation to Inbound .*Publish Gold leaves .*Nothing is earned yet/,
    );
  });
});
