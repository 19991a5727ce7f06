// Notices: who is told of what, once, in which words, and what is mailed of it.
import { beforeEach, describe, expect, it } from 'vitest';
import { type DomainEvent, emit } from '../../../../src/db/outbox.ts';
import { pruneEvents } from '../../../../src/domains/accounts/webhooks/prune-events.ts';
import { MAIL_KINDS, NOTICES } from '../../../../src/events/notices.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../../src/kit/time.ts';
import { mintPlan } from '../../../harness/ads/kept-plans.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { ask, browserOf, newBrowser, send, sendShown, wordsOf } from '../../../harness/pages/pages.ts';
import { noticed, noticesOf, subjectsOf } from '../../../harness/people/notices.ts';
import { commit, type MintedPerson, mailsTo, mintPerson, personAt } from '../../../harness/people/people.ts';
import { put } from '../../../harness/put.ts';
import { mintPair, mintSubmission, patch } from '../../../harness/work/submissions.ts';
import { type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let brand: Minted;
let owner: MintedPerson;
let admin: MintedPerson;
let member: MintedPerson;

beforeEach(async () => {
  // Each test begins on a day of its own, so early that a whole test fits in, without what others left.
  clock.hold(startOfDay(clock.now()) + DAY_MS + HOUR_MS);
  await testEnv.DB.prepare('UPDATE events SET unnoticed = NULL WHERE unnoticed IS NOT NULL').run();
  brand = await mintAccount('brand', { name: 'Fern' });
  owner = await mintPerson({ [brand.id]: 'owner' });
  admin = await mintPerson({ [brand.id]: 'admin' });
  member = await mintPerson({ [brand.id]: 'member' });
});

/** Lets something happen to an account. */
const happens = (event: { type: DomainEvent['type']; data?: Record<string, string> }, account = brand.id) =>
  commit((ctx) => void emit(ctx, { account, creator: null, data: {}, ...event } as DomainEvent));
const failed = (account = brand.id) => happens({ type: 'payment.failed' }, account);
const troubled = (account = brand.id) => happens({ type: 'campaign.needs_attention' }, account);
/** A plan begins to wait for the account. */
const waits = (data: Record<string, string>, account = brand.id) =>
  put('events', {
    ...{ id: newId('event', clock.now()), type: 'ads_plan.waiting', account_id: account },
    ...{ data: JSON.stringify(data), occurred_at: clock.now(), unnoticed: '' },
  });
const textsOf = async (person: MintedPerson, place = brand.id, isAdmin = true) =>
  (await noticesOf(person, place, isAdmin)).map(({ text }) => text);
const FAILED = 'A payment of an amount to a creator failed';
const TROUBLED = 'A campaign needs attention';

describe('who is told', () => {
  it('is an account’s people of its work, and its owners and admins alone of its money', async () => {
    await failed();
    await troubled();
    await noticed();
    for (const person of [owner, admin]) expect(await textsOf(person)).toEqual([TROUBLED, FAILED]);
    expect(await textsOf(member)).toEqual([TROUBLED]);
    expect(await subjectsOf([owner, member])).toEqual([
      expect.arrayContaining([FAILED, TROUBLED]),
      [TROUBLED],
    ]);
    const stranger = await mintPerson({ [(await mintAccount()).id]: 'owner' });
    expect(await textsOf(stranger)).toEqual([]);
  });

  it('are its partner’s people while a client has none of its own, but for what only the client answers', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount();
    const managed = 'UPDATE accounts SET managed_by = ? WHERE id = ?';
    await testEnv.DB.prepare(managed).bind(partner.id, client.id).run();
    const [agent, hand] = [
      await mintPerson({ [partner.id]: 'admin' }),
      await mintPerson({ [partner.id]: 'member' }),
    ];
    await failed(client.id);
    await noticed();
    expect(await textsOf(agent, client.id)).toEqual([FAILED]);
    expect(await textsOf(hand, client.id)).toEqual([]);
    expect(NOTICES['ads_plan.waiting']).toMatchObject([{ own: true }]);
    await waits({}, client.id);
    await noticed();
    expect(await textsOf(agent, client.id)).toEqual([FAILED]);
    const own = await mintPerson({ [client.id]: 'owner' });
    await waits({}, client.id);
    await failed(client.id);
    await noticed();
    expect(await textsOf(agent, client.id)).toEqual([FAILED]);
    expect(await textsOf(own, client.id)).toEqual([
      FAILED,
      'Your partner asks you to approve a plan within 24 hours',
    ]);
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(client.id).run();
    await testEnv.DB.prepare('DELETE FROM memberships WHERE account_id = ?').bind(client.id).run();
    await failed(client.id);
    await noticed();
    expect(await textsOf(agent, client.id)).toEqual([FAILED]);
  });

  it('of a plan says what became of it, and is mailed only as long as it waits', async () => {
    const partner = await mintAccount('partner', { name: 'Harbor' });
    const plan = await mintPlan(brand.id, { makerId: partner.id });
    await waits({ ads_plan: plan.id });
    await noticed();
    const asks = 'Harbor asks you to approve a plan within 24 hours';
    expect(await textsOf(owner)).toEqual([asks]);
    expect(await subjectsOf([owner])).toEqual([[asks]]);
    const become = async (approval: string, execution: string) =>
      await testEnv.DB.prepare('UPDATE ads_plans SET approval_state = ?, execution_state = ? WHERE id = ?')
        .bind(approval, execution, plan.id)
        .run();
    const states = [
      ['approved', 'ready'],
      ['rejected', 'cancelled'],
      ['superseded', 'cancelled'],
    ] as const;
    for (const [approval, execution] of states) {
      await become(approval, execution);
      expect(await textsOf(owner)).toEqual([`Harbor asked you to approve a plan: ${approval}`]);
    }
    await become('pending_approval', 'cancelled');
    expect(await textsOf(owner)).toEqual(['Harbor asked you to approve a plan: cancelled']);
    await become('pending_approval', 'planned');
    expect(await textsOf(owner)).toEqual([asks]);
    await waits({ ads_plan: plan.id });
    clock.advance(DAY_MS);
    expect((await textsOf(owner)).at(-1)).toBe('Harbor asked you to approve a plan: expired');
    await noticed();
    expect(await subjectsOf([owner])).toEqual([[asks]]);
  });

  it('is the creator of what a brand decides, in the names of now, and nobody of what they did themselves', async () => {
    const pair = await mintPair({ name: 'Summer' });
    const [ana, keeper] = [await mintPerson(), await mintPerson({ [pair.brand.id]: 'owner' })];
    const [before, submission] = [await mintSubmission(pair), await mintSubmission(pair)];
    await patch(pair.brand, before.id, { status: 'approved' });
    await noticed();
    const creator = pair.creator.as;
    expect(await textsOf(ana, creator)).toEqual([]);
    const taken = 'UPDATE creators SET person_id = ?, claimed_at = ? WHERE id = ?';
    await testEnv.DB.prepare(taken).bind(ana.id, clock.now(), creator).run();
    const sent = await patch(pair.brand, submission.id, { status: 'revision', note: 'Louder' });
    expect(sent.status).toBe(200);
    await noticed();
    await testEnv.DB.prepare("UPDATE programs SET name = 'Autumn' WHERE id = ?").bind(pair.program).run();
    const [notice, ...others] = await noticesOf(ana, creator);
    expect(others).toEqual([]);
    expect(notice!.text).toMatch(/ asks for changes to your work for Autumn$/);
    expect(notice!.page).toBe(`/submissions/${submission.id}`);
    expect(await noticesOf(keeper, pair.brand.id)).toEqual([]);
    // It shows at most 200 characters that others wrote.
    for (const [table, id] of [
      ['programs', pair.program],
      ['accounts', pair.brand.id],
    ])
      await testEnv.DB.prepare(`UPDATE ${table} SET name = ? WHERE id = ?`).bind('é'.repeat(160), id).run();
    expect((await textsOf(ana, creator))[0]!.replaceAll(/[^é…]/g, '')).toMatch(/^(é{99}…){2}$/);
  });
});

