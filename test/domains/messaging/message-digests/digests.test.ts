// Mails about what is unread: when one is sent, to whom, and what it says.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { mailUnread } from '../../../../src/domains/messaging/message-digests/mail-unread.ts';
import { wakeReaders } from '../../../../src/domains/messaging/message-digests/wake-readers.ts';
import { objectOf } from '../../../../src/domains/messaging/thread-log/interface.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../../src/kit/time.ts';
import { systemCtx as ctxIn } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import {
  mintTalk,
  openDirect,
  patch,
  type Side,
  said,
  sideOf,
  type Talk,
  tellingOf,
  told,
} from '../../../harness/messaging/talks.ts';
import { ask, newBrowser, send, signedIn, wordsOf } from '../../../harness/pages/pages.ts';
import { commit, type MintedPerson, mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { enroll, mintCreator, mintScene } from '../../../harness/work/creators.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let talk: Talk;
let thread: string;
let owner: MintedPerson;
let member: MintedPerson;
let agent: MintedPerson;
let now: number;

beforeAll(async () => {
  talk = await mintTalk();
  owner = await mintPerson({ [talk.brand.id]: 'owner' });
  member = await mintPerson({ [talk.brand.id]: 'member' });
  agent = await mintPerson({ [talk.partner.id]: 'admin' });
  thread = (await openDirect(talk.brand, talk.creator)).body.data.id;
  // So early in a day that a whole test fits in.
  clock.hold(startOfDay(clock.now()) + DAY_MS + HOUR_MS);
});

beforeEach(async () => {
  // Each test begins on a day of its own, with all that was written before read.
  clock.hold(startOfDay(clock.now()) + DAY_MS + HOUR_MS);
  now = clock.now();
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM mails'),
    testEnv.DB.prepare('DELETE FROM message_digests'),
    testEnv.DB.prepare('DELETE FROM unread_waits'),
  ]);
});

/** Says something as a side, and lets the database know. */
async function writes(by: Side, body = 'Hello', where = thread): Promise<string> {
  const id = await said(by, where, body);
  await told(where);
  return id;
}

/** What the cron does a number of minutes after the test's beginning. */
async function minute(after: number): Promise<void> {
  clock.hold(now + after * MINUTE_MS);
  await wakeReaders(systemCtx());
  await mailUnread(systemCtx());
}

const subjects = async (person: MintedPerson) => (await mailsTo(person.email)).map(({ subject }) => subject);

it('tells an account’s owner after 15 minutes who wrote and how many, without a word of it', async () => {
  await writes(talk.creator, 'The secret of my summer');
  await writes(talk.creator, 'And more of it');
  await minute(14);
  expect(await mailsTo(owner.email)).toEqual([]);
  await minute(15.1);
  const [mail, ...others] = await mailsTo(owner.email);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe('2 unread messages in Service');
  expect(mail!.text).toContain('- Ana Duarte: 2');
  expect(mail!.text).toContain(`/app/${talk.brand.id}/messages`);
  expect(mail!.text).not.toContain('summer');
  // Members cannot answer, and the partner’s people are not asked while the brand has its own.
  expect(await mailsTo(member.email)).toEqual([]);
  expect(await mailsTo(agent.email)).toEqual([]);
  // No second one about the same.
  await minute(16);
  await minute(120);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  await read();
});

/** Marks everything as read by the brand. */
async function read(): Promise<void> {
  await writes(talk.brand, 'Read');
}

it('sends nothing about what was read in time, is muted, was deleted, or tells of an act', async () => {
  const first = await writes(talk.creator);
  await patch(talk.brand, `/v1/threads/${thread}`, { read: first });
  await told(thread);
  await minute(20);
  expect(await mailsTo(owner.email)).toEqual([]);
  const second = await writes(talk.creator, 'Oh');
  const deleted = await patch(talk.creator, `/v1/messages/${second}`, { version: 1, deleted: true });
  expect(deleted.status).toBe(200);
  await told(thread);
  await minute(40);
  expect(await mailsTo(owner.email)).toEqual([]);
  await patch(talk.brand, `/v1/threads/${thread}`, { muted: true });
  await writes(talk.creator);
  await minute(60);
  expect(await mailsTo(owner.email)).toEqual([]);
  await patch(talk.brand, `/v1/threads/${thread}`, { muted: false });
  await read();
});

