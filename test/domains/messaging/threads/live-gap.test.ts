// Sockets while something else is under way in the thread's object, or fails there.
import { runInDurableObject } from 'cloudflare:test';
import { expect, it, vi } from 'vitest';
import { objectName } from '../../../../src/domains/messaging/thread-log/object-name.ts';
import type { Env } from '../../../../src/env.ts';
import { SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { withHeldDatabase } from '../../../harness/faults/slow-database.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { askLive, type LiveClient, openLive } from '../../../harness/messaging/live.ts';
import { as, mintTalk, openDirect, patch, read, said, sideOf } from '../../../harness/messaging/talks.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { enroll, mintCreator, mintScene } from '../../../harness/work/creators.ts';
import { call, testEnv, withVars } from '../../../harness/world.ts';

/** Does something with the thread's object itself. */
async function inObject(thread: string, act: (object: { env: Env }) => void): Promise<void> {
  const stub = testEnv.THREAD.get(testEnv.THREAD.idFromName(objectName(thread)));
  await runInDurableObject(stub, (object) => act(object as unknown as { env: Env }));
}

it('a socket that opens while the rights of others are asked misses nothing of what is written meanwhile', async () => {
  clock.hold();
  const { brand, creator } = await mintTalk();
  const thread: string = (await openDirect(brand, creator, 'first')).body.data.id;
  const listener = await openLive(thread, creator);
  await listener.sees('ready');
  // From here on the object's questions about rights are answered when the test says so.
  const answers = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await inObject(thread, (object) => {
    object.env = withHeldDatabase(async () => {
      asked.resolve();
      await answers.promise;
    });
  });
  clock.advance(11 * SECOND_MS);
  await said(brand, thread, 'second');
  await asked.promise;
  const late = await openLive(thread, brand, 0);
  await late.sees('ready');
  await said(brand, thread, 'third');
  answers.resolve();
  await said(brand, thread, 'fourth');
  for (const one of [listener, late]) await one.sees('change', ({ seq }) => seq === 4);
  expect([listener.seqs, late.seqs]).toEqual([
    [2, 3, 4],
    [1, 2, 3, 4],
  ]);
});

it('a socket is closed to come back when its rights cannot be asked, and nothing is sent on a guess', async () => {
  clock.hold();
  const { brand, creator } = await mintTalk();
  const thread: string = (await openDirect(brand, creator, 'first')).body.data.id;
  const [listener, typist] = [await openLive(thread, creator), await openLive(thread, brand)];
  for (const one of [listener, typist]) await one.sees('ready');
  await inObject(thread, (one) => {
    one.env = withHeldDatabase(async () => {
      throw new Error('out of order');
    });
  });
  expectLogged('error', /"live":".*out of order/);
  typist.send({ type: 'read', message: 'msg_x' });
  await typist.endsWith(1011);
  clock.advance(11 * SECOND_MS);
  await said(brand, thread, 'second');
  await listener.endsWith(1011);
  expect(listener.seqs).toEqual([]);
});

it('a thread has 200 sockets, however many a side may have', async () => {
  const { brand, creator } = await mintTalk();
  const thread: string = (await openDirect(brand, creator, 'first')).body.data.id;
  await inObject(thread, (object) => {
    object.env = withVars(testEnv, { SOCKETS_A_SIDE: '200' });
  });
  const all = [];
  for (let turn = 0; turn < 4; turn++)
    all.push(...(await Promise.all(Array.from({ length: 50 }, () => openLive(thread, brand)))));
  expect((await askLive(thread, { by: creator })).status).toBe(429);
  await said(creator, thread, 'second');
  await Promise.all(all.map((one) => one.sees('change')));
  all[0]!.close();
  await vi.waitFor(async () => {
    expect((await askLive(thread, { by: creator })).status).toBe(101);
  }, PATIENCE);
});

it("a socket in a program's thread tells members nothing of each other, and its account who they are of nothing", async () => {
  clock.hold();
  const { brand: minted, partner, creator, program } = await mintScene({ agreements: [] });
  const brand = sideOf(minted);
  const second = (await mintCreator(partner.key, { visibility: 'network' })).id;
  const members = [creator, second].map((id) => ({ id, key: partner.key, as: id }));
  for (const one of members) await enroll(brand.key, one, program.id);
  const body = { kind: 'program', program: program.id, message: { body: 'News' } };
  const { id: thread, lastMessage } = (await call('POST', '/v1/threads', { ...as(brand), body })).body.data;
  const sockets = await Promise.all([brand, ...members].map((by) => openLive(thread, by)));
  const [ours, own, others] = sockets as [LiveClient, LiveClient, LiveClient];
  await patch(members[0]!, `/v1/messages/${lastMessage.id}`, { emoji: '👏', reacted: true });
  const reactionsIn = async (client: LiveClient) =>
    (await client.sees('change', ({ kind }) => kind === 'react')).message.reactions;
  expect(await reactionsIn(own)).toEqual([{ emoji: '👏', count: 1, sides: [creator] }]);
  for (const one of [ours, others])
    expect(await reactionsIn(one)).toEqual([{ emoji: '👏', count: 1, sides: [] }]);
  own.send({ type: 'typing' });
  own.send({ type: 'read', message: lastMessage.id });
  await own.sees('own', ({ readMessage }) => readMessage === lastMessage.id);
  await said(brand, thread, 'More');
  for (const one of [ours, others]) {
    await one.sees('change', ({ message }) => message.body === 'More');
    expect(JSON.stringify(one.frames)).not.toMatch(new RegExp(`${creator}|"typing"`));
  }
  // Who left the program hears nothing more.
  const [application] = await read(members[0]!, '/v1/applications');
  await patch(brand, `/v1/applications/${application.id}`, { status: 'rejected' });
  clock.advance(10 * SECOND_MS);
  await said(brand, thread, 'The last');
  await others.sees('change', ({ message }) => message.body === 'The last');
  await own.endsWith(4403);
  expect(JSON.stringify(own.frames)).not.toContain('The last');
});
