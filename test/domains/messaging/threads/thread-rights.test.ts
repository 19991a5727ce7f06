// Who reaches a thread by the API, in every state of a relationship.
import { describe, expect, it } from 'vitest';
import { createMessage } from '../../../../src/domains/messaging/messages/create-message.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { askLive, openLive, ticketFor } from '../../../harness/messaging/live.ts';
import {
  as,
  openDirect,
  patch,
  read,
  type Side,
  said,
  say,
  sideOf,
  told,
} from '../../../harness/messaging/talks.ts';
import { mintStaff } from '../../../harness/people/staff.ts';
import { enroll, mintCreator, mintScene, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount, ORIGIN, systemCtx, testEnv, withVars } from '../../../harness/world.ts';

type Scene = Awaited<ReturnType<typeof mintScene>>;

const sidesOf = ({ brand, partner, creator }: Scene) => ({
  brand: sideOf(brand),
  partner: sideOf(partner),
  creator: { id: creator, key: partner.key, as: creator } satisfies Side,
});

async function between({ brand }: Scene): Promise<string> {
  return (await call('GET', '/v1/relationships', { key: brand.key })).body.data[0].id;
}

/** What a side can do with a thread: the statuses of reading it, its list, sending, marking and reacting. */
async function tries(by: Side, thread: string, message: string): Promise<number[]> {
  const answers = [
    await call('GET', `/v1/threads/${thread}`, as(by)),
    await call('GET', `/v1/messages?thread=${thread}`, as(by)),
    await say(by, thread, 'Once more'),
    await patch(by, `/v1/threads/${thread}`, { read: message }),
    await patch(by, `/v1/messages/${message}`, { emoji: '👏', reacted: true }),
  ];
  return answers.map(({ status }) => status);
}

const OPEN = [200, 200, 201, 200, 200];
const CLOSED = [200, 200, 422, 200, 422];
const NONE = [404, 404, 404, 404, 404];

