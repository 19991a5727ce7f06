// Nothing of what a side wrote is left anywhere after its erasure, wherever that was killed.
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { continueErasures } from '../../../../src/domains/messaging/moderation/continue-erasures.ts';
import { objectName } from '../../../../src/domains/messaging/thread-log/object-name.ts';
import { processFile } from '../../../../src/domains/platform/files/process-file.ts';
import type { Env } from '../../../../src/env.ts';
import { systemCtx as ctxIn } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { mortal } from '../../../harness/faults/mortal.ts';
import { found, write } from '../../../harness/messaging/searches.ts';
import {
  as,
  mintTalk,
  openDirect,
  patch,
  read,
  said,
  say,
  type Talk,
  told,
  writeMany,
} from '../../../harness/messaging/talks.ts';
import { actionsOn, mintStaff } from '../../../harness/people/staff.ts';
import { enroll, mintFile } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, testEnv } from '../../../harness/world.ts';

/** In each text of the side that is erased, and in no other. */
const WORD = 'xylophone';

interface Scene extends Talk {
  env: Env;
  threads: string[];
  files: string[];
}

async function scene(): Promise<Scene> {
  const talk = await mintTalk();
  const { brand, creator, partner } = talk;
  const options = { type: 'video/mp4', name: `${WORD}.mp4` };
  const [video, still] = [
    await mintFile(creator.id, 'chat_attachment', options),
    await mintFile(creator.id, 'thumbnail', { type: 'image/png', name: `${WORD}.png` }),
  ];
  await call('PATCH', `/v1/files/${video}`, { ...as(creator), body: { thumbnail: still } });
  for (const file of [video, still]) await testEnv.FILES.put(`files/${file}`, WORD);
  const first = (await openDirect(brand, creator, 'Hello')).body.data.id;
  const message = await said(creator, first, `My ${WORD}`, { files: [video] });
  const edited = await said(creator, first, `Another ${WORD}`);
  await patch(creator, `/v1/messages/${edited}`, { version: 1, body: `A third ${WORD}` });
  const answer = await said(brand, first, 'Nice', { replyTo: message });
  await patch(brand, `/v1/messages/${message}`, { report: { reason: 'spam' } });
  await patch(creator, `/v1/messages/${answer}`, { report: { reason: 'other', note: `No ${WORD}` } });
  const program = await mintProgram(brand.key, { status: 'live', visibility: 'network' });
  await enroll(brand.key, { key: creator.key, as: creator.id }, program.id);
  const announced = { kind: 'program', program: program.id, message: { body: 'News' } };
  const news = (await call('POST', '/v1/threads', { ...as(brand), body: announced })).body.data.lastMessage
    .id;
  await patch(creator, `/v1/messages/${news}`, { report: { reason: 'other', note: `${WORD}s for sale` } });
  const opening = (kind: object, by: typeof creator) =>
    call('POST', '/v1/threads', {
      ...as(by),
      body: { ...kind, message: { body: by === creator ? `Your ${WORD}?` : 'Ours' } },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
  const second = (await opening({ kind: 'direct', with: creator.id }, partner)).body.data.id;
  await opening({ kind: 'direct', with: partner.id }, creator);
  const third = (await opening({ kind: 'support' }, creator)).body.data.id;
  const threads = [first, second, third];
  for (const thread of threads) await told(thread);
  return { ...talk, env: testEnv, threads, files: [video, still] };
}

/** All rows of all tables. */
async function dump(db: Pick<D1Database, 'prepare'>): Promise<string> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'")
    .all<{ name: string }>();
  const rows = await Promise.all(results.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all()));
  return JSON.stringify(rows.map((one) => one.results));
}

async function dumpObject(thread: string): Promise<string> {
  const stub = testEnv.THREAD.get(testEnv.THREAD.idFromName(objectName(thread)));
  return await runInDurableObject(stub, (_, { storage: { sql } }) => {
    const tables = sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray();
    const own = tables.filter(({ name }) => name.startsWith('log_'));
    return JSON.stringify(own.map(({ name }) => sql.exec(`SELECT * FROM ${name}`).toArray()));
  });
}

/** Runs the job until it has nothing to do. */
async function finish(env: Env, { creator }: Scene): Promise<void> {
  const ctx = () => ctxIn(env, clock.now());
  for (let runs = 0; runs < 4; runs++) await continueErasures(ctx());
  const row = await testEnv.DB.prepare('SELECT phase FROM message_erasures WHERE side = ?').bind(creator.id);
  expect(await row.first()).toEqual({ phase: 'done' });
}