describe('a notice', () => {
  it('is there once, also when two runs give it and one repeats', async () => {
    await troubled();
    await Promise.all([noticed(), noticed()]);
    await testEnv.DB.prepare("UPDATE events SET unnoticed = '' WHERE account_id = ?").bind(brand.id).run();
    await noticed();
    expect(await textsOf(member)).toEqual([TROUBLED]);
    expect(await mailsTo(member.email)).toHaveLength(1);
  });

  it('is given and mailed once, wherever a run dies', async () => {
    const contacts = await atEveryDeath({
      async scene() {
        const place = await mintAccount();
        const person = await mintPerson({ [place.id]: 'owner' });
        await troubled(place.id);
        return { env: testEnv, place, person };
      },
      live: (_, env) => noticed(clock.now(), env),
      async afterwards({ place, person }, death) {
        await noticed();
        await noticed();
        expect(await textsOf(person, place.id), death).toEqual([TROUBLED]);
        expect(await mailsTo(person.email), death).toHaveLength(1);
      },
    });
    expect(contacts.length).toBeGreaterThan(1);
  });

  it('is counted until it is opened, which leads to where one acts', async () => {
    const campaign = newId('campaign', clock.now());
    await happens({ type: 'campaign.failed', data: { campaign } });
    await troubled();
    await failed();
    await noticed();
    const counts = async (person: MintedPerson) => (await personAt(person.token, brand.id))!.notices;
    expect([await counts(owner), await counts(member)]).toEqual([3, 2]);
    const [browser, path] = [browserOf(member), `/app/${brand.id}/notices`];
    const page = await ask(browser, path);
    expect(wordsOf(page)).toMatch(/New: A campaign needs attention.*New: A campaign could not be published/);
    expect(wordsOf(page)).not.toContain('payment');
    const [, published] = await noticesOf(member, brand.id, false);
    const opened = await send(browser, path, 'open', { _id: published!.id });
    expect(opened.headers.get('location')).toBe(`/app/${brand.id}/campaigns/${campaign}`);
    expect([await counts(owner), await counts(member)]).toEqual([3, 1]);
    // What others are told is not there for a member, who marks nothing of it.
    const [paid] = await noticesOf(owner, brand.id);
    expect((await send(browser, path, 'open', { _id: paid!.id })).status).toBe(404);
    await troubled();
    await noticed();
    const [, last] = await noticesOf(member, brand.id, false);
    expect((await send(browser, path, 'all', { _id: last!.id })).status).toBe(303);
    // What came after the page was shown stays new.
    expect(await counts(member)).toBe(1);
  });

  it('is no longer there for whom the role does not allow it, nor mailed', async () => {
    const person = await mintPerson({ [brand.id]: 'admin' });
    const as = (role: string | null) =>
      role === null
        ? testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(person.id).run()
        : testEnv.DB.prepare('UPDATE memberships SET role = ? WHERE person_id = ?')
            .bind(role, person.id)
            .run();
    await failed();
    await noticed(clock.now());
    expect(await mailsTo(person.email)).toHaveLength(1);
    await failed();
    await troubled();
    await as('member');
    await noticed(clock.now() + 10 * MINUTE_MS);
    expect(await subjectsOf([person])).toEqual([[TROUBLED, FAILED]]);
    expect(await textsOf(person, brand.id, false)).toEqual([TROUBLED]);
    await troubled();
    await as(null);
    await noticed(clock.now() + 30 * MINUTE_MS);
    expect(await mailsTo(person.email)).toHaveLength(2);
    expect((await ask(browserOf(person), `/app/${brand.id}/notices`)).status).toBe(404);
  });

  it('is not mailed to whom a second factor keeps out, until they set one up', async () => {
    const guarded = await mintAccount();
    const person = await mintPerson({ [guarded.id]: 'owner' });
    await put('factor_requirements', { account_id: guarded.id, person_id: person.id, created_at: 1 });
    await troubled(guarded.id);
    await noticed();
    expect(await mailsTo(person.email)).toEqual([]);
    await put('second_factors', {
      ...{ person_id: person.id, secret: '', session_id: person.session, confirmed_at: 1, last_step: 0 },
      ...{ created_at: 1, updated_at: 1 },
    });
    await troubled(guarded.id);
    await noticed();
    expect(await subjectsOf([person])).toEqual([[expect.stringMatching(/^2 notices for /)]]);
  });

  it('lasts as long as its event', async () => {
    await troubled();
    await noticed();
    await pruneEvents(systemCtx(clock.now() + 90 * DAY_MS));
    expect(await textsOf(owner)).toEqual([TROUBLED]);
    await pruneEvents(systemCtx(clock.now() + 90 * DAY_MS + 1));
    const left = testEnv.DB.prepare('SELECT COUNT(*) AS n FROM notices WHERE person_id = ?').bind(owner.id);
    expect(await left.first('n')).toBe(0);
  });

  it('stands on further pages, each once', async () => {
    for (let n = 0; n < 51; n++) await troubled();
    await noticed();
    const first = await ask(browserOf(owner), `/app/${brand.id}/notices`);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first.html)![1]!;
    const count = (html: string) => html.split('notice-line').length - 1;
    const second = await ask(browserOf(owner), next.replaceAll('&amp;', '&'));
    expect([count(first.html), count(second.html)]).toEqual([50, 1]);
  });
});