describe('a thread of two who work together', () => {
  it('is theirs alone; read keys and strangers have no part in it', async () => {
    const scene = await mintScene({ agreements: [] });
    const { brand, partner, creator } = sidesOf(scene);
    await enroll(brand.key, creator, scene.program.id);
    const thread = (await openDirect(brand, creator)).body.data.id;
    const message = await said(creator, thread, 'Hello');
    expect(await tries(brand, thread, message)).toEqual(OPEN);
    expect(await tries(creator, thread, message)).toEqual(OPEN);
    const strangers = [partner, sideOf(await mintAccount()), sideOf(await mintAccount('partner'))];
    for (const one of strangers) expect(await tries(one, thread, message)).toEqual(NONE);
    const readKey = { id: brand.id, key: scene.brand.readKey };
    expect(await tries(readKey, thread, message)).toEqual([200, 200, 403, 403, 403]);
    expect((await read(readKey, `/v1/threads/${thread}`)).canSend).toBe(false);
    expect((await openDirect(readKey, creator)).status).toBe(403);
  });

  it.each(['ended', 'blocked', 'barred'] as const)(
    'is only read once it is %s, and neither side is told which',
    async (state) => {
      const scene = await mintScene({ agreements: [] });
      const { brand, creator } = sidesOf(scene);
      await enroll(brand.key, creator, scene.program.id);
      const thread = (await openDirect(brand, creator)).body.data.id;
      const message = await said(creator, thread, 'Hello');
      await patch(creator, `/v1/messages/${message}`, { emoji: '👀', reacted: true });
      const act = {
        ended: async () =>
          await patch(brand, `/v1/relationships/${await between(scene)}`, { status: 'ended' }),
        blocked: async () => await patch(brand, `/v1/threads/${thread}`, { blocked: true }),
        barred: async () => await mintStaff().post(`/senders/${brand.id}/bar`),
      };
      await act[state]();
      // A block is the object's at once, and the database's a moment later.
      const early = await say(creator, thread, 'Are you there?');
      await told(thread);
      expect(await tries(creator, thread, message)).toEqual(CLOSED);
      const late = await say(creator, thread, 'Are you there?');
      const seen = await read(creator, `/v1/threads/${thread}`);
      expect(seen).toMatchObject({
        canSend: false,
        blocked: [],
        participants: [{}, { actor: { id: creator.id } }],
      });
      for (const { status, body } of [early, late])
        expect([status, body.error.details, body.error.message]).toEqual([
          422,
          { reason: 'cannot_send' },
          'Nothing can be written in this thread now.',
        ]);
      const own = await read(brand, `/v1/threads/${thread}`);
      expect([own.canSend, own.blocked]).toEqual([false, state === 'blocked' ? [creator.id] : []]);
      expect(await tries(brand, thread, message)).toEqual(CLOSED);
      // The one thread of the two is found, and nothing is sent in it.
      expect((await openDirect(creator, brand)).status).toBe(200);
      expect((await openDirect(creator, brand, 'Hello?')).status).toBe(422);
      for (const change of [
        { emoji: '👀', reacted: false },
        { version: 1, deleted: true },
      ])
        expect((await patch(creator, `/v1/messages/${message}`, change)).status).toBe(200);
    },
  );

  it('goes on when both agree again, or the block ends', async () => {
    const scene = await mintScene({ agreements: [] });
    const { brand, creator } = sidesOf(scene);
    await enroll(brand.key, creator, scene.program.id);
    const thread = (await openDirect(brand, creator)).body.data.id;
    const message = await said(creator, thread, 'Hello');
    await patch(brand, `/v1/relationships/${await between(scene)}`, { status: 'ended' });
    await patch(creator, `/v1/threads/${thread}`, { blocked: true });
    const program = await mintProgram(brand.key, { status: 'live', visibility: 'network' });
    await enroll(brand.key, creator, program.id);
    expect((await say(brand, thread, 'Again')).status).toBe(422);
    expect((await patch(creator, `/v1/threads/${thread}`, { blocked: false })).body.data.canSend).toBe(true);
    await told(thread);
    expect(await tries(brand, thread, message)).toEqual(OPEN);
  });

  it('is opened only while they do: else 422 for who is seen, 404 for who is not', async () => {
    const scene = await mintScene({ agreements: [] });
    const { brand, partner, creator } = sidesOf(scene);
    const hidden = await mintCreator(partner.key);
    const reason = async (by: Side, other: { id: string }) => {
      const { status, body } = await openDirect(by, other as Side);
      return [status, body.error?.details?.reason ?? body.error?.message];
    };
    const no = [422, 'no_relationship'];
    expect(await reason(brand, creator)).toEqual(no);
    expect(await reason(creator, brand)).toEqual(no);
    expect(await reason(brand, hidden)).toEqual([404, 'No such creator.']);
    expect(await reason(brand, { id: `crtr_${'0'.repeat(26)}` })).toEqual([404, 'No such creator.']);
    expect(await reason(brand, partner)).toEqual(no);
    expect(await reason(brand, { id: `acct_${'0'.repeat(26)}` })).toEqual(no);
    expect(await reason(creator, hidden)).toEqual([404, 'No such creator.']);
    expect(await reason(creator, { id: `acct_${'0'.repeat(26)}` })).toEqual([404, 'No such account.']);
    const quiet = await mintAccount();
    expect(await reason(creator, quiet)).toEqual([404, 'No such account.']);
    // Invited, but not agreed.
    await call('POST', '/v1/applications', {
      key: brand.key,
      body: { program: scene.program.id, creator: creator.id },
    });
    await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'invited' WHERE account_id = ?")
      .bind(brand.id)
      .run();
    expect(await reason(brand, creator)).toEqual(no);
    expect((await call('POST', '/v1/threads', { ...as(brand), body: { kind: 'direct' } })).status).toBe(422);
  });

  it("is the person's alone once it took the record over, earlier messages too", async () => {
    clock.hold();
    const scene = await mintScene({ agreements: [] });
    const { brand, creator } = sidesOf(scene);
    await enroll(brand.key, creator, scene.program.id);
    const thread = (await openDirect(brand, creator)).body.data.id;
    const message = await said(creator, thread, 'Written by the partner');
    const { email } = (await call('GET', `/v1/creators/${creator.id}`, as(creator))).body.data;
    const [ours, theirs] = [await openLive(thread, brand), await openLive(thread, creator)];
    const ctx = systemCtx();
    await verifyAddress(ctx, 'user_ana', email);
    await ctx.write.commit();
    expect(await tries(creator, thread, message)).toEqual([200, 200, 403, 403, 403]);
    expect((await read(creator, `/v1/threads/${thread}`)).canSend).toBe(false);
    // The same goes for a socket that was open before, and one that a ticket opens now.
    const { protocols } = (await ticketFor(thread, creator)).body.data;
    const { client } = await askLive(thread, { protocols, origin: ORIGIN });
    client!.send({ type: 'typing' });
    const unread = await said(brand, thread, 'Unread');
    theirs.send({ type: 'read', message: unread });
    clock.advance(10 * SECOND_MS);
    theirs.send({ type: 'typing' });
    await said(brand, thread, 'Heard');
    for (const one of [ours, theirs]) await one.sees('change', ({ message: { body } }) => body === 'Heard');
    await theirs.sees('own', ({ unread }) => unread === 2);
    expect(ours.frames.filter(({ type }) => ['read', 'typing'].includes(type))).toEqual([]);
    const then = systemCtx();
    await takeOver(then, 'user_ana', creator.id);
    await then.write.commit();
    // A key's record is remembered for ten seconds, for what it reads.
    clock.advance(11_000);
    expect(await tries(creator, thread, message)).toEqual([403, 403, 403, 403, 403]);
    expect((await call('GET', '/v1/threads', { key: scene.partner.key })).body.data).toEqual([]);
    const person = verbCtx(scene.partner, { creator: creator.id });
    Object.assign(person.actor, { by: 'person', callerId: 'user_ana', home: null });
    const sent = await createMessage(person, { thread, body: 'Now it is me' }, null);
    expect(sent.message.sender.id).toBe(creator.id);
    const bodies = (await read(brand, `/v1/messages?thread=${thread}`)).map(
      (one: { body: string }) => one.body,
    );
    expect(bodies).toEqual(['Now it is me', 'Heard', 'Unread', 'Written by the partner']);
  });
});

