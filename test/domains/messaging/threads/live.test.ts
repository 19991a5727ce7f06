import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLiveTicket } from '../../../../src/domains/messaging/threads/create-live-ticket.ts';
import { HOUR_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { askLive, type LiveClient, openLive, ticketFor } from '../../../harness/messaging/live.ts';
import {
  as,
  mintTalk,
  openDirect,
  patch,
  type Side,
  said,
  say,
  type Talk,
} from '../../../harness/messaging/talks.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { mintPerson, personAt } from '../../../harness/people/people.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const OWN = 'https://service.test';

afterEach(() => clock.release());

interface Stage extends Talk {
  thread: string;
}

async function stage(): Promise<Stage> {
  const talk = await mintTalk();
  const { body } = await openDirect(talk.brand, talk.creator, 'first');
  return { ...talk, thread: body.data.id };
}

const opened = async ({ thread }: Stage, by: Side, after?: number): Promise<LiveClient> => {
  const client = await openLive(thread, by, after);
  if (after === undefined) await client.sees('ready');
  return client;
};

describe('a socket', () => {
  it('hears each change once, in order, from where its client was', async () => {
    const scene = await stage();
    const { thread, brand, creator } = scene;
    const listener = await opened(scene, creator);
    expect(listener.frames).toEqual([{ type: 'ready', seq: 1 }]);
    const id = await said(brand, thread, 'second');
    await patch(brand, `/v1/messages/${id}`, { version: 1, body: 'edited' });
    await patch(creator, `/v1/messages/${id}`, { emoji: '👍', reacted: true });
    const last = await listener.sees('change', ({ seq }) => seq === 4);
    expect(listener.seqs).toEqual([2, 3, 4]);
    expect(last).toMatchObject({
      kind: 'react',
      message: {
        id,
        thread,
        body: 'edited',
        sender: brand.id,
        version: 2,
        reactions: [{ emoji: '👍', count: 1, sides: [creator.id] }],
      },
    });
    expect(last.message.createdAt).toMatch(/^\d{4}-.*Z$/);
    const back = await openLive(thread, brand, 2);
    await back.sees('ready');
    expect(back.seqs).toEqual([3, 4]);
    await said(creator, thread, 'third');
    await back.sees('change', ({ seq }) => seq === 5);
    expect(back.seqs).toEqual([3, 4, 5]);
    for (const after of [9, 1_000_000]) {
      const lost = await openLive(thread, brand, after);
      expect(await lost.sees('resync')).toEqual({ type: 'resync', seq: 5 });
      lost.close();
    }
  });

  it("tells a side's own state to itself alone, and its mark to the other", async () => {
    const scene = await stage();
    const { thread, brand, creator } = scene;
    const [ours, theirs] = [await opened(scene, brand), await opened(scene, creator)];
    const id = await said(brand, thread, 'read me');
    expect(await theirs.sees('own')).toMatchObject({ unread: 2, readMessage: null });
    theirs.send({ type: 'read', message: id });
    expect(await ours.sees('read')).toEqual({ type: 'read', side: creator.id, message: id });
    await theirs.sees('own', ({ unread }) => unread === 0);
    // A mark that does not move is no news, and neither is what a side mutes or blocks.
    theirs.send({ type: 'read', message: id });
    await patch(creator, `/v1/threads/${thread}`, { muted: true });
    await patch(creator, `/v1/threads/${thread}`, { blocked: true });
    await theirs.sees('own', ({ blocked }) => blocked === true);
    await patch(creator, `/v1/threads/${thread}`, { blocked: false });
    await said(brand, thread, 'the last');
    await ours.sees('change', ({ message }) => message.body === 'the last');
    expect(ours.frames.filter(({ type }) => type === 'read')).toHaveLength(1);
    expect(
      ours.frames.filter(({ type }) => type === 'own').every(({ blocked, muted }) => !blocked && !muted),
    ).toBe(true);
  });

  it('passes on who types, to the other side, and to nobody while one blocks', async () => {
    const scene = await stage();
    const { thread, brand, creator } = scene;
    const [ours, theirs] = [await opened(scene, brand), await opened(scene, creator)];
    ours.send({ type: 'typing' });
    expect(await theirs.sees('typing')).toEqual({ type: 'typing', side: brand.id });
    await patch(creator, `/v1/threads/${thread}`, { blocked: true });
    ours.send({ type: 'typing' });
    ours.send('ping');
    await vi.waitFor(() => expect(ours.texts).toEqual(['pong']), PATIENCE);
    expect([ours, theirs].map(({ frames }) => frames.filter(({ type }) => type === 'typing').length)).toEqual(
      [0, 1],
    );
  });

  it.each([
    ['what is no frame', (client: LiveClient) => client.send('hello')],
    ['an unknown frame', (client: LiveClient) => client.send({ type: 'shout' })],
    ['bytes', (client: LiveClient) => client.sendBytes(new Uint8Array([1, 2]))],
    ['more than 4 KiB', (client: LiveClient) => client.send({ type: 'typing', pad: 'ü'.repeat(2040) })],
    ['10 MB', (client: LiveClient) => client.send('x'.repeat(10_000_000))],
    [
      'more than 20 frames in 10 seconds',
      (client: LiveClient) => {
        for (let n = 0; n < 21; n++) client.send({ type: 'typing' });
      },
    ],
  ])('is closed for %s, and others go on', async (_, sends) => {
    const scene = await stage();
    const [ours, theirs] = [await opened(scene, scene.brand), await opened(scene, scene.creator)];
    sends(ours);
    await ours.endsWith(1008);
    await said(scene.brand, scene.thread, 'still here');
    await theirs.sees('change', ({ message }) => message.body === 'still here');
    expect(theirs.closed).toBeNull();
  });

  it('may send 20 frames in any 10 seconds, of 4 KiB each', async () => {
    clock.hold();
    const scene = await stage();
    const [ours, theirs] = [await opened(scene, scene.brand), await opened(scene, scene.creator)];
    for (let turn = 1; turn <= 2; turn++) {
      for (let n = 0; n < 20; n++) ours.send({ type: 'typing', pad: 'x'.repeat(4000) });
      await vi.waitFor(() => {
        expect(theirs.frames.filter(({ type }) => type === 'typing')).toHaveLength(20 * turn);
      }, PATIENCE);
      clock.advance(10 * SECOND_MS);
    }
    expect(ours.closed).toBeNull();
  });

  it('is one of five of its side', async () => {
    const scene = await stage();
    const { thread, brand, creator } = scene;
    const five = await Promise.all(Array.from({ length: 5 }, () => opened(scene, brand)));
    const more = await Promise.all(Array.from({ length: 20 }, () => askLive(thread, { by: brand })));
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]));
    await opened(scene, creator);
    five[0]!.close();
    await vi.waitFor(async () => {
      const { status } = await askLive(thread, { by: brand });
      expect(status).toBe(101);
    }, PATIENCE);
  });

  it('gets nothing after an hour', async () => {
    clock.hold();
    const scene = await stage();
    const old = await opened(scene, scene.creator);
    clock.advance(HOUR_MS - SECOND_MS);
    await said(scene.brand, scene.thread, 'in time');
    await old.sees('change', ({ message }) => message.body === 'in time');
    clock.advance(SECOND_MS);
    await said(scene.brand, scene.thread, 'too late');
    await old.endsWith(4408);
    expect(old.seqs).toEqual([2]);
  });
});