it('waits 15 minutes for each message: what came later than one that was read is not old enough', async () => {
  const first = await writes(talk.creator);
  await patch(talk.brand, `/v1/threads/${thread}`, { read: first });
  clock.hold(now + 14 * MINUTE_MS);
  await writes(talk.creator, 'Still there?');
  await minute(16);
  expect(await mailsTo(owner.email)).toEqual([]);
  await minute(29.5);
  expect(await subjects(owner)).toEqual(['1 unread message in Service']);
  await read();
});

it('mails a person once an hour and five times a day, and what was held up then', async () => {
  for (let hour = 0; hour < 7; hour++) {
    clock.hold(now + hour * HOUR_MS);
    await writes(talk.creator, `Number ${hour}`);
    await minute(hour * 60 + 16);
    await writes(talk.creator, `Number ${hour}, again`);
    await minute(hour * 60 + 40);
    expect(await subjects(owner)).toHaveLength(Math.min(hour + 1, 5));
  }
  expect(await subjects(owner)).toHaveLength(5);
  expect((await subjects(owner)).at(-1)).toBe('1 unread message in Service');
  clock.hold(startOfDay(now) + DAY_MS + MINUTE_MS);
  await mailUnread(systemCtx());
  expect((await subjects(owner))[0]).toBe('14 unread messages in Service');
  await read();
});

it('is one mail however many runs there are at once', async () => {
  await writes(talk.creator);
  clock.hold(now + 16 * MINUTE_MS);
  await Promise.all([1, 2, 3].map(() => wakeReaders(systemCtx())));
  await Promise.all([1, 2, 3].map(() => mailUnread(systemCtx())));
  // The database is told the same again, late.
  await told(thread);
  await minute(40);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  await read();
});

const run = (sql: string, ...values: string[]) =>
  testEnv.DB.prepare(sql)
    .bind(...values)
    .run();
/** The owner is one of the partner's people, too, for a while. */
const joins = (role: string) =>
  run('INSERT INTO memberships VALUES (?, ?, ?, 0, 0)', talk.partner.id, owner.id, role);
const leaves = () =>
  run('DELETE FROM memberships WHERE account_id = ? AND person_id = ?', talk.partner.id, owner.id);

it('counts nothing of what is muted, tells of an act, or is in a place where the person cannot answer', async () => {
  const { brand, creator, partner } = talk;
  await joins('member');
  const agencys = (await openDirect(partner, creator)).body.data.id;
  const help = { kind: 'support' };
  const muted = (await call('POST', '/v1/threads', { key: brand.key, body: help })).body.data.id;
  await writes(brand, 'A question', muted);
  await patch(brand, `/v1/threads/${muted}`, { muted: true });
  const post = { kind: 'post' as const, files: [], replyTo: null, clientMessageId: null };
  const change = async (where: string, side: string, automated: boolean) => {
    const { head } = await tellingOf(where);
    const by = { side, caller: 'service', now: clock.now(), limits: null };
    await objectOf(testEnv, where).change(head, by, { ...post, body: 'Done', automated }, null);
    await told(where);
  };
  await change(muted, 'support', false);
  await change(thread, creator.id, true);
  const late = await writes(creator, 'To the agency', agencys);
  await minute(20);
  expect(await mailsTo(owner.email)).toEqual([]);
  await writes(creator);
  await minute(40);
  const [mail] = await mailsTo(owner.email);
  expect(mail!.text.match(/^- .*$/gm)).toEqual(['- Ana Duarte: 1']);
  await leaves();
  await patch(partner, `/v1/threads/${agencys}`, { read: late });
  await told(agencys);
  await read();
});

