// Support threads as the staff reads, answers and resolves them.
import { describe, expect, it } from 'vitest';
import { carryOutInstructions } from '../../../../src/domains/messaging/moderation/carry-out-instructions.ts';
import { HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  begunReading,
  cutOff,
  newestOf,
  question,
  supportOf,
  waiting,
} from '../../../harness/messaging/staff-talks.ts';
import { mintTalk, openDirect, patch, read, said, told } from '../../../harness/messaging/talks.ts';
import { actionsOn, mintStaff } from '../../../harness/people/staff.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

describe('a support thread', () => {
  it('waits since its first unanswered message, however often its customer writes again', async () => {
    clock.hold();
    const staff = mintStaff();
    const { brand, thread } = await question();
    const since = new Date(clock.now()).toISOString();
    clock.advance(HOUR_MS);
    await said(brand, thread, 'Hello?');
    await told(thread);
    expect(await waiting(staff, 'supportThreads', brand)).toMatchObject([
      { id: thread, account: brand.id, waitingSince: since, status: 'waiting_on_lucra' },
    ]);
    expect(JSON.stringify((await staff.get(`/review-queue?account=${brand.id}`)).body)).not.toContain(
      'Hello',
    );
  });

  it('is read for an hour by whoever recorded why, and by nobody else', async () => {
    clock.hold();
    const [staff, other] = [mintStaff(), mintStaff()];
    const { thread } = await question();
    const path = `/support-threads/${thread}/messages`;
    expect((await staff.get(path)).body.error.code).toBe('permission_denied');
    expect((await staff.post('/readings', { subject: thread, reason: ' ' })).status).toBe(422);
    expect((await staff.post('/readings', { subject: thread, reason: 'Asked by phone.' })).status).toBe(200);
    const { body } = await staff.get(path);
    expect(body.data).toMatchObject({
      messages: [{ body: 'Where is my money?' }],
      older: null,
      pending: [],
    });
    expect((await other.get(path)).status).toBe(403);
    expect(await actionsOn(staff, thread)).toMatchObject([
      { staff: staff.name, action: 'messages.read', reason: 'Asked by phone.' },
    ]);
    clock.advance(HOUR_MS + 1);
    expect((await staff.get(path)).status).toBe(403);
    // Two who work together are read by no staff: only what one of them reported.
    const { brand, creator } = await mintTalk();
    const direct = (await openDirect(brand, creator, 'Hello')).body.data.id;
    expect((await staff.post('/readings', { subject: direct })).status).toBe(404);
    expect((await staff.get(`/support-threads/${direct}/messages`)).status).toBe(404);
  });

  it('is answered in the name of the service, recorded without its text, and not past what came since', async () => {
    const staff = mintStaff();
    const { brand, thread } = await question();
    const { id: lastRead } = await newestOf(brand, thread);
    const answers = `/support-threads/${thread}/answers`;
    expect((await staff.post(answers, { body: 'On its way', lastRead })).status).toBe(403);
    await begunReading(staff, thread);
    expect((await staff.post(answers, { body: 'On its way', lastRead: null })).body.error.code).toBe(
      'version_conflict',
    );
    // A later message of another conversation says nothing of this one.
    const other = await question();
    const foreign = (await newestOf(other.brand, other.thread)).id;
    expect(
      (await staff.post(answers, { body: 'On its way', lastRead: foreign })).body.error.details,
    ).toMatchObject([{ path: '/lastRead' }]);
    expect((await staff.post(answers, { body: 'On its way', lastRead })).status).toBe(200);
    expect(await newestOf(brand, thread)).toMatchObject({
      body: 'On its way',
      sender: { id: 'support', name: 'Service' },
    });
    await told(thread);
    expect(await supportOf(brand, thread)).toEqual({ status: 'waiting_on_customer', resolvedAt: null });
    expect(await waiting(staff, 'supportThreads', brand)).toEqual([]);
    const [action] = await actionsOn(staff, thread);
    expect(action).toMatchObject({ action: 'support-thread.answer', after: { thread } });
    expect(JSON.stringify(action)).not.toContain('On its way');
    expect((await staff.post(answers, { body: 'Again', lastRead })).body.error.code).toBe('version_conflict');
  });

  it('gets an answer once that was recorded while it could not be reached', async () => {
    const staff = mintStaff();
    const { brand, thread } = await question();
    const { id: lastRead } = await newestOf(brand, thread);
    await begunReading(staff, thread);
    const answers = `/support-threads/${thread}/answers`;
    expect((await cutOff(staff).post(answers, { body: 'Soon', lastRead })).status).toBe(200);
    expect((await newestOf(brand, thread)).body).toBe('Where is my money?');
    const { body } = await staff.get(`/support-threads/${thread}/messages`);
    expect(body.data.pending).toMatchObject([{ body: 'Soon', staff: staff.name }]);
    // Another one would answer without having seen it.
    expect((await staff.post(answers, { body: 'Soon!', lastRead })).status).toBe(409);
    const rows = await testEnv.DB.prepare('SELECT * FROM thread_instructions').all();
    expect(rows.results).toHaveLength(1);
    await carryOutInstructions(systemCtx());
    // Its row was not deleted: the next run tells it again.
    await testEnv.DB.prepare('INSERT INTO thread_instructions VALUES (?, ?, ?, ?, ?)')
      .bind(...Object.values(rows.results[0]!))
      .run();
    await carryOutInstructions(systemCtx());
    const messages = await read(brand, `/v1/messages?thread=${thread}`);
    expect(messages.map((one: { body: string }) => one.body)).toEqual(['Soon', 'Where is my money?']);
    expect((await testEnv.DB.prepare('SELECT 1 FROM thread_instructions').all()).results).toEqual([]);
  });

  it('is resolved at the version that was read, and opened again by its customer alone', async () => {
    clock.hold();
    const staff = mintStaff();
    const { brand, thread } = await question();
    const resolve = (version: number) => staff.post(`/support-threads/${thread}/resolution`, { version });
    expect((await resolve(1)).body.error.code).toBe('version_conflict');
    await begunReading(staff, thread);
    const { id: lastRead } = await newestOf(brand, thread);
    await staff.post(`/support-threads/${thread}/answers`, { body: 'Done', lastRead });
    clock.advance(1);
    // The database has not heard of the answer, and the staff is through with the question.
    const resolved = await resolve(2);
    expect(resolved.body.data).toMatchObject({ status: 'resolved', waitingSince: null });
    expect((await resolve(2)).body.error.code).toBe('conflict');
    await told(thread);
    expect((await supportOf(brand, thread)).status).toBe('resolved');
    expect(await actionsOn(staff, thread)).toHaveLength(3);
    clock.advance(1);
    await said(brand, thread, 'Not yet');
    await told(thread);
    expect(await supportOf(brand, thread)).toEqual({ status: 'waiting_on_lucra', resolvedAt: null });
    expect(await waiting(staff, 'supportThreads', brand)).toHaveLength(1);
    // To edit what was told already asks nothing new.
    expect((await resolve(4)).status).toBe(200);
    const { id } = await newestOf(brand, thread);
    await patch(brand, `/v1/messages/${id}`, { version: 1, body: 'Not yet, sorry' });
    await told(thread);
    expect((await supportOf(brand, thread)).status).toBe('resolved');
  });
});
