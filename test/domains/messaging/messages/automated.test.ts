// What happens between two is told in their thread: once an event, and only where there is one.
import { expect, it } from 'vitest';
import { tellEvents } from '../../../../src/domains/messaging/messages/tell-events.ts';
import { as, mintTalk, openDirect, patch, read, type Talk, told } from '../../../harness/messaging/talks.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

/** An application that its brand approves. */
async function approve({ brand, creator }: Pick<Talk, 'brand' | 'creator'>, program: string): Promise<void> {
  const applied = await call('POST', '/v1/applications', { ...as(creator), body: { program } });
  expect(applied.status, JSON.stringify(applied.body)).toBe(201);
  await patch(brand, `/v1/applications/${applied.body.data.id}`, { status: 'approved' });
}

const untold = async (account: string) =>
  (
    await testEnv.DB.prepare(
      'SELECT id, teller FROM events WHERE teller IS NOT NULL AND account_id = ? ORDER BY id',
    )
      .bind(account)
      .all<{ id: string; teller: string }>()
  ).results;

it('tells each event once, by the side whose act it is, however often the job dies', async () => {
  const talk = await mintTalk();
  const { brand, creator } = talk;
  const program = await mintProgram(brand.key, {
    name: 'Winter steps',
    status: 'live',
    visibility: 'network',
  });
  const thread = (await openDirect(brand, creator)).body.data.id;
  await approve(talk, program.id);
  const events = await untold(brand.id);
  expect(events.map(({ teller }) => teller)).toEqual([creator.id, brand.id]);
  await tellEvents(systemCtx());
  expect(await untold(brand.id)).toEqual([]);
  // It died before the rows said so, and runs twice at once.
  for (const { id, teller } of events)
    await testEnv.DB.prepare('UPDATE events SET teller = ? WHERE id = ?').bind(teller, id).run();
  await Promise.all([tellEvents(systemCtx()), tellEvents(systemCtx())]);
  await told(thread);
  const messages = await read(creator, `/v1/messages?thread=${thread}`);
  expect(
    messages.map((one: { body: string; automated: boolean; sender: { id: string } }) => [
      one.body,
      one.automated,
      one.sender.id,
    ]),
  ).toEqual([
    ['Approved the application to Winter steps.', true, brand.id],
    ['Applied to Winter steps.', true, creator.id],
  ]);
  expect((await patch(brand, `/v1/messages/${messages[0].id}`, { version: 1, body: 'Mine' })).status).toBe(
    403,
  );
  // Nobody has sent them, so they are none of a day's.
  const used = testEnv.DB.prepare("SELECT 1 FROM quota_use WHERE what = 'messages' AND account_id IN (?, ?)");
  expect((await used.bind(brand.id, creator.id).all()).results).toEqual([]);
  // It is unread for the other side, and moves no thread to the top.
  expect((await read(creator, '/v1/threads/unread')).messages).toBe(1);
});

it('opens no thread', async () => {
  const talk = await mintTalk();
  const program = await mintProgram(talk.brand.key, { status: 'live', visibility: 'network' });
  await approve(talk, program.id);
  await tellEvents(systemCtx());
  expect(await untold(talk.brand.id)).toEqual([]);
  expect(await read(talk.brand, '/v1/threads')).toEqual([]);
  const thread = (await openDirect(talk.brand, talk.creator)).body.data.id;
  await tellEvents(systemCtx());
  expect(await read(talk.brand, `/v1/messages?thread=${thread}`)).toEqual([]);
});
