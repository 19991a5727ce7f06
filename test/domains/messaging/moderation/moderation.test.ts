// Reports of messages, removals and bars.
import { describe, expect, it } from 'vitest';
import { carryOutInstructions } from '../../../../src/domains/messaging/moderation/carry-out-instructions.ts';
import {
  begunReading,
  mintStaffIn,
  reported,
  unreachable,
  waiting,
} from '../../../harness/messaging/staff-talks.ts';
import { as, mintTalk, openDirect, read, say, told } from '../../../harness/messaging/talks.ts';
import { actionsOn, mintStaff, type Staff } from '../../../harness/people/staff.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

describe('a report', () => {
  it('waits without its texts, and shows what was said then to whoever recorded why', async () => {
    const { staff, report, message, brand, creator, thread } = await reported();
    const item = await staff.get(`/review-queue/message-reports/${report}`);
    expect(item.body.data).toMatchObject({
      waits: true,
      record: { message, thread, sender: creator.id, reporter: brand.id, reason: 'fraud', status: 'open' },
    });
    expect(item.body.data.parties.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([brand.id, creator.id]),
    );
    expect(JSON.stringify(item.body)).not.toContain('password');
    // It waits as its sender's and as its reporter's.
    expect(await waiting(staff, 'messageReports', creator)).toMatchObject([{ id: report }]);
    const path = `/message-reports/${report}/messages`;
    expect((await staff.get(path)).status).toBe(403);
    await begunReading(staff, report);
    const { data } = (await staff.get(path)).body;
    expect(data.messages.map((one: { body: string }) => one.body)).toEqual([
      'Hello',
      'Send me your password',
      'No',
    ]);
    expect(data.messages[1]).toMatchObject({
      files: [{ url: expect.any(String) }],
      sender: { id: creator.id },
    });
    expect(data.now).toMatchObject({ body: 'Nice weather', version: 2 });
  });

  it('is decided once, with all others of its message: removed for everybody, and the sender barred', async () => {
    const { staff, report, message, brand, creator, thread, file } = await reported();
    const decide = (outcome: string) => staff.post(`/message-reports/${report}/decision`, { outcome });
    expect((await decide('forgive')).status).toBe(422);
    const [first, second] = await Promise.all([decide('remove_and_bar'), decide('remove_and_bar')]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const actions = await actionsOn(staff, report);
    expect(actions).toMatchObject([{ after: { decision: 'remove_and_bar' } }]);
    // The note is its reporter's to have erased.
    expect(JSON.stringify([first.body, second.body, actions])).not.toContain('Looks like fraud.');
    expect((await decide('dismiss')).body.error.code).toBe('conflict');
    expect(await waiting(staff, 'messageReports', brand)).toEqual([]);
    await told(thread);
    const [, seen] = await read(brand, `/v1/messages?thread=${thread}`);
    expect(seen).toMatchObject({ id: message, body: '', files: [], deletedAt: expect.any(String) });
    expect((await call('GET', `/v1/files/${file}`, as(brand))).status).toBe(404);
    expect((await say(creator, thread, 'Why?')).status).toBe(422);
    const events = await testEnv.DB.prepare(
      "SELECT 1 FROM events WHERE type = 'message.updated' AND data ->> 'message' = ?",
    )
      .bind(message)
      .all();
    expect(events.results).toHaveLength(2);
    expect((await staff.get(`/senders/${creator.id}`)).body.data.bar).toMatchObject({ by: staff.name });
    // What it said then stays for whoever asks why it was removed.
    await begunReading(staff, report);
    expect((await staff.get(`/message-reports/${report}/messages`)).body.data).toMatchObject({
      report: { status: 'closed', decision: 'remove_and_bar', decidedBy: staff.name },
      now: { body: '', deletedAt: expect.any(String) },
    });
  });
});

describe('a removal', () => {
  it('is recorded first, and takes effect though its thread could not be reached then', async () => {
    const { staff, message, brand, thread } = await reported();
    const path = `/messages/${message}/removal`;
    // The thread is found, and lost before it is told.
    let calls = 0;
    const THREAD = {
      idFromName: (name: string) => testEnv.THREAD.idFromName(name),
      get: (id: DurableObjectId) => {
        const stub = testEnv.THREAD.get(id);
        return new Proxy(stub, {
          get: (of, name) => {
            if (name === 'change') {
              calls += 1;
              return unreachable;
            }
            return (of as unknown as Record<string | symbol, unknown>)[name];
          },
        });
      },
    };
    const lost = mintStaffIn({ ...staff.env, THREAD } as unknown as Staff['env'], staff);
    expect((await lost.post(path)).status).toBe(200);
    expect(calls).toBe(1);
    expect(await actionsOn(staff, message)).toMatchObject([{ action: 'message.remove' }]);
    const bodies = async () =>
      (await read(brand, `/v1/messages?thread=${thread}`)).map((one: { body: string }) => one.body);
    expect(await bodies()).toContain('Nice weather');
    // Decided already, and not done yet.
    expect((await staff.post(path)).body.error.code).toBe('conflict');
    await carryOutInstructions(systemCtx());
    expect(await bodies()).toEqual(['No', '', 'Hello']);
    expect((await staff.post(path)).body.error.code).toBe('conflict');
    expect(await actionsOn(staff, message)).toHaveLength(1);
    expect((await staff.post(`/messages/msg_${'0'.repeat(26)}/removal`)).status).toBe(404);
    expect((await staff.post('/messages/x/removal')).status).toBe(404);
    await told(thread);
    const row = testEnv.DB.prepare('SELECT deleted FROM thread_messages WHERE id = ?').bind(message);
    expect(await row.first()).toEqual({ deleted: 1 });
  });
});

describe('a bar', () => {
  it('stops a sender everywhere but at the staff, until it is lifted, each once', async () => {
    const staff = mintStaff();
    const { brand, creator, partner } = await mintTalk();
    const [one, two] = [
      (await openDirect(brand, creator)).body.data.id,
      (await openDirect(partner, creator)).body.data.id,
    ];
    const bar = () => staff.post(`/senders/${creator.id}/bar`);
    const unbar = () => staff.post(`/senders/${creator.id}/unbar`);
    expect((await unbar()).body.error.code).toBe('conflict');
    const both = await Promise.all([bar(), bar()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const thread of [one, two]) expect((await say(creator, thread, 'Hello')).status).toBe(422);
    // What cannot be sent opens nothing.
    const other = await mintTalk();
    expect((await staff.post(`/senders/${other.brand.id}/bar`)).status).toBe(200);
    expect((await openDirect(other.creator, other.brand, 'Hello')).body.error.details).toEqual({
      reason: 'cannot_send',
    });
    expect(await read(other.creator, '/v1/threads')).toEqual([]);
    const support = { kind: 'support', message: { body: 'Why?' } };
    expect((await call('POST', '/v1/threads', { ...as(creator), body: support })).status).toBe(201);
    expect((await unbar()).status).toBe(200);
    for (const thread of [one, two]) expect((await say(creator, thread, 'Hello')).status).toBe(201);
    expect((await actionsOn(staff, creator.id)).map(({ action }) => action)).toEqual([
      'sender.unbar',
      'sender.bar',
    ]);
    expect((await staff.post(`/senders/acct_${'0'.repeat(26)}/bar`)).status).toBe(404);
  });
});
