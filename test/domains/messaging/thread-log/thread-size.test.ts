// Long threads: what a page reads, what a message takes, what is replayed and what is emptied.
import { describe, expect, it } from 'vitest';
import { listLogged } from '../../../../src/domains/messaging/thread-log/list-messages.ts';
import { listSides } from '../../../../src/domains/messaging/thread-log/list-sides.ts';
import { ThreadLog } from '../../../../src/domains/messaging/thread-log/thread-log.ts';
import {
  acting,
  change,
  freshThread,
  inside,
  must,
  post,
  send,
  unreadOf,
} from '../../../harness/messaging/thread.ts';

describe('the newest page', () => {
  it('reads as many rows of 100,000 messages as of 100', async () => {
    const scene = freshThread();
    const { account, creator } = scene;
    await send(scene, creator, 'first');
    await send(scene, account, 'second');
    const grow = async (until: number) =>
      await inside(scene, (_, { storage }) => {
        storage.sql.exec(
          `INSERT INTO log_messages (seq, sender, nth, body, version, created_at, removed)
            WITH RECURSIVE n (seq) AS (SELECT (SELECT max(seq) + 1 FROM log_messages) UNION ALL SELECT seq + 1 FROM n WHERE seq < ?)
            SELECT seq, 1 + seq % 2, seq, 'a message', 1, ?, 0 FROM n`,
          ...[until, scene.head.createdAt],
        );
        storage.sql.exec('UPDATE log_state SET seq = ?, messages = ?', until, until);
      });
    const cost = async () =>
      await inside(scene, (_, { storage }) => {
        const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
        const sql = {
          exec: (query: string, ...values: SqlStorageValue[]) => {
            const cursor = storage.sql.exec(query, ...values);
            cursors.push(cursor);
            return cursor;
          },
        } as unknown as SqlStorage;
        const log = new ThreadLog(sql);
        expect(listLogged(log, { limit: 26, side: creator })).toHaveLength(26);
        expect(listSides(log, [account, creator])).toHaveLength(2);
        return cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0);
      });
    await grow(100);
    const small = await cost();
    await grow(100_000);
    expect(await cost()).toBe(small);
    expect(small).toBeLessThan(3 * 26);
  });
});

it('takes at most 220 bytes besides its text for a message, and 450 more in its first day', async () => {
  const scene = freshThread();
  const { head, account } = scene;
  const COUNT = 2000;
  const size = async (keyed: boolean) =>
    await inside(scene, async (object, { storage }) => {
      const before = storage.sql.databaseSize;
      for (let n = 0; n < COUNT; n += 100) {
        await Promise.all(
          Array.from({ length: 100 }, async () => {
            const name = crypto.randomUUID();
            const once = keyed ? { key: `${account} ${name}`, request: 'f'.repeat(64) } : null;
            must(await object.change(head, acting(account), post('', { clientMessageId: name }), once));
          }),
        );
      }
      return (storage.sql.databaseSize - before) / COUNT;
    });
  await send(scene, account, 'first');
  const plain = await size(false);
  const keyed = await size(true);
  expect(plain).toBeLessThan(220);
  expect(keyed - plain).toBeLessThan(450);
});

describe('what was missed', () => {
  it('is given in order up to 500 changes, with messages as they are now', async () => {
    const scene = freshThread();
    const { account, creator, thread } = scene;
    const { id: message } = await send(scene, account, 'first');
    await change(scene, account, { kind: 'edit', message, version: 1, body: 'second' });
    await change(scene, creator, { kind: 'react', message, emoji: '👍', reacted: true });
    const changes = (await thread.changes(0, creator))!;
    expect(changes.map(({ seq, kind, message: { body } }) => [seq, kind, body])).toEqual([
      [1, 'message', 'second'],
      [2, 'edit', 'second'],
      [3, 'react', 'second'],
    ]);
    expect(await thread.changes(3, creator)).toEqual([]);
    expect(await thread.changes(4, creator)).toBeNull();
    await inside(scene, async (object) => {
      for (let n = 0; n < 500; n++)
        must(await object.change(scene.head, acting(account), post(`m${n}`), null));
    });
    expect(await thread.changes(2, creator)).toBeNull();
    expect((await thread.changes(3, creator))!.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 500 }, (_, n) => n + 4),
    );
  });

  it('of a side is emptied a portion at a time, and again to no effect', async () => {
    const scene = freshThread();
    const { account, creator, thread } = scene;
    await inside(scene, async (object) => {
      for (let n = 0; n < 150; n++)
        must(await object.change(scene.head, acting(n % 3 === 0 ? creator : account), post(`m${n}`), null));
    });
    await change(scene, account, post('told', { automated: true }));
    expect(await unreadOf(scene, creator)).toBe(3);
    const by = acting(account);
    const next = (await thread.erase(by, 0))!;
    expect(await thread.erase(by, next)).toBeNull();
    expect(await unreadOf(scene, creator)).toBe(0);
    const { seq } = await change(scene, account, { kind: 'mute', muted: true });
    expect(seq).toBe(150 + 1 + 101);
    const left = (await thread.messages({ limit: 101, side: null }))!.filter(({ body }) => body !== '');
    expect(new Set(left.map(({ sender }) => sender))).toEqual(new Set([creator]));
    expect(await thread.erase(by, 0)).toBeNull();
    expect((await change(scene, account, { kind: 'mute', muted: true })).seq).toBe(seq);
  });
});
