// @process ledger: it puts threads out of memory.
// A thread's object sleeps with sockets open, and goes on where it was.
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, it, vi } from 'vitest';
import { objectName } from '../../../../src/domains/messaging/thread-log/object-name.ts';
import { openLive } from '../../../harness/messaging/live.ts';
import { mintTalk, openDirect, said } from '../../../harness/messaging/talks.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { testEnv } from '../../../harness/world.ts';

const stubOf = (thread: string) => testEnv.THREAD.get(testEnv.THREAD.idFromName(objectName(thread)));

async function stage() {
  const talk = await mintTalk();
  const thread = (await openDirect(talk.brand, talk.creator, 'first')).body.data.id as string;
  return { ...talk, thread };
}

it('goes on where it was when it was put out of memory with sockets open', async () => {
  const { thread, brand, creator } = await stage();
  const [ours, theirs] = [await openLive(thread, brand), await openLive(thread, creator)];
  await theirs.sees('ready');
  const second = await said(brand, thread, 'second');
  await theirs.sees('change', ({ seq }) => seq === 2);
  await evictDurableObject(stubOf(thread));
  await said(brand, thread, 'third');
  await theirs.sees('change', ({ seq }) => seq === 3);
  await evictDurableObject(stubOf(thread));
  theirs.send({ type: 'read', message: second });
  expect(await ours.sees('read')).toEqual({ type: 'read', side: creator.id, message: second });
  await evictDurableObject(stubOf(thread));
  ours.send({ type: 'typing' });
  await theirs.sees('typing');
  // Each change once, however often it slept in between; and the sides' five sockets are still counted.
  expect([ours.seqs, theirs.seqs]).toEqual([
    [2, 3],
    [2, 3],
  ]);
  for (let n = 0; n < 4; n++) await openLive(thread, brand);
  await expect(openLive(thread, brand)).rejects.toThrow('429');
});

it('answers a ping without waking, and has no alarm once nothing is owed', async () => {
  const { thread, brand } = await stage();
  const client = await openLive(thread, brand);
  await client.sees('ready');
  await vi.waitFor(async () => {
    const row = await testEnv.DB.prepare('SELECT seq FROM threads WHERE id = ?').bind(thread).first('seq');
    expect(row).toBe(1);
    const alarm = await runInDurableObject(stubOf(thread), (_, { storage }) => storage.getAlarm());
    expect(alarm).toBeNull();
  }, PATIENCE);
  await evictDurableObject(stubOf(thread));
  client.send('ping');
  await vi.waitFor(() => expect(client.texts).toEqual(['pong']), PATIENCE);
  // Only what is in memory can be put out of it.
  await expect(evictDurableObject(stubOf(thread))).rejects.toThrow();
});
