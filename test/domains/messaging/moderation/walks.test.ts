// What databases know of threads is made anew from their objects.
import { expect, it } from 'vitest';
import { rowAt } from '../../../../src/domains/messaging/message-search/store.ts';
import { continueWalks } from '../../../../src/domains/messaging/moderation/continue-walks.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx as ctxIn } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { mortal } from '../../../harness/faults/mortal.ts';
import { found } from '../../../harness/messaging/searches.ts';
import {
  as,
  mintTalk,
  openDirect,
  patch,
  read,
  type Side,
  said,
  told,
  writeMany,
} from '../../../harness/messaging/talks.ts';
import { mintStaff } from '../../../harness/people/staff.ts';
import { holdsOf, mintFile } from '../../../harness/work/creators.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const staff = mintStaff();
const ask = (kind: string, since?: string) => staff.post('/thread-walks', { kind, since });
const statusOf = async (kind: string) => (await staff.get(`/thread-walks/${kind}`)).body.data.status;

/** Runs the job, killed after each of its contacts, until it is done. */
async function walk(kind: string): Promise<void> {
  for (let run = 0; (await statusOf(kind)) !== 'done'; run++) {
    const process = mortal(testEnv, 1 + (run % 20), 'after');
    await Promise.race([continueWalks(ctxIn(process.env, clock.now())), process.death]);
    if (run > 100) expect.fail('it does not end');
  }
}

/** Rows of a thread in the search, from a number on. */
async function fillSearch(first: number, count: number, side: string, thread: string): Promise<void> {
  await testEnv.SEARCH.prepare(
    `INSERT INTO searched_messages ("row", side, message, thread, seq)
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
      SELECT ?1 + i, ?3, 'msg_' || i, ?4, 1 FROM n`,
  )
    .bind(first, count, side, thread)
    .run();
}

