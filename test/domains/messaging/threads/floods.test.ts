// The side that floods a thread is refused, while the other side goes on. In full size: `npm run storm:threads -- --flood 1`.
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { objectName } from '../../../../src/domains/messaging/thread-log/object-name.ts';
import * as clock from '../../../harness/clock.ts';
import { askLive, openLive, ticketFor } from '../../../harness/messaging/live.ts';
import { as, mintTalk, openDirect, patch, said } from '../../../harness/messaging/talks.ts';
import { call, testEnv, withVars } from '../../../harness/world.ts';

/** How often each of these statuses came. */
function tally(all: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(n: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, at) => act(at)));

it('ends in 429 for the sender of messages, edits and reactions, and for nobody else', async () => {
  // Early in a minute, for what is counted by minutes.
  clock.hold(clock.noon());
  const { brand, creator } = await mintTalk();
  const thread: string = (await openDirect(brand, creator)).body.data.id;
  const first = await said(creator, thread, 'first');
  const listener = await openLive(thread, brand);
  await listener.sees('ready');
  const floods = { ...as(brand), env: withVars(testEnv, { MESSAGES_A_MINUTE: '5' }) };
  const [sent, own] = await Promise.all([
    times(40, (n) => call('POST', '/v1/messages', { ...floods, body: { thread, body: `flood ${n}` } })),
    said(creator, thread, 'in between'),
  ]);
  expect(tally(sent)).toEqual({ 201: 5, 429: 35 });
  await listener.sees('change', ({ message }) => message.id === own);
  const mine = sent.find(({ status }) => status === 201)!.body.data.id;
  const [changed, others] = await Promise.all([
    times(80, (n) => {
      const edit = { version: 1 + (n - 1) / 2, body: `edit ${n}` };
      const [id, body] = n % 2 === 0 ? [first, { emoji: '👏', reacted: n % 4 === 0 }] : [mine, edit];
      return call('PATCH', `/v1/messages/${id}`, { ...floods, body });
    }),
    patch(creator, `/v1/messages/${first}`, { emoji: '👍', reacted: true }),
  ]);
  // What changes nothing, or comes at an old version, counts for nothing; of the others four times as many pass.
  expect(['200', '409', '429']).toEqual(expect.arrayContaining(Object.keys(tally(changed))));
  expect(tally(changed)[429]).toBeGreaterThan(0);
  expect(others.status).toBe(200);
  await listener.sees('change', ({ seq }) => seq === 7 + 20 + 1);
});

it('of tickets stores nothing, and opens no more sockets than a side may have', async () => {
  const { brand, creator } = await mintTalk();
  const thread: string = (await openDirect(brand, creator, 'first')).body.data.id;
  const tickets = await times(40, () => ticketFor(thread, brand));
  expect(tally(tickets)).toEqual({ 201: 40 });
  const kept = async () =>
    await runInDurableObject(
      testEnv.THREAD.get(testEnv.THREAD.idFromName(objectName(thread))),
      (_, { storage }) => storage.sql.exec('SELECT 1 FROM log_tickets').toArray().length,
    );
  expect(await kept()).toBe(0);
  const opened = await times(40, (n) => {
    const { protocols, origin } = tickets[n]!.body.data;
    return askLive(thread, { protocols, origin });
  });
  expect(tally(opened)).toEqual({ 101: 5, 429: 35 });
  const other = await openLive(thread, creator);
  await said(creator, thread, 'second');
  await other.sees('change', ({ message }) => message.body === 'second');
});
