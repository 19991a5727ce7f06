// What the database is told of a thread: once, in any order, as often as it takes.
import { describe, expect, it } from 'vitest';
import { tellChanges } from '../../../../src/domains/messaging/messages/tell-changes.ts';
import { objectOf, SUPPORT_SIDE } from '../../../../src/domains/messaging/thread-log/interface.ts';
import {
  as,
  mintTalk,
  openDirect,
  patch,
  read,
  said,
  tellingOf,
  told,
} from '../../../harness/messaging/talks.ts';
import { acting, must, post } from '../../../harness/messaging/thread.ts';
import { enroll, holdsOf, mintFile, mintScene } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

async function begin() {
  const talk = await mintTalk();
  return { ...talk, thread: (await openDirect(talk.brand, talk.creator)).body.data.id as string };
}

/** Everything that the database knows of a thread. */
async function stored(thread: string) {
  const rows = async (sql: string) => (await testEnv.DB.prepare(sql).bind(thread).all()).results;
  return {
    threads: await rows('SELECT * FROM threads WHERE id = ?'),
    sides: await rows('SELECT * FROM thread_sides WHERE thread_id = ? ORDER BY side'),
    messages: await rows('SELECT * FROM thread_messages WHERE thread_id = ? ORDER BY id'),
    files: await rows('SELECT * FROM message_files WHERE thread_id = ? ORDER BY message_id'),
    events: await rows(
      `SELECT type, account_id, creator_id, data FROM events WHERE data ->> 'thread' = ? ORDER BY rowid`,
    ),
    used: await rows(`SELECT account_id, amount FROM quota_use WHERE what = 'messages' AND account_id IN
      (SELECT account_id FROM threads WHERE id = ?1 UNION SELECT creator_id FROM threads WHERE id = ?1) ORDER BY 1`),
  };
}

it('is the same when it is told twice, at once, and when what is old comes last', async () => {
  const { brand, creator, thread } = await begin();
  const file = await mintFile(brand.id, 'chat_attachment');
  const first = await said(brand, thread, 'First', { files: [file] });
  const early = await tellingOf(thread);
  const second = await said(creator, thread, 'Second', {});
  await patch(brand, `/v1/messages/${first}`, { version: 1, body: 'The first' });
  await patch(creator, `/v1/messages/${second}`, { version: 1, deleted: true });
  await patch(creator, `/v1/threads/${thread}`, { read: first });
  const late = await tellingOf(thread);
  await tellChanges(systemCtx(), early);
  await Promise.all([late, early, late].map((telling) => tellChanges(systemCtx(), telling)));
  const once = await stored(thread);
  for (const telling of [late, early, early]) await tellChanges(systemCtx(), telling);
  expect(await stored(thread)).toEqual(once);
  expect(once.events.map(({ type }) => type).sort()).toEqual([
    'message.created',
    'message.created',
    'message.updated',
    'message.updated',
  ]);
  expect(once.threads).toMatchObject([{ seq: 4, message_count: 2 }]);
  expect(once.messages).toMatchObject([
    { id: first, sender: brand.id, deleted: 0, version: 2, seq: 3 },
    { id: second, sender: creator.id, deleted: 1, seq: 4 },
  ]);
  expect(once.used.map(({ amount }) => amount)).toEqual([1, 1]);
  expect(once.sides.map(({ unread }) => unread)).toEqual([0, 0]);
  expect([once.files.length, await holdsOf(file)]).toEqual([1, 1]);
});

describe('message.created and message.updated', () => {
  /** Gives an account's key a URL, so that it gets events. */
  async function listen({ key }: Minted): Promise<void> {
    const answer = await call('PATCH', '/v1/keys/current', {
      key,
      body: { webhookUrl: 'https://hooks.example.com/in' },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  /** The events of an account's key, oldest first. */
  async function heard({ key }: Minted) {
    const { body } = await call('GET', '/v1/events?limit=100', { key });
    return body.data
      .filter((one: { type: string }) => one.type.startsWith('message.'))
      .map((one: { type: string; account: string | null; data: unknown }) => [
        one.type,
        one.account,
        one.data,
      ])
      .reverse();
  }

  it("are sent once to each key of the other side, never to the sender's", async () => {
    const { brand, partner, creator, brandMinted, partnerMinted, thread } = await begin();
    const stranger = await mintAccount('partner');
    for (const one of [brandMinted, partnerMinted, stranger]) await listen(one);
    const fromBrand = await said(brand, thread, 'From the brand');
    await told(thread);
    // The partner that answers for the creator also manages the brand that wrote.
    expect([await heard(brandMinted), await heard(partnerMinted)]).toEqual([[], []]);
    const fromCreator = await said(creator, thread, 'From the creator');
    await patch(creator, `/v1/messages/${fromCreator}`, { version: 1, body: 'Corrected' });
    await patch(brand, `/v1/messages/${fromCreator}`, { emoji: '👏', reacted: true });
    await told(thread);
    const data = { message: fromCreator, thread };
    expect(await heard(brandMinted)).toEqual([
      ['message.created', brand.id, data],
      ['message.updated', brand.id, data],
    ]);
    // It wrote as the creator itself: nobody verified the address.
    expect(await heard(partnerMinted)).toEqual([]);
    expect(await heard(stranger)).toEqual([]);
    expect(await read(partner, '/v1/threads')).toEqual([]);
    expect(fromBrand).not.toBe(fromCreator);
  });

  it('are none where the other side has no key: a program, a question to the staff, its answer to a creator', async () => {
    const { brand, creator } = await begin();
    const program = await mintProgram(brand.key, { status: 'live' });
    const message = { body: 'Hello' };
    const open = async (by: typeof brand, body: object) =>
      (await call('POST', '/v1/threads', { ...as(by), body: { ...body, message } })).body.data.id as string;
    const [own, creators, news] = [
      await open(brand, { kind: 'support' }),
      await open(creator, { kind: 'support' }),
      await open(brand, { kind: 'program', program: program.id }),
    ];
    const eventsOf = async (thread: string) =>
      (await stored(thread)).events.map(({ account_id }) => account_id);
    for (const thread of [own, creators, news]) await told(thread);
    for (const thread of [own, creators]) {
      const { head } = await tellingOf(thread);
      must(await objectOf(testEnv, thread).change(head, acting(SUPPORT_SIDE), post('Yes?'), null));
      await told(thread);
    }
    expect([await eventsOf(own), await eventsOf(creators), await eventsOf(news)]).toEqual([
      [brand.id],
      [],
      [],
    ]);
    const used = testEnv.DB.prepare('SELECT 1 FROM quota_use WHERE account_id = ?').bind(SUPPORT_SIDE);
    expect((await used.all()).results).toEqual([]);
  });

  it('reach a partner that stands for the creator, without an account, and let it read nothing', async () => {
    const { brand, partner, creator, program } = await mintScene({ agreements: [] });
    const side = { id: creator, key: partner.key, as: creator };
    await enroll(brand.key, side, program.id);
    const thread = (await openDirect(brand, side)).body.data.id;
    await listen(partner);
    const message = await said(brand, thread, 'From another brand');
    await told(thread);
    expect(await heard(partner)).toEqual([['message.created', null, { message, thread, creator }]]);
    expect((await call('GET', `/v1/threads/${thread}`, { key: partner.key })).status).toBe(404);
  });
});