it('tells of what somebody is woken for while a mail is being made', async () => {
  const own = (await openDirect(talk.partner, talk.creator)).body.data.id;
  await writes(talk.creator);
  clock.hold(now + MINUTE_MS);
  const late = await writes(talk.creator, 'To the agency', own);
  clock.hold(now + 15.1 * MINUTE_MS);
  await wakeReaders(systemCtx());
  clock.hold(now + 16.1 * MINUTE_MS);
  // What is unread has been read then, and the mail is not written yet.
  const DB = {
    prepare: (text: string) => testEnv.DB.prepare(text),
    batch: async (all: D1PreparedStatement[]) => {
      await joins('admin');
      await wakeReaders(systemCtx());
      return await testEnv.DB.batch(all);
    },
  };
  await mailUnread(ctxIn({ ...testEnv, DB } as unknown as Env, clock.now()));
  await minute(17);
  const [mail, ...others] = await mailsTo(owner.email);
  expect([mail?.subject, others]).toEqual(['2 unread messages in Service', []]);
  await leaves();
  await patch(talk.partner, `/v1/threads/${own}`, { read: late });
  await told(own);
  await read();
});

it('goes to the partner’s people where a client has none of its own', async () => {
  const lonely = await mintAccount('brand', { managedBy: talk.partner.id });
  const support = await call('POST', '/v1/threads', { key: lonely.key, body: { kind: 'support' } });
  expect(support.status).toBe(201);
  await call('PATCH', `/v1/creators/${talk.creator.id}`, {
    key: talk.partner.key,
    body: { brands: [talk.brand.id, lonely.id] },
  });
  const own = (await openDirect(sideOf(lonely), talk.creator)).body.data.id;
  await writes(talk.creator, 'Hi', own);
  await minute(16);
  const [mail] = await mailsTo(agent.email);
  expect(mail!.text).toContain('- Ana Duarte: 1');
  expect(mail!.text).toContain(`/app/${lonely.id}/messages`);
  // Once it has people of its own, it is theirs.
  await mintPerson({ [lonely.id]: 'member' });
  await writes(talk.creator, 'Hi again', own);
  await minute(120);
  expect(await mailsTo(agent.email)).toHaveLength(1);
});

/** A creator of an account that a person has taken over, and acts as through its account's key until then. */
async function claimed(creator: string): Promise<MintedPerson> {
  const person = await mintPerson();
  await run('UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?', person.id, creator);
  return person;
}

it('reaches each member of a program, some at a time, and those who were passed when more was written', async () => {
  const scene = await mintScene({ agreements: [] });
  const brand = { id: scene.brand.id, key: scene.brand.key };
  const creators = [scene.creator];
  for (let one = 0; one < 2; one++)
    creators.push((await mintCreator(scene.partner.key, { visibility: 'network' })).id);
  for (const id of creators) await enroll(brand.key, { key: scene.partner.key, as: id }, scene.program.id);
  clock.advance(1000);
  const body = { kind: 'program', program: scene.program.id, message: { body: 'Welcome' } };
  const opened = await call('POST', '/v1/threads', { key: brand.key, body });
  const own = opened.body.data.id;
  await told(own);
  const people: MintedPerson[] = [];
  for (const id of creators.sort()) people.push(await claimed(id));
  now = clock.now();
  const mailed = async () =>
    await Promise.all(people.map(async ({ email }) => (await mailsTo(email)).length));
  clock.hold(now + 16 * MINUTE_MS);
  await wakeReaders(systemCtx(), 1, 1);
  await mailUnread(systemCtx());
  expect(await mailed()).toEqual([1, 0, 0]);
  const [first] = await mailsTo(people[0]!.email);
  expect(first!.text).toContain(`- ${scene.program.name}: 1`);
  await writes(brand, 'One more thing', own);
  for (let run = 0; run < 3; run++) await wakeReaders(systemCtx(), 1, 1);
  await mailUnread(systemCtx());
  expect(await mailed()).toEqual([1, 1, 1]);
  expect((await mailsTo(people[2]!.email))[0]!.subject).toBe('2 unread messages in Service');
  // What was written under way begins it again for all.
  clock.hold(now + 120 * MINUTE_MS);
  await wakeReaders(systemCtx());
  await mailUnread(systemCtx());
  expect(await mailed()).toEqual([2, 2, 2]);
  await minute(300);
  expect(await mailed()).toEqual([2, 2, 2]);
  expect((await testEnv.DB.prepare('SELECT * FROM unread_waits').all()).results).toEqual([]);
});

