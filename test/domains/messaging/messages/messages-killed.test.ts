// Killed at any contact between a request, the thread's object and the database, and repeated: each message is there once, and
// all agree on it.
import { expect, it, vi } from 'vitest';
import { tellChanges } from '../../../../src/domains/messaging/messages/tell-changes.ts';
import type { Env } from '../../../../src/env.ts';
import { systemCtx as ctxIn } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { as, mintTalk, openDirect, read, type Talk, tellingOf } from '../../../harness/messaging/talks.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { call, testEnv } from '../../../harness/world.ts';

interface Scene extends Talk {
  env: Env;
  thread: string;
}

const send = async ({ creator, thread }: Scene, env: Env) =>
  await call('POST', '/v1/messages', {
    ...as(creator),
    body: { thread, body: 'Once', clientMessageId: 'c-1' },
    headers: { 'Idempotency-Key': 'k-1' },
    env,
  });

const edit = async ({ creator }: Scene, message: string, env: Env) =>
  await call('PATCH', `/v1/messages/${message}`, {
    ...as(creator),
    body: { version: 1, body: 'Twice' },
    env,
  });

const markAsRead = async ({ brand, thread }: Scene, message: string, env: Env) =>
  await call('PATCH', `/v1/threads/${thread}`, { ...as(brand), body: { read: message }, env });

it('at each contact of sending, editing, marking and telling', async () => {
  const contacts = await atEveryDeath<Scene>({
    async scene() {
      const talk = await mintTalk();
      const thread = (await openDirect(talk.brand, talk.creator)).body.data.id;
      return { ...talk, thread, env: testEnv };
    },
    async live(scene, env) {
      const sent = await send(scene, env);
      const { id } = sent.body.data;
      await edit(scene, id, env);
      await tellChanges(ctxIn(env, clock.now()), await tellingOf(scene.thread));
      await markAsRead(scene, id, env);
      await tellChanges(ctxIn(env, clock.now()), await tellingOf(scene.thread));
    },
    async afterwards(scene, death) {
      const { thread, brand } = scene;
      const sent = await send(scene, testEnv);
      expect([sent.status, sent.body.data.clientMessageId ?? null], death).toEqual([201, null]);
      const { id } = sent.body.data;
      // An edit that took effect before the death is refused by its version.
      expect([200, 409]).toContain((await edit(scene, id, testEnv)).status);
      expect((await markAsRead(scene, id, testEnv)).status).toBe(200);
      const listed = await read(brand, `/v1/messages?thread=${thread}`);
      expect(listed).toMatchObject([{ id, body: 'Twice', version: 2 }]);
      await vi.waitFor(async () => {
        const found = await testEnv.DB.prepare(
          `SELECT t.seq, t.message_count AS messages, s.unread, s.read_message AS mark,
            (SELECT COUNT(*) FROM thread_messages m WHERE m.thread_id = t.id) AS rows,
            (SELECT group_concat(e.type) FROM (SELECT type FROM events WHERE data ->> 'thread' = t.id ORDER BY type) e) AS events
          FROM threads t JOIN thread_sides s ON s.thread_id = t.id AND s.side = ?2 WHERE t.id = ?1`,
        )
          .bind(thread, brand.id)
          .first();
        expect(found).toEqual({
          seq: 2,
          messages: 1,
          unread: 0,
          mark: id,
          rows: 1,
          events: 'message.created,message.updated',
        });
      }, PATIENCE);
    },
  });
  expect(contacts.filter((one) => one.startsWith('thread '))).toHaveLength(3);
  expect(contacts.filter((one) => one.startsWith('DB '))).not.toHaveLength(0);
});