describe("a program's thread", () => {
  it('is written by its account, read by who is in the program, and shows each only the account and itself', async () => {
    clock.hold();
    const scene = await mintScene({ agreements: [] });
    const { brand, partner, creator } = sidesOf(scene);
    const other = await mintCreator(partner.key, { visibility: 'network' });
    const second = { id: other.id, key: partner.key, as: other.id };
    const body = { kind: 'program', program: scene.program.id, message: { body: 'Welcome' } };
    expect((await call('POST', '/v1/threads', { ...as(creator), body })).status).toBe(404);
    const opened = await call('POST', '/v1/threads', { ...as(brand), body });
    expect([opened.status, opened.body.data.participantCount]).toEqual([201, 1]);
    const thread = opened.body.data.id;
    expect((await call('POST', '/v1/threads', { ...as(brand), body })).status).toBe(200);
    await told(thread);
    clock.advance(1000);
    for (const one of [creator, second]) {
      expect((await call('GET', `/v1/threads/${thread}`, as(one))).status).toBe(404);
      expect(await read(one, '/v1/threads')).toEqual([]);
      await enroll(brand.key, one, scene.program.id);
    }
    const message = await said(brand, thread, 'News');
    for (const one of [creator, second])
      await patch(one, `/v1/messages/${message}`, { emoji: '👏', reacted: true });
    await told(thread);
    const [seen] = await read(creator, '/v1/threads?kind=program');
    expect(seen).toMatchObject({
      id: thread,
      programName: scene.program.name,
      canSend: false,
      participantCount: 3,
      // What was written before it came into the program is read, and not unread.
      unreadCount: 1,
      participants: [{ actor: { id: brand.id } }, { actor: { id: creator.id } }],
    });
    expect(await tries(creator, thread, message)).toEqual([200, 200, 422, 200, 200]);
    const [newest] = await read(creator, `/v1/messages?thread=${thread}`);
    expect(newest.reactions).toEqual([
      expect.objectContaining({
        count: 2,
        reacted: true,
        actors: [expect.objectContaining({ id: creator.id })],
      }),
    ]);
    await told(thread);
    expect(await read(creator, '/v1/threads/unread')).toEqual({ threads: 0, messages: 0 });
    expect(await read(second, '/v1/threads/unread')).toEqual({ threads: 1, messages: 1 });
    expect((await read(brand, `/v1/threads?program=${scene.program.id}`))[0]).toMatchObject({
      unreadCount: 0,
    });
    // Nothing is written for a member that did nothing.
    const { results } = await testEnv.DB.prepare('SELECT side FROM thread_sides WHERE thread_id = ?')
      .bind(thread)
      .all();
    expect(results.map(({ side }) => side).sort()).toEqual([brand.id, creator.id].sort());
    const [application] = await read(creator, '/v1/applications');
    await patch(brand, `/v1/applications/${application.id}`, { status: 'rejected' });
    expect(await tries(creator, thread, message)).toEqual(NONE);
    expect(await read(creator, '/v1/threads')).toEqual([]);
  });
});