describe('mails', () => {
  it('are one of a kind in ten minutes, of all that was not seen', async () => {
    const start = clock.now();
    const minute = (minutes: number) => noticed(start + minutes * MINUTE_MS);
    await troubled();
    await minute(0);
    await failed();
    await minute(1);
    expect(await subjectsOf([owner])).toEqual([[FAILED, TROUBLED]]);
    await troubled();
    await happens({ type: 'campaign.failed' });
    await minute(9);
    expect(await mailsTo(owner.email)).toHaveLength(2);
    await minute(10);
    const [mail] = await mailsTo(owner.email);
    expect(mail!.subject).toBe('2 notices for Fern');
    expect(mail!.text).toMatch(/A campaign could not be published\.\n\n.*A campaign needs attention\./s);
    await minute(30);
    expect(await mailsTo(owner.email)).toHaveLength(3);
    // What was seen meanwhile is not mailed.
    await troubled();
    await noticed(clock.now());
    const [seen] = await noticesOf(admin, brand.id);
    await send(browserOf(admin), `/app/${brand.id}/notices`, 'all', { _id: seen!.id });
    await minute(40);
    expect(await mailsTo(admin.email)).toHaveLength(3);
  });

  it('name twenty, and say that there are more', async () => {
    for (let n = 0; n < 22; n++) await troubled();
    await noticed();
    const [mail, ...others] = await mailsTo(owner.email);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('Many notices for Fern');
    expect(mail!.text.split(TROUBLED)).toHaveLength(21);
    expect(mail!.text).toContain(`There is more:\n\nhttps://service.test/app/${brand.id}/notices`);
    await noticed(clock.now() + HOUR_MS);
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });

  it('end by kind and workspace, on the page or by the mail’s button, and stay off', async () => {
    const path = `/app/${brand.id}/notices`;
    await failed();
    await noticed();
    const [mail] = await mailsTo(owner.email);
    const link = new URL(mail!.unsubscribe!).pathname;
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const posted = { fields: { 'List-Unsubscribe': 'One-Click' }, headers };
    const on = 'name="money" value="on" checked';
    const isOn = async () => (await ask(browserOf(owner), path)).html.includes(on);
    // Looking at it, as mail scanners do, switches nothing off, and an address that is made up finds nothing.
    expect((await ask(newBrowser(), link)).status).toBe(200);
    for (const other of [link.replace(owner.id, admin.id), link.replace('/money/', '/work/'), `${link}0`])
      expect((await ask(newBrowser(), other, posted)).status).toBe(404);
    expect(await isOn()).toBe(true);
    const own = browserOf(owner);
    const page = await ask(own, path);
    await failed().then(() => noticed());
    expect((await ask(newBrowser(), link, posted)).status).toBe(200);
    // A page that was open before does not switch it on.
    const sent = await sendShown(own, path, page, 'mails', { was: 'money', money: 'on' });
    expect([sent.status, await isOn()]).toEqual([303, false]);
    await failed();
    await troubled();
    await noticed(clock.now() + 20 * MINUTE_MS);
    expect(await subjectsOf([owner])).toEqual([[TROUBLED, FAILED]]);
    expect(await textsOf(owner)).toHaveLength(4);
    // Switched on again, it brings neither what came meanwhile nor what waited then.
    await send(browserOf(owner), path, 'mails', Object.fromEntries(MAIL_KINDS.map((kind) => [kind, 'on'])));
    await noticed(clock.now() + 40 * MINUTE_MS);
    expect(await mailsTo(owner.email)).toHaveLength(2);
    await failed();
    await noticed(clock.now() + 60 * MINUTE_MS);
    expect(await subjectsOf([owner])).toEqual([[FAILED, TROUBLED, FAILED]]);
  });
});