async function check({ brand, partner, creator, threads, files }: Scene): Promise<void> {
  for (const file of files) await processFile(ctxIn(testEnv, clock.now()), file);
  expect(await dump(testEnv.DB)).not.toContain(WORD);
  for (const thread of threads) expect(await dumpObject(thread)).not.toContain(WORD);
  for (const file of files)
    expect((await testEnv.FILES.list({ prefix: `files/${file}` })).objects.map(({ key }) => key)).toEqual([]);
  for (const side of [brand, partner, creator]) expect(await found(side.id, WORD)).toEqual([]);
  expect(await found(creator.id, 'nice')).toEqual([]);
  expect(await found(brand.id, 'nice')).toHaveLength(1);
  // The other side keeps what it wrote, and its counts.
  const bodies = (await read(brand, `/v1/messages?thread=${threads[0]}`)).map(
    (one: { body: string }) => one.body,
  );
  expect(bodies).toEqual(['Nice', '', '', 'Hello']);
  expect(await read(brand, '/v1/threads/unread')).toEqual({ threads: 0, messages: 0 });
  expect(await read(partner, '/v1/threads/unread')).toEqual({ threads: 0, messages: 0 });
  const row = testEnv.DB.prepare('SELECT threads FROM message_erasures WHERE side = ?').bind(creator.id);
  expect(await row.first()).toEqual({ threads: 3 });
}

it('of a side empties its messages and files everywhere, by the staff, with a reason and its ID typed', async () => {
  const made = await scene();
  const { creator, threads } = made;
  // More of everything than is erased at once.
  await writeMany(threads[2]!, creator.id, WORD);
  await told(threads[2]!);
  await Promise.all(Array.from({ length: 60 }, () => mintFile(creator.id, 'chat_attachment')));
  const texts = Array.from({ length: 400 }, () => WORD);
  await write({ sides: [creator.id, creator.id], thread: threads[2]! }, ...texts);
  const staff = mintStaff();
  for (const what of [await dump(testEnv.DB), ...(await Promise.all(threads.map(dumpObject)))])
    expect(what).toContain(WORD);
  expect(await found(made.brand.id, WORD)).toHaveLength(2);
  const erase = (confirm: string) => staff.post(`/senders/${creator.id}/erasure`, { confirm });
  expect((await erase('yes')).status).toBe(422);
  const both = await Promise.all([erase(creator.id), erase(creator.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await actionsOn(staff, creator.id)).toHaveLength(1);
  // What reports show comes a run later: one may be under way that has read a message before.
  await continueErasures(ctxIn(testEnv, clock.now()));
  const { phase } = (await staff.get(`/senders/${creator.id}`)).body.data.erasure;
  expect(phase).toBe('reports');
  await finish(testEnv, made);
  await check(made);
  const left = testEnv.DB.prepare("SELECT 1 FROM files WHERE owner_id = ? AND status <> 'deleted'");
  expect((await left.bind(creator.id).all()).results).toEqual([]);
  const rows = testEnv.SEARCH.prepare('SELECT 1 FROM searched_messages WHERE side = ?');
  expect((await rows.bind(creator.id).all()).results).toEqual([]);
  const { erasure } = (await staff.get(`/senders/${creator.id}`)).body.data;
  expect(erasure).toMatchObject({ phase: 'done', by: staff.name, finishedAt: expect.any(String) });
  // What comes later is of another time, and erased by another erasure.
  expect((await say(creator, threads[0]!, 'Me again')).status).toBe(201);
  expect((await erase(creator.id)).status).toBe(200);
});

it('ends the same killed after each contact, with and without having saved it', async () => {
  const made = await scene();
  await mintStaff().post(`/senders/${made.creator.id}/erasure`, { confirm: made.creator.id });
  const contacts: string[] = [];
  // Runs that die sooner repeat what others save: a step has up to five contacts.
  for (let run = 0; ; run++) {
    const process = mortal(testEnv, 1 + (run % 5), 'after');
    await Promise.race([continueErasures(ctxIn(process.env, clock.now())), process.death]);
    if (process.contacts.length === 0) break;
    contacts.push(...process.contacts);
    if (run > 200) expect.fail('it does not end');
  }
  await finish(testEnv, made);
  await check(made);
  for (const what of ['thread ', 'DB ', 'SEARCH '])
    expect(
      contacts.some((one) => one.startsWith(what)),
      what,
    ).toBe(true);
});