describe('a support thread', () => {
  it('is one an account and creator, with our staff under the name of the service', async () => {
    const scene = await mintScene({ agreements: [] });
    const { brand, partner, creator } = sidesOf(scene);
    const body = { kind: 'support', message: { body: 'Help' } };
    for (const one of [brand, creator]) {
      const opened = await call('POST', '/v1/threads', { ...as(one), body });
      expect([opened.status, opened.body.data]).toEqual([
        201,
        expect.objectContaining({
          support: { status: 'waiting_on_lucra', resolvedAt: null },
          participants: [
            expect.objectContaining({ actor: expect.objectContaining({ id: one.id }) }),
            expect.objectContaining({
              actor: { id: 'support', type: 'support', name: 'Service', avatar: null },
            }),
          ],
        }),
      ]);
      const again = await call('POST', '/v1/threads', { ...as(one), body: { kind: 'support' } });
      expect([again.status, again.body.data.id]).toEqual([200, opened.body.data.id]);
      expect((await call('GET', `/v1/threads/${opened.body.data.id}`, as(partner))).status).toBe(404);
      const blocked = await patch(one, `/v1/threads/${opened.body.data.id}`, { blocked: true });
      expect(blocked.body.error.details).toEqual({ reason: 'not_direct' });
    }
  });
});

describe('new threads', () => {
  it('are limited a day, and one where two open it at once', async () => {
    const scene = await mintScene({ agreements: [] });
    const { brand, creator } = sidesOf(scene);
    await enroll(brand.key, creator, scene.program.id);
    const both = await Promise.all([openDirect(brand, creator, 'One'), openDirect(creator, brand, 'Two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    const [one, two] = both.map(({ body }) => body.data.id);
    expect([one, await read(brand, `/v1/messages?thread=${one}`)]).toEqual([
      two,
      [expect.anything(), expect.anything()],
    ]);
    const env = withVars(testEnv, { THREADS_A_DAY: '1' });
    const open = (kind: string, more = {}) =>
      call('POST', '/v1/threads', { ...as(quick), env, body: { kind, ...more } });
    const quick = sideOf(await mintAccount());
    expect((await open('support')).status).toBe(201);
    const program = (await mintProgram(quick.key)).id;
    expect((await open('program', { program })).status).toBe(429);
    expect((await open('support')).status).toBe(200);
  });
});