it('the search, as a member of the staff asks for it', async () => {
  const { brand, creator } = await mintTalk();
  const thread = (await openDirect(brand, creator, 'Papaya')).body.data.id;
  const kept = await said(creator, thread, 'Papaya and mango');
  const gone = await said(creator, thread, 'Papaya only');
  await writeMany(thread, creator.id, 'many');
  await patch(creator, `/v1/messages/${gone}`, { version: 1, deleted: true });
  await told(thread);
  const before = await found(brand.id, 'papaya');
  expect(before).toContain(kept);
  // It is lost, but for a row of a message that is no longer there.
  await testEnv.SEARCH.batch([
    testEnv.SEARCH.prepare("INSERT INTO searched_words (searched_words) VALUES ('delete-all')"),
    testEnv.SEARCH.prepare('DELETE FROM searched_messages WHERE message <> ?').bind(gone),
  ]);
  // What is left is more than is taken out at once, and ahead of the thread.
  await fillSearch(1, 5_000, brand.id, thread);
  await testEnv.SEARCH.prepare('INSERT INTO searched_messages VALUES (?, ?, ?, ?, ?)')
    .bind(Number.MAX_SAFE_INTEGER, brand.id, kept, thread, 1_000)
    .run();
  expect(await found(brand.id, 'papaya')).toEqual([]);
  expect(await found(brand.id, 'many150')).toEqual([]);
  expect((await ask('everything')).status).toBe(422);
  const both = await Promise.all([ask('search'), ask('search')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await walk('search');
  expect(await found(brand.id, 'papaya')).toEqual(before);
  expect(await found(creator.id, 'mango')).toEqual([kept]);
  for (const word of ['many1', 'many150']) expect(await found(brand.id, word)).not.toEqual([]);
  await said(creator, thread, 'Papaya once more');
  await told(thread);
  expect(await found(brand.id, 'papaya')).toHaveLength(before.length + 1);
  expect((await ask('search')).status).toBe(200);
});

const TABLES = ['threads', 'thread_sides', 'thread_messages', 'message_files', 'message_erasures'];

/** What the main database knows of threads. @returns how to restore it. */
async function snapshot(): Promise<() => Promise<void>> {
  const tables = await Promise.all(
    TABLES.map(async (name) => (await testEnv.DB.prepare(`SELECT * FROM ${name}`).all()).results),
  );
  return async () => {
    await testEnv.DB.batch(TABLES.map((name) => testEnv.DB.prepare(`DELETE FROM ${name}`)));
    for (const [n, rows] of tables.entries())
      for (const row of rows)
        await testEnv.DB.prepare(
          `INSERT INTO ${TABLES[n]} VALUES (${Object.keys(row)
            .map(() => '?')
            .join()})`,
        )
          .bind(...Object.values(row))
          .run();
  };
}

it('the main database, after it was taken back to a moment', async () => {
  clock.hold();
  const { brand, creator, partner } = await mintTalk();
  const thread = (await openDirect(brand, creator, 'Hello')).body.data.id;
  const edited = await said(creator, thread, 'Frist');
  const deleted = await said(creator, thread, 'Wrong');
  await told(thread);
  const file = await mintFile(creator.id, 'chat_attachment', { type: 'image/png' });
  const restore = await snapshot();
  clock.advance(MINUTE_MS);
  const since = new Date(clock.now()).toISOString();
  await patch(creator, `/v1/messages/${edited}`, { version: 1, body: 'First' });
  await patch(creator, `/v1/messages/${deleted}`, { version: 1, deleted: true });
  await said(creator, thread, 'With a file', { files: [file] });
  await writeMany(thread, creator.id, 'many');
  await patch(brand, `/v1/threads/${thread}`, { read: edited });
  // Opened since: its row is lost, too. More lies before it in the search than is read there at once.
  await fillSearch(rowAt(clock.now()), 1_000, brand.id, thread);
  const other = (await openDirect(partner, creator, 'Hello from the agency')).body.data.id;
  const body = { kind: 'support', message: { body: 'Help' } };
  const support = (await call('POST', '/v1/threads', { ...as(brand), body })).body.data.id;
  for (const one of [thread, other, support]) await told(one);
  const gone = await mintStaff().post(`/senders/${partner.id}/erasure`, { confirm: partner.id });
  expect(gone.status).toBe(200);
  await testEnv.SEARCH.prepare('INSERT INTO erased_sides VALUES (?)').bind(partner.id).run();
  const seen = async () => {
    const of = async (side: Side) => [
      (await read(side, '/v1/threads')).map(({ version, ...one }: { version: number }) => one),
      await read(side, '/v1/threads/unread'),
      (await call('GET', `/v1/files/${file}`, as(side))).status,
    ];
    const rows = await testEnv.DB.prepare(
      'SELECT id, deleted, version FROM thread_messages WHERE thread_id = ? ORDER BY id',
    )
      .bind(thread)
      .all();
    return JSON.parse(
      JSON.stringify([await of(brand), await of(creator), rows.results]).replace(/signature=\w+/g, ''),
    );
  };
  const events = async () =>
    (await testEnv.DB.prepare('SELECT count(*) AS n FROM events').first<{ n: number }>())!.n;
  const [before, told1] = [await seen(), await events()];
  await restore();
  await testEnv.DB.prepare('UPDATE files SET holds = 0 WHERE id = ?').bind(file).run();
  expect(await seen()).not.toEqual(before);
  expect((await call('GET', `/v1/threads/${support}`, as(brand))).status).toBe(404);
  expect((await ask('database', since)).status).toBe(200);
  await walk('database');
  expect(await seen()).toEqual(before);
  expect(await holdsOf(file)).toBe(1);
  // No event is sent a second time.
  expect(await events()).toBe(told1);
  // An erasure that was forgotten is done again.
  const row = testEnv.DB.prepare('SELECT phase FROM message_erasures WHERE side = ?').bind(partner.id);
  expect(await row.first()).toEqual({ phase: 'messages' });
  // Once more changes nothing.
  expect((await ask('database', since)).status).toBe(200);
  await continueWalks(systemCtx());
  expect([await seen(), await holdsOf(file)]).toEqual([before, 1]);
});