it('is switched off by the mail itself or on the profile, by a mail program too, and by nobody else', async () => {
  await writes(talk.creator);
  await minute(16);
  const [mail] = await mailsTo(owner.email);
  const path = new URL(mail!.unsubscribe!).pathname;
  expect(mail!.text).toContain(path);
  const off = async () =>
    (await testEnv.DB.prepare('SELECT off FROM message_digests WHERE person_id = ?')
      .bind(owner.id)
      .first('off')) === 1;
  // Looking at it, as mail scanners do, switches nothing off, and an address that is made up finds nothing.
  expect((await ask(newBrowser(), path)).status).toBe(200);
  expect((await ask(newBrowser(), path.replace(/.{8}$/, '00000000'))).status).toBe(404);
  const others = path.replace(owner.id, member.id);
  const posted = { fields: { 'List-Unsubscribe': 'One-Click' }, headers: { 'Sec-Fetch-Site': 'cross-site' } };
  expect((await ask(newBrowser(), others, posted)).status).toBe(404);
  expect(await off()).toBe(false);
  const done = await ask(newBrowser(), path, posted);
  expect([done.status, wordsOf(done).includes('no more mails about messages')]).toEqual([200, true]);
  expect(await off()).toBe(true);
  await writes(talk.creator, 'Hello?');
  await minute(120);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  const own = await signedIn({ callerId: owner.id });
  expect((await send(own, '/app/you', 'mails', { messages: 'on' })).status).toBe(303);
  expect(await off()).toBe(false);
  await writes(talk.creator, 'Hello again');
  await minute(180);
  expect(await mailsTo(owner.email)).toHaveLength(2);
  const inParts = { ...posted, files: {} };
  for (const again of [() => send(newBrowser(), path, 'off'), () => ask(newBrowser(), path, inParts)]) {
    await send(own, '/app/you', 'mails', { messages: 'on' });
    await again();
    expect(await off()).toBe(true);
  }
});

it('tells a creator’s person, and nobody while the record’s account answers for it', async () => {
  const last = await writes(talk.brand);
  await minute(16);
  await patch(talk.creator, `/v1/threads/${thread}`, { read: last });
  const { results } = await testEnv.DB.prepare('SELECT recipient FROM mails').all();
  expect(results).toEqual([]);
  const person = await mintPerson();
  await testEnv.DB.prepare(
    'INSERT INTO verified_emails (email, person_id, verified_at) SELECT email, ?, 0 FROM creators WHERE id = ?',
  )
    .bind(person.id, talk.creator.id)
    .run();
  const email = (await call('GET', `/v1/creators/${talk.creator.id}`, { key: talk.partner.key })).body.data
    .email;
  expect(email).toMatch(/@/);
  await commit((ctx) => takeOver(ctx, person.id, talk.creator.id));
  await writes(talk.brand, 'Welcome');
  await minute(40);
  const [mail] = await mailsTo(person.email);
  expect(mail!.text).toContain(`/app/${talk.creator.id}/messages`);
  expect(mail!.subject).toBe('1 unread message in Service');
});
