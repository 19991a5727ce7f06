import { describe, expect, it } from 'vitest';
import * as clock from '../../../harness/clock.ts';
import { countTrips } from '../../../harness/faults/trips.ts';
import { as, mintTalk, openDirect, patch, read, said, say, told } from '../../../harness/messaging/talks.ts';
import { mintFile } from '../../../harness/work/creators.ts';
import { type Answer, call, testEnv, withVars } from '../../../harness/world.ts';

async function begin() {
  const talk = await mintTalk();
  const thread = (await openDirect(talk.brand, talk.creator)).body.data.id as string;
  return { ...talk, thread };
}

const reasonIn = ({ status, body }: Answer) => [status, body.error?.details?.reason];

describe('a message', () => {
  it('is listed and can be changed by its sender before the database was told of it', async () => {
    const { brand, creator, thread } = await begin();
    const id = await said(brand, thread, 'Frist');
    const edited = await patch(brand, `/v1/messages/${id}`, { version: 1, body: 'First' });
    expect([edited.status, edited.body.data]).toEqual([
      200,
      expect.objectContaining({ id, body: 'First', version: 2, editedAt: expect.any(String) }),
    ]);
    const stale = await patch(brand, `/v1/messages/${id}`, { version: 1, body: 'Again' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'version_conflict']);
    expect((await patch(creator, `/v1/messages/${id}`, { version: 2, deleted: true })).status).toBe(403);
    expect((await patch(brand, `/v1/messages/${id}`, { version: 1, deleted: true })).status).toBe(409);
    expect((await patch(brand, `/v1/messages/${id}`, { version: 2, deleted: true })).status).toBe(200);
    const [gone] = await read(creator, `/v1/messages?thread=${thread}`);
    expect(gone).toMatchObject({ id, body: '', deletedAt: expect.any(String), sender: { id: brand.id } });
    expect((await patch(brand, `/v1/messages/${id}`, { version: 3, body: 'Back' })).status).toBe(409);
  });

  it('takes one change a request, each whole', async () => {
    const { brand, thread } = await begin();
    const id = await said(brand, thread, 'First');
    const bad = [
      {},
      { body: 'No version' },
      { deleted: true },
      { version: 1, body: 'Both', deleted: true },
      { emoji: '👏' },
      { reacted: true },
      { emoji: 'clap', reacted: true },
      { emoji: '👏👏', reacted: true },
      { emoji: '❤', reacted: true },
      { report: { reason: 'bored' } },
    ];
    for (const body of bad) {
      const answer = await patch(brand, `/v1/messages/${id}`, body);
      expect([body, answer.status]).toEqual([body, 422]);
    }
    expect((await read(brand, `/v1/messages?thread=${thread}`))[0]).toMatchObject({
      version: 1,
      reactions: [],
    });
  });

  it('is reacted to with whole emoji by either side, and each sees whether it did', async () => {
    const { brand, creator, thread } = await begin();
    const id = await said(brand, thread, 'First');
    for (const emoji of ['👏', '👩🏽‍🚀', '🇵🇹'])
      await patch(creator, `/v1/messages/${id}`, { emoji, reacted: true });
    await patch(brand, `/v1/messages/${id}`, { emoji: '👏', reacted: true });
    // Each takes back its own alone, and once.
    for (const by of [brand, creator, creator])
      await patch(by, `/v1/messages/${id}`, { emoji: '🇵🇹', reacted: false });
    await patch(brand, `/v1/messages/${id}`, { emoji: '👩🏽‍🚀', reacted: false });
    const [seen] = await read(creator, `/v1/messages?thread=${thread}`);
    expect(seen.reactions).toEqual([
      expect.objectContaining({ emoji: '👏', count: 2, reacted: true }),
      expect.objectContaining({ emoji: '👩🏽‍🚀', count: 1, reacted: true }),
    ]);
    const [own] = await read(brand, `/v1/messages?thread=${thread}`);
    expect(own.reactions.map((one: { reacted: boolean }) => one.reacted)).toEqual([true, false]);
    expect(own.reactions[1].actors).toMatchObject([{ id: creator.id, name: 'Ana Duarte' }]);
  });

  it('answers one of its own thread alone', async () => {
    const [here, there] = [await begin(), await begin()];
    const first = await said(here.brand, here.thread, 'First');
    const answer = await say(here.creator, here.thread, 'To that', { replyTo: first });
    expect(answer.body.data.replyTo).toBe(first);
    const foreign = await said(there.brand, there.thread, 'Elsewhere');
    expect(reasonIn(await say(here.creator, here.thread, 'To that', { replyTo: foreign }))).toEqual([
      422,
      'reply_elsewhere',
    ]);
  });

  it('of another thread, or of none, is not found', async () => {
    const [here, there] = [await begin(), await begin()];
    const foreign = await said(there.brand, there.thread, 'Elsewhere');
    const reaction = { emoji: '👏', reacted: true };
    const answers = await Promise.all(
      [foreign, `msg_${'0'.repeat(26)}`, 'msg_x', 'x'].map((id) =>
        patch(here.brand, `/v1/messages/${id}`, reaction),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual(
      Array(4).fill([404, 'No such message.']),
    );
    expect((await call('GET', `/v1/messages?thread=${there.thread}`, as(here.brand))).status).toBe(404);
    expect((await say(here.brand, there.thread, 'Let me in')).status).toBe(404);
  });
});

describe('sent again', () => {
  const once = (key: string) => ({ 'Idempotency-Key': key });

  it('under its key it is the same message, marked, and another one is refused', async () => {
    const { brand, creator, thread } = await begin();
    const send = (by: typeof brand, body: string, key = 'a') =>
      call('POST', '/v1/messages', { ...as(by), body: { thread, body }, headers: once(key) });
    const [first, second] = [await send(brand, 'First'), await send(brand, 'First')];
    expect([second.status, second.body.data.id]).toEqual([201, first.body.data.id]);
    expect([first, second].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
    expect((await send(brand, 'Second')).body.error.code).toBe('idempotency_conflict');
    // Another side's key is another key.
    expect((await send(creator, 'Second')).status).toBe(201);
    const { results } = await testEnv.DB.prepare('SELECT 1 FROM idempotency_keys WHERE account_id IN (?, ?)')
      .bind(brand.id, creator.id)
      .all();
    expect(results).toEqual([]);
    const together = await Promise.all(['Third', 'Third', 'Third'].map((body) => send(brand, body, 'b')));
    expect(new Set(together.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await read(brand, `/v1/messages?thread=${thread}`)).toHaveLength(3);
  });

  it('it is the same message also when nothing may be written any more', async () => {
    const { brand, creator, thread } = await begin();
    const send = (body: string, key: string, clientMessageId?: string) =>
      call('POST', '/v1/messages', {
        ...as(brand),
        body: { thread, body, clientMessageId },
        headers: once(key),
      });
    const first = await send('First', 'a', 'c1');
    await call('PATCH', `/v1/threads/${thread}`, { ...as(creator), body: { blocked: true } });
    await told(thread);
    for (const again of [await send('First', 'a', 'c1'), await send('First', 'b', 'c1')]) {
      expect([again.status, again.body.data?.id]).toEqual([201, first.body.data.id]);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    }
    expect((await send('Second', 'a')).body.error.code).toBe('idempotency_conflict');
    expect((await send('Second', 'c')).body.error.details).toEqual({ reason: 'cannot_send' });
    expect(await read(brand, `/v1/messages?thread=${thread}`)).toHaveLength(1);
  });

  it('under its clientMessageId it is the same message, also at once', async () => {
    const { brand, thread } = await begin();
    const sends = Array.from({ length: 5 }, () => say(brand, thread, 'First', { clientMessageId: 'c1' }));
    const ids = (await Promise.all(sends)).map(({ body }) => body.data.id);
    expect(new Set(ids).size).toBe(1);
    expect(await read(brand, `/v1/messages?thread=${thread}`)).toHaveLength(1);
  });
});

/** An environment that counts how often a thread's object is asked for a page of messages. */
function countedAsks() {
  let asks = 0;
  const get = (id: DurableObjectId) =>
    new Proxy(testEnv.THREAD.get(id), {
      get: (of, name) => {
        if (name === 'messages') asks += 1;
        return (of as unknown as Record<string | symbol, unknown>)[name];
      },
    });
  const THREAD = { idFromName: (name: string) => testEnv.THREAD.idFromName(name), get };
  return { env: { ...testEnv, THREAD } as unknown as typeof testEnv, asked: () => asks };
}

describe('a list of messages', () => {
  it('goes back by cursors, and forward behind a message', async () => {
    const { brand, creator, thread } = await begin();
    const ids: string[] = [];
    for (const [n, by] of [brand, creator, brand, creator, brand].entries())
      ids.push(await said(by, thread, `Message ${n}`));
    const pages = async (query: string) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const path = `/v1/messages?thread=${thread}&limit=2${query}${cursor ? `&cursor=${cursor}` : ''}`;
        const page = await call('GET', path, as(creator));
        found.push(...page.body.data.map((one: { id: string }) => one.id));
        cursor = page.body.nextCursor;
      } while (cursor);
      return found;
    };
    expect(await pages('')).toEqual([...ids].reverse());
    expect(await pages(`&after=${ids[0]}`)).toEqual(ids.slice(1));
    expect(await pages(`&after=${ids[4]}`)).toEqual([]);
    const { nextCursor } = (await call('GET', `/v1/messages?thread=${thread}&limit=2`, as(brand))).body;
    const tries = [
      await call('GET', `/v1/messages?thread=${thread}&limit=2&cursor=${nextCursor}`, as(creator)),
      await call('GET', `/v1/messages?thread=${thread}&after=${ids[0]}&cursor=${nextCursor}`, as(brand)),
      await call('GET', `/v1/messages?thread=${thread}&after=msg_${'0'.repeat(26)}`, as(brand)),
    ];
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('takes bounds of time, told or not', async () => {
    clock.hold();
    const { brand, thread } = await begin();
    const ids: string[] = [];
    const times: string[] = [];
    for (let n = 0; n < 4; n++) {
      const { body } = await say(brand, thread, `Message ${n}`);
      ids.push(body.data.id);
      times.push(body.data.createdAt);
      clock.advance(1000);
      if (n === 2) await told(thread);
    }
    const within = async (query: string) =>
      (await read(brand, `/v1/messages?thread=${thread}&limit=2&${query}`)).map(
        (one: { id: string }) => one.id,
      );
    expect(await within(`createdBefore=${times[2]}`)).toEqual([ids[1], ids[0]]);
    expect(await within(`createdBefore=${times[3]}`)).toEqual([ids[2], ids[1]]);
    expect(await within(`createdAfter=${times[1]}`)).toEqual([ids[3], ids[2]]);
    expect(await within(`createdAfter=${times[1]}&createdBefore=${times[3]}`)).toEqual([ids[2]]);
    const forward = `after=${ids[0]}`;
    expect(await within(`${forward}&createdAfter=${times[0]}`)).toEqual([ids[1], ids[2]]);
    expect(await within(`${forward}&createdAfter=${times[2]}`)).toEqual([ids[3]]);
    expect(await within(`after=${ids[2]}&createdAfter=${times[0]}`)).toEqual([ids[3]]);
    const unknown = `after=msg_${'0'.repeat(26)}&createdAfter=${times[0]}`;
    expect((await call('GET', `/v1/messages?thread=${thread}&${unknown}`, as(brand))).status).toBe(400);
    // However many messages lie before the range, none of them is read.
    await told(thread);
    const { env, asked } = countedAsks();
    const late = `/v1/messages?thread=${thread}&limit=1&${forward}&createdAfter=${times[2]}`;
    const found = await call('GET', late, { ...as(brand), env });
    expect([found.body.data.length, asked()]).toEqual([1, 1]);
  });
});

it('awaits two trips to the database, whatever is sent', async () => {
  const { brand, creator, thread } = await begin();
  const file = await mintFile(brand.id, 'chat_attachment');
  const replyTo = await said(creator, thread, 'First');
  const { env, count } = countTrips();
  const body = { thread, body: 'All of it', files: [file], replyTo, clientMessageId: 'c1' };
  const headers = { 'Idempotency-Key': 'a' };
  const answer = await call('POST', '/v1/messages', { ...as(brand), env, body, headers });
  expect([answer.status, count()]).toEqual([201, 2]);
});

describe('attachments', () => {
  it('are ready files of the sender, read by whoever reads the message until it is deleted', async () => {
    const { brand, creator, partner, thread } = await begin();
    const [file, foreign, waiting, cover] = [
      await mintFile(creator.id, 'chat_attachment', { name: 'cut.mp4', type: 'video/mp4' }),
      await mintFile(brand.id, 'chat_attachment'),
      await mintFile(creator.id, 'chat_attachment', { status: 'processing' }),
      await mintFile(creator.id, 'profile_picture'),
    ];
    const send = (files: string[]) =>
      call('POST', '/v1/messages', { ...as(creator), body: { thread, files } });
    for (const [files, reason] of [
      [[foreign], 'file_not_found'],
      [[waiting], 'file_not_ready'],
      [[cover], 'file_wrong_purpose'],
    ] as const)
      expect(reasonIn(await send([...files]))).toEqual([422, reason]);
    expect((await send([])).status).toBe(422);
    expect((await send(Array.from({ length: 11 }, () => file))).status).toBe(422);
    const sent = await send([file]);
    expect(sent.body.data).toMatchObject({
      body: '',
      files: [{ id: file, name: 'cut.mp4', kind: 'video', size: 1234, width: 640, height: 480 }],
    });
    const [listed] = await read(brand, `/v1/messages?thread=${thread}`);
    expect(listed.files[0].url).toContain(`/files/${file}?expires=`);
    await told(thread);
    const reading = async () => [
      (await call('GET', `/v1/files/${file}`, as(brand))).status,
      (await call('GET', `/v1/files/${file}`, as(partner))).status,
    ];
    // The partner acts for neither side here: the thread is not its own.
    expect(await reading()).toEqual([200, 404]);
    const remove = () => call('PATCH', `/v1/files/${file}`, { ...as(creator), body: { status: 'deleted' } });
    expect((await remove()).status).toBe(409);
    await patch(creator, `/v1/messages/${sent.body.data.id}`, { version: 1, deleted: true });
    await told(thread);
    expect(await reading()).toEqual([404, 404]);
    expect((await remove()).status).toBe(200);
  });
});

describe('limits', () => {
  it('end in 429: five before an answer, thirty a minute, those of the day', async () => {
    clock.hold(clock.noon());
    const { brand, creator, thread } = await begin();
    for (let n = 0; n < 5; n++) await said(brand, thread, `Message ${n}`);
    const sixth = await say(brand, thread, 'Are you there?');
    expect([sixth.status, sixth.headers.get('Retry-After')]).toEqual([429, expect.any(String)]);
    await said(creator, thread, 'Yes');
    await said(brand, thread, 'Good');
    const few = withVars(testEnv, { MESSAGES_A_MINUTE: '7', MESSAGES_A_DAY: '8' });
    const send = () =>
      call('POST', '/v1/messages', { ...as(brand), env: few, body: { thread, body: 'More' } });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(429);
    clock.advance(61_000);
    expect((await send()).status).toBe(201);
    await told(thread);
    const full = await send();
    expect([full.status, full.body.error.details]).toEqual([429, { limit: 8, used: 8 }]);
    expect((await say(brand, thread, 'More')).status).toBe(201);
  });
});

describe('a report', () => {
  it('keeps what the message said then, with what is around it, once a side', async () => {
    const { brand, creator, thread } = await begin();
    const before = await said(creator, thread, 'Before');
    const id = await said(brand, thread, 'Buy now');
    const report = { report: { reason: 'spam', note: 'Again' } };
    expect((await patch(brand, `/v1/messages/${id}`, report)).status).toBe(422);
    for (let n = 0; n < 2; n++) expect((await patch(creator, `/v1/messages/${id}`, report)).status).toBe(200);
    await patch(brand, `/v1/messages/${id}`, { version: 1, body: 'Nothing' });
    const { results } = await testEnv.DB.prepare('SELECT * FROM message_reports WHERE message_id = ?')
      .bind(id)
      .all();
    expect(results).toMatchObject([{ side: creator.id, reason: 'spam', note: 'Again', status: 'open' }]);
    expect(JSON.parse(results[0]!.shown as string)).toMatchObject([
      { id: before, body: 'Before' },
      { id, body: 'Buy now' },
    ]);
    const few = withVars(testEnv, { REPORTS_A_DAY: '2' });
    const more = await call('PATCH', `/v1/messages/${id}`, { ...as(creator), env: few, body: report });
    expect(more.status).toBe(429);
  });
});