describe('a right that ends', () => {
  it.each<[string, (scene: Stage) => Promise<unknown>]>([
    [
      "a revoked key's",
      async ({ brandMinted }) =>
        await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE id = ?')
          .bind(brandMinted.keyId)
          .run(),
    ],
    [
      'that of a partner whose client left',
      async ({ brand }) =>
        await testEnv.DB.prepare('UPDATE accounts SET managed_by = NULL WHERE id = ?').bind(brand.id).run(),
    ],
    [
      'that of an account whose record a person took over',
      async ({ creator }) =>
        await testEnv.DB.prepare('UPDATE creators SET claimed_at = 1 WHERE id = ?').bind(creator.id).run(),
    ],
  ])('ends the socket within ten seconds: %s', async (what, ends) => {
    clock.hold();
    const scene = await stage();
    const { brand, partner, creator, thread } = scene;
    const loser = what.includes('key')
      ? brand
      : what.includes('client')
        ? { ...partner, as: brand.id }
        : creator;
    const writer = loser === creator ? brand : creator;
    const socket = await opened(scene, loser);
    await said(writer, thread, 'heard');
    await socket.sees('change', ({ message }) => message.body === 'heard');
    await ends(scene);
    clock.advance(10 * SECOND_MS);
    if (loser === creator) await said(brand, thread, 'not heard');
    else await said(creator, thread, 'not heard');
    await socket.endsWith(4403);
    expect(socket.frames.filter(({ message }) => message?.body === 'not heard')).toEqual([]);
  });

  it.each([
    ['signed out', 'DELETE FROM sessions WHERE id = ?1'],
    ['whose session ran out', 'UPDATE sessions SET expires_at = 1 WHERE id = ?1'],
    [
      'who left the account',
      'DELETE FROM memberships WHERE person_id = (SELECT person_id FROM sessions WHERE id = ?1)',
    ],
  ])('ends the socket of a person %s', async (_, ends) => {
    clock.hold();
    const { brand, creator, thread } = await stage();
    const person = await mintPerson({ [brand.id]: 'owner' });
    const socketBy = async (token: string) => {
      const { actor } = (await personAt(token, brand.id))!;
      const ctx = { ...systemCtx(), actor: actor!, requestId: 'req_test' };
      const { protocols } = await createLiveTicket(ctx, thread, {});
      return (await askLive(thread, { protocols, origin: OWN })).client;
    };
    const client = await socketBy(person.token);
    // In another browser the same person stays signed in.
    const other = await mintPerson();
    const given = testEnv.DB.prepare('UPDATE sessions SET person_id = ? WHERE id = ?');
    await given.bind(person.id, other.session).run();
    const stays = await socketBy(other.token);
    await said(creator, thread, 'heard');
    await client!.sees('change', ({ message }) => message.body === 'heard');
    await testEnv.DB.prepare(ends).bind(person.session).run();
    clock.advance(10 * SECOND_MS);
    await said(creator, thread, 'not heard');
    await client!.endsWith(4403);
    expect(client!.frames.filter(({ message }) => message?.body === 'not heard')).toEqual([]);
    if (ends.includes('memberships')) await stays!.endsWith(4403);
    else await stays!.sees('change', ({ message }) => message.body === 'not heard');
  });

  it('ends with the brand, which goes on reading without a socket', async () => {
    const scene = await stage();
    const { brand, creator, thread } = scene;
    const [own, other] = [await opened(scene, brand), await opened(scene, creator)];
    const id = await said(creator, thread, 'the last');
    await own.sees('change', ({ message }) => message.id === id);
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(brand.id).run();
    for (const socket of [own, other]) socket.send({ type: 'read', message: id });
    await own.endsWith(4403);
    await other.sees('own', ({ readMessage }) => readMessage === id);
    expect((await askLive(thread, { by: brand })).status).toBe(403);
    expect((await ticketFor(thread, brand)).status).toBe(403);
    expect((await call('GET', `/v1/messages?thread=${thread}`, as(brand))).status).toBe(200);
  });

  it('is asked before a mark is written, however young it is', async () => {
    const scene = await stage();
    const { brand, brandMinted, creator, thread } = scene;
    const socket = await opened(scene, brand);
    const id = await said(creator, thread, 'unread');
    await socket.sees('change', ({ message }) => message.id === id);
    await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE id = ?').bind(brandMinted.keyId).run();
    socket.send({ type: 'read', message: id });
    await socket.endsWith(4403);
    // The key was in memory, so it opens another one, and hears nothing by it.
    const another = await openLive(thread, brand);
    await said(creator, thread, 'Anybody?');
    await another.endsWith(4403);
    expect(another.seqs).toEqual([]);
    // A read key hears everything and marks nothing.
    const reader = await opened(scene, { ...brand, key: brandMinted.readKey });
    reader.send({ type: 'read', message: id });
    await said(creator, thread, 'more');
    await reader.sees('own', ({ unread }) => unread === 3);
  });
});

