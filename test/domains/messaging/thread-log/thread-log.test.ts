import { afterEach, describe, expect, it } from 'vitest';
import { SUPPORT_SIDE } from '../../../../src/domains/messaging/thread-log/record.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  acting,
  change,
  freshThread,
  inside,
  messagesOf,
  must,
  post,
  reasonOf,
  refused,
  send,
  unreadOf,
} from '../../../harness/messaging/thread.ts';

afterEach(() => clock.release());

describe('a message', () => {
  it('is listed newest first, found by its ID, and numbered without gaps in times that never fall', async () => {
    const scene = freshThread();
    const { thread, head, account, creator } = scene;
    expect(await messagesOf(scene)).toEqual([]);
    const times = [5, 2, 9].map((ms) => head.createdAt + ms);
    const sent = [];
    for (const [n, now] of times.entries()) {
      const by = acting(n === 1 ? creator : account, { now });
      sent.push(must(await thread.change(head, by, post(`m${n}`), null)).message!);
    }
    expect(sent.map(({ seq, createdAt }) => [seq, createdAt - head.createdAt])).toEqual([
      [1, 5],
      [2, 5],
      [3, 9],
    ]);
    expect(sent.map(({ id }) => id).toSorted()).toEqual(sent.map(({ id }) => id));
    expect(await messagesOf(scene)).toEqual(sent.toReversed());
    for (const one of sent) {
      expect(one.id).toMatch(/^msg_[0-9a-z]{26}$/);
      expect(await thread.message(one.id, null)).toEqual({ head, message: one });
    }
    const page = (query: { before?: string; after?: string | number }) =>
      thread.messages({ ...query, limit: 1, side: null });
    expect(await page({ before: sent[2]!.id })).toEqual([sent[1]]);
    expect(await page({ after: sent[0]!.id })).toEqual([sent[1]]);
    expect(await page({ after: 0 })).toEqual([sent[0]]);
    expect(await thread.around(sent[1]!.id, 1)).toEqual(sent);
    const elsewhere = await send(freshThread(), account, 'elsewhere');
    expect(await page({ before: elsewhere.id })).toBeNull();
    expect(await thread.message(elsewhere.id, null)).toBeNull();
    expect(await thread.message('msg_nonsense', null)).toBeNull();
  });

  it('stores nothing in an object that is only read', async () => {
    const scene = freshThread();
    await messagesOf(scene);
    await scene.thread.sides([scene.account]);
    await scene.thread.changes(0, null);
    expect(await scene.thread.erase(acting(scene.account), 0)).toBeNull();
    const tables = await inside(scene, (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'log_%'").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it('is edited and deleted by its sender alone, at its version', async () => {
    const scene = freshThread();
    const { account, creator } = scene;
    const { id: message } = await send(scene, account, 'first');
    expect(await refused(scene, creator, { kind: 'edit', message, version: 1, body: 'x' })).toBe('not_own');
    expect(await refused(scene, account, { kind: 'edit', message, version: 2, body: 'x' })).toBe('stale');
    expect(await refused(scene, account, { kind: 'edit', message, version: 1, body: '' })).toBe('empty');
    const edited = await change(scene, account, { kind: 'edit', message, version: 1, body: 'second' });
    expect(edited).toMatchObject({ seq: 2, message: { body: 'second', version: 2, seq: 1 } });
    expect(edited.message!.editedAt).toBeGreaterThanOrEqual(edited.message!.createdAt);
    // The same text again is no change.
    expect((await change(scene, account, { kind: 'edit', message, version: 2, body: 'second' })).seq).toBe(2);
    await change(scene, creator, { kind: 'react', message, emoji: '👍', reacted: true });
    expect(await refused(scene, creator, { kind: 'delete', message, version: 2 })).toBe('not_own');
    const deleted = await change(scene, account, { kind: 'delete', message, version: 2 });
    expect(deleted).toMatchObject({ seq: 4, message: { body: '', files: [], reactions: [], version: 3 } });
    expect(await refused(scene, account, { kind: 'edit', message, version: 3, body: 'x' })).toBe('deleted');
    expect(await refused(scene, creator, { kind: 'react', message, emoji: '👍', reacted: true })).toBe(
      'deleted',
    );
    const removed = await change(scene, SUPPORT_SIDE, { kind: 'remove', message });
    expect(removed).toMatchObject({
      seq: 5,
      message: { removed: true, deletedAt: deleted.message!.deletedAt },
    });
  });

  it("of the service itself is nobody's to edit, and moves no mark", async () => {
    const scene = freshThread();
    const { account, creator } = scene;
    const { message } = await change(scene, creator, post('applied', { automated: true }));
    expect(message).toMatchObject({ automated: true, sender: creator });
    const { id } = message!;
    expect(await refused(scene, creator, { kind: 'edit', message: id, version: 1, body: 'x' })).toBe(
      'not_own',
    );
    expect(await refused(scene, creator, { kind: 'delete', message: id, version: 1 })).toBe('not_own');
    const [ofAccount, ofCreator] = await scene.thread.sides([account, creator]);
    expect(ofAccount).toMatchObject({ unread: 1, readMessage: null });
    expect(ofCreator).toMatchObject({ unread: 0, readMessage: null });
  });

  it('answers one of the same thread', async () => {
    const [scene, other] = [freshThread(), freshThread()];
    const first = await send(scene, scene.account, 'first');
    const foreign = await send(other, other.account, 'foreign');
    const reply = await change(scene, scene.creator, post('re', { replyTo: first.id }));
    expect(reply.message!.replyTo).toBe(first.id);
    expect(await refused(scene, scene.creator, post('re', { replyTo: foreign.id }))).toBe('reply_elsewhere');
  });

  it('is written once for each key and each name that its client gave it', async () => {
    const scene = freshThread();
    const { head, thread, account, creator } = scene;
    const once = { key: 'a:1', request: 'hash' };
    const first = must(await thread.change(head, acting(account), post('once'), once));
    const { id: message } = first.message!;
    await change(scene, account, { kind: 'edit', message, version: 1, body: 'edited' });
    const repeat = async () => must(await thread.change(head, acting(account), post('once'), once));
    expect(await repeat()).toMatchObject({
      seq: 2,
      replayed: true,
      message: { id: message, body: 'edited' },
    });
    await change(scene, account, { kind: 'delete', message, version: 2 });
    expect(await repeat()).toMatchObject({ seq: 3, replayed: true, message: { id: message, body: '' } });
    const kept = await inside(scene, (_, { storage }) =>
      ['log_messages', 'log_requests', 'log_changes'].map((table) =>
        storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
      ),
    );
    expect(JSON.stringify(kept)).not.toMatch(/once|edited"/);
    expect(
      reasonOf(await thread.change(head, acting(account), post('two'), { key: 'a:1', request: 'other' })),
    ).toBe('key_reused');
    const late = acting(account, { now: clock.now() + DAY_MS });
    expect(must(await thread.change(head, late, post('two'), { key: 'a:1', request: 'other' })).seq).toBe(4);
    const named = await change(scene, account, post('named', { clientMessageId: 'c1' }));
    const again = await change(scene, account, post('named', { clientMessageId: 'c1' }));
    expect(again).toMatchObject({ replayed: true, message: { id: named.message!.id } });
    // Another side's names are its own.
    const others = await change(scene, creator, post('named', { clientMessageId: 'c1' }));
    expect(others).toMatchObject({ replayed: false, seq: named.seq + 1 });
  });

  it('gets reactions of at most 20 kinds, each once for a side', async () => {
    const scene = freshThread();
    const { account, creator } = scene;
    const { id: message } = await send(scene, account, 'react');
    const react = (emoji: string, reacted = true) => ({ kind: 'react' as const, message, emoji, reacted });
    for (const side of [account, creator, creator]) await change(scene, side, react('👍'));
    const [{ reactions, version }] = (await messagesOf(scene)) as [Awaited<ReturnType<typeof send>>];
    expect([reactions, version]).toEqual([[{ emoji: '👍', count: 2, sides: [account, creator] }], 1]);
    for (let n = 1; n < 20; n++) await change(scene, creator, react(String.fromCodePoint(0x1f600 + n)));
    expect(await refused(scene, account, react('👎'))).toBe('too_many_kinds');
    await change(scene, creator, react(String.fromCodePoint(0x1f601), false));
    await change(scene, account, react('👎'));
    const { message: left } = await change(scene, account, react('👎', false));
    expect(left!.reactions).toHaveLength(19);
  });

  it("shows readers of a program their own reaction and the account's, and counts the others", async () => {
    const scene = freshThread('program');
    const { account } = scene;
    const { id: message } = await send(scene, account, 'news');
    const react = { kind: 'react' as const, message, emoji: '🎉', reacted: true };
    for (const side of ['crtr_1', 'crtr_2', 'crtr_3', account]) await change(scene, side, react);
    const shown = async (side: string) => (await messagesOf(scene, side))[0]!.reactions[0];
    expect(await shown('crtr_2')).toEqual({ emoji: '🎉', count: 4, sides: [account, 'crtr_2'] });
    expect(await shown('crtr_9')).toEqual({ emoji: '🎉', count: 4, sides: [account] });
  });
});

describe('a side', () => {
  it('has unread what others wrote behind its mark, without what is deleted', async () => {
    const scene = freshThread();
    const { account, creator } = scene;
    const sent = [];
    for (let n = 0; n < 4; n++) sent.push(await send(scene, account, `m${n}`));
    expect(await unreadOf(scene, creator)).toBe(4);
    await change(scene, creator, { kind: 'read', message: sent[1]!.id });
    expect(await unreadOf(scene, creator)).toBe(2);
    // A mark never goes back.
    await change(scene, creator, { kind: 'read', message: sent[0]!.id });
    expect((await scene.thread.sides([creator]))[0]).toMatchObject({ unread: 2, readMessage: sent[1]!.id });
    await change(scene, account, { kind: 'delete', message: sent[0]!.id, version: 1 });
    await change(scene, account, { kind: 'delete', message: sent[3]!.id, version: 1 });
    expect(await unreadOf(scene, creator)).toBe(1);
    await send(scene, creator, 'answer');
    expect(await unreadOf(scene, creator)).toBe(0);
    expect(await unreadOf(scene, account)).toBe(1);
  });

  it('that blocks ends what either can send, and nothing else', async () => {
    const scene = freshThread();
    const { account, creator } = scene;
    const { id: message } = await send(scene, account, 'before');
    await change(scene, account, { kind: 'react', message, emoji: '👍', reacted: true });
    await change(scene, creator, { kind: 'block', blocked: true });
    const react = { kind: 'react' as const, message, emoji: '👎', reacted: true };
    for (const side of [account, creator]) {
      expect(await refused(scene, side, post('x'))).toBe('cannot_send');
      expect(await refused(scene, side, react)).toBe('cannot_send');
    }
    expect(await refused(scene, account, { kind: 'edit', message, version: 1, body: 'x' })).toBe(
      'cannot_send',
    );
    const [own] = await scene.thread.sides([creator]);
    expect(own).toMatchObject({ blocked: true, muted: false });
    await change(scene, account, { kind: 'react', message, emoji: '👍', reacted: false });
    await change(scene, creator, { kind: 'read', message });
    await change(scene, creator, { kind: 'mute', muted: true });
    await change(scene, account, post('paid', { automated: true }));
    await change(scene, account, { kind: 'delete', message, version: 1 });
    await change(scene, creator, { kind: 'block', blocked: false });
    await send(scene, account, 'after');
  });

  it('sends what its limits allow in any minute, and edits four times as much', async () => {
    const scene = freshThread();
    const { head, thread, account, creator } = scene;
    const minute = 3;
    const start = Math.ceil(head.createdAt / MINUTE_MS) * MINUTE_MS;
    const at = async (ms: number, what = post('x'), side = account) =>
      await thread.change(
        head,
        acting(side, { now: start + ms, limits: { minute, beforeAnswer: null } }),
        what,
        null,
      );
    const { id: message } = must(await at(0)).message!;
    for (const ms of [20 * SECOND_MS, 50 * SECOND_MS]) must(await at(ms));
    expect(await at(59.5 * SECOND_MS)).toEqual({
      ok: false,
      refusal: { reason: 'rate_limited', retryAfter: 1 },
    });
    must(await at(59.5 * SECOND_MS, post('x'), creator));
    must(await at(60 * SECOND_MS));
    expect(await at(61 * SECOND_MS)).toMatchObject({ refusal: { reason: 'rate_limited', retryAfter: 19 } });
    for (let n = 0; n < 4 * minute; n++)
      must(await at(62 * SECOND_MS, { kind: 'react', message, emoji: '👍', reacted: n % 2 === 0 }));
    const edit = { kind: 'edit' as const, message, version: 1, body: 'y' };
    expect(await at(70 * SECOND_MS, edit)).toMatchObject({
      refusal: { reason: 'rate_limited', retryAfter: 50 },
    });
    must(await at(120 * SECOND_MS, edit));
  });

  it('waits for an answer: in a direct thread until the other ever wrote, at support for each', async () => {
    const limits = { minute: 100, beforeAnswer: 2 };
    for (const [kind, other] of [
      ['direct', null],
      ['support', SUPPORT_SIDE],
    ] as const) {
      const scene = freshThread(kind);
      const { account, thread, head } = scene;
      const ask = async () =>
        reasonOf(await thread.change(head, acting(account, { limits }), post('?'), null));
      expect([await ask(), await ask(), await ask()]).toEqual(['done', 'done', 'waits_for_answer']);
      await change(scene, other ?? scene.creator, post('told', { automated: true }));
      expect(await ask()).toBe('waits_for_answer');
      await send(scene, other ?? scene.creator, 'answer');
      expect([await ask(), await ask(), await ask()]).toEqual([
        'done',
        'done',
        other ? 'waits_for_answer' : 'done',
      ]);
    }
  });
});
