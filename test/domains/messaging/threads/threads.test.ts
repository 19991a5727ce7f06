import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kit/ids.ts';
import { as, mintTalk, openDirect, patch, read, said, told } from '../../../harness/messaging/talks.ts';
import { call, testEnv } from '../../../harness/world.ts';

describe('a direct thread', () => {
  it('is one for ever, opened by either side, with its message', async () => {
    const { brand, creator } = await mintTalk();
    const opened = await openDirect(brand, creator, 'Hello');
    expect(opened.status, JSON.stringify(opened.body)).toBe(201);
    const again = await openDirect(creator, brand, 'Hello to you');
    expect([again.status, again.body.data.id]).toEqual([200, opened.body.data.id]);
    const list = await read(brand, `/v1/messages?thread=${opened.body.data.id}`);
    expect(list.map((one: { body: string; sender: { id: string } }) => [one.body, one.sender.id])).toEqual([
      ['Hello to you', creator.id],
      ['Hello', brand.id],
    ]);
    expect(again.body.data).toMatchObject({
      kind: 'direct',
      account: brand.id,
      canSend: true,
      lastMessage: { body: 'Hello to you' },
      participants: [
        { actor: { id: brand.id, type: 'organization' }, lastRead: list[1].id },
        { actor: { id: creator.id, type: 'creator', name: 'Ana Duarte' }, lastRead: list[0].id },
      ],
      ...{ program: null, programName: null, support: null, discord: null, muted: false, blocked: [] },
    });
    for (const { joinedAt } of again.body.data.participants)
      expect(joinedAt).toBe(opened.body.data.createdAt);
  });

  it('is stored for a repeat of its key without its last message, which may be deleted by then', async () => {
    const { brand, creator } = await mintTalk();
    const open = () =>
      call('POST', '/v1/threads', {
        ...as(brand),
        body: { kind: 'direct', with: creator.id, message: { body: 'Short-lived' } },
        headers: { 'Idempotency-Key': 'opens' },
      });
    const first = await open();
    expect(first.body.data.lastMessage).toMatchObject({ body: 'Short-lived' });
    const again = await open();
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.body.data).toEqual({ ...first.body.data, lastMessage: null });
    const stored = testEnv.DB.prepare('SELECT body FROM idempotency_keys WHERE account_id = ?');
    expect((await stored.bind(brand.id).first<{ body: string }>())!.body).not.toContain('Short-lived');
  });

  it('is not opened for a message that cannot be sent', async () => {
    const { brand, creator } = await mintTalk();
    const body = { kind: 'direct', with: creator.id, message: { files: [newId('file', 0)] } };
    const refused = await call('POST', '/v1/threads', { ...as(brand), body });
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'file_not_found']);
    expect(await read(brand, '/v1/threads')).toEqual([]);
    expect((await openDirect(brand, creator, 'Hello')).status).toBe(201);
  });

  it('shows in both lists, most recently active first, with what is unread', async () => {
    const { brand, partner, creator } = await mintTalk();
    const first = (await openDirect(brand, creator)).body.data.id;
    const second = (await openDirect(partner, creator)).body.data.id;
    await said(brand, first, 'One');
    const last = await said(brand, first, 'Two');
    await said(partner, second, 'Three');
    await said(brand, first, 'Four');
    await told(first);
    await told(second);
    const threads = await read(creator, '/v1/threads');
    expect(threads.map((one: { id: string; unreadCount: number }) => [one.id, one.unreadCount])).toEqual([
      [first, 3],
      [second, 1],
    ]);
    expect(await read(creator, '/v1/threads/unread')).toEqual({ threads: 2, messages: 4 });
    const marked = await patch(creator, `/v1/threads/${first}`, { read: last });
    expect([marked.status, marked.body.data.unreadCount]).toEqual([200, 1]);
    await patch(creator, `/v1/threads/${second}`, { muted: true });
    await told(first);
    await told(second);
    expect(await read(creator, '/v1/threads/unread')).toEqual({ threads: 1, messages: 1 });
    expect((await read(brand, '/v1/threads'))[0]).toMatchObject({ id: first, unreadCount: 0 });
    expect(await read(brand, '/v1/threads?kind=direct')).toHaveLength(1);
    expect(await read(brand, '/v1/threads?kind=program')).toEqual([]);
    const page = await call('GET', '/v1/threads?limit=1', as(creator));
    const next = await call('GET', `/v1/threads?limit=1&cursor=${page.body.nextCursor}`, as(creator));
    expect([page.body.data[0].id, next.body.data[0].id, next.body.nextCursor]).toEqual([first, second, null]);
    await said(partner, second, 'Five');
    await told(second);
    expect((await read(creator, '/v1/threads'))[0].id).toBe(second);
  });
});