describe('a ticket', () => {
  it('opens one socket, for its thread, from its origin, for 30 seconds', async () => {
    clock.hold();
    const scene = await stage();
    const { thread, creator } = scene;
    const { status, body } = await ticketFor(thread, creator);
    expect(status).toBe(201);
    const { protocols, ticket, origin } = body.data;
    expect([protocols, origin]).toEqual([['service.live.v1', ticket], OWN]);
    const other = await stage();
    for (const [where, from] of [
      [other.thread, OWN],
      [thread, 'https://elsewhere.test'],
      [thread, undefined],
    ] as const) {
      const refused = await askLive(where, { protocols, ...(from ? { origin: from } : {}) });
      expect([refused.status, refused.body]).toEqual([401, expect.stringContaining('ticket')]);
    }
    const first = await askLive(thread, { protocols, origin: OWN });
    expect([first.status, first.headers.get('sec-websocket-protocol')]).toEqual([101, 'service.live.v1']);
    await first.client!.sees('ready');
    expect((await askLive(thread, { protocols, origin: OWN })).status).toBe(401);
    const late = (await ticketFor(thread, creator)).body.data.protocols;
    clock.advance(30 * SECOND_MS);
    expect((await askLive(thread, { protocols: late, origin: OWN })).status).toBe(401);
    expect(
      (await askLive(thread, { protocols: ['service.live.v1', 'x'.repeat(5000)], origin: OWN })).status,
    ).toBe(401);
    expect((await askLive(thread, { protocols: ['service.live.v1'], origin: OWN })).status).toBe(401);
  });

  it('is made for origins of its key alone, and by readers of the thread', async () => {
    const scene = await stage();
    const { thread, brand } = scene;
    const origins = ['https://shop.example'];
    const stranger = await mintAccount('brand', { origins });
    const answer = await ticketFor(thread, brand, 'https://shop.example');
    expect([answer.status, answer.body.error.details[0].path]).toEqual([422, '/origin']);
    expect((await ticketFor(thread, stranger)).status).toBe(404);
    expect((await askLive(thread, { by: stranger })).status).toBe(404);
  });

  it('names no credential that could be used elsewhere', async () => {
    const { thread, brand } = await stage();
    const { ticket } = (await ticketFor(thread, brand)).body.data;
    expect((await call('GET', `/v1/threads/${thread}`, { key: ticket })).status).toBe(401);
  });
});

it('is opened by a request for it alone, with a number of a change', async () => {
  const { thread, brand } = await stage();
  const plain = await call('GET', `/v1/threads/${thread}/live`, { key: brand.key });
  expect([plain.status, plain.body.error.code]).toEqual([400, 'invalid_request']);
  for (const after of ['x', '-1', '1.5'])
    expect((await askLive(thread, { by: brand, after })).status).toBe(400);
  expect((await say(brand, thread, 'and goes on')).status).toBe(201);
});
