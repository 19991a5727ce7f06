// Sockets that open while a delivery is under way.
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { objectName } from '../../../../src/domains/messaging/thread-log/object-name.ts';
import type { Env } from '../../../../src/env.ts';
import { SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { withHeldDatabase } from '../../../harness/faults/slow-database.ts';
import { openLive } from '../../../harness/messaging/live.ts';
import { mintTalk, openDirect, said } from '../../../harness/messaging/talks.ts';
import { testEnv } from '../../../harness/world.ts';

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
