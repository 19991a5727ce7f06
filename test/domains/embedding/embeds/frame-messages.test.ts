// What a frame shows and does of the messages between its session's account and the creator, and of no others.
import { describe, expect, it, vi } from 'vitest';
import { SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { askLive } from '../../../harness/messaging/live.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { enroll, mintCreator } from '../../../harness/work/creators.ts';
import { type EmbedScene, mintEmbedScene, openAsPerson, openFrame } from '../../../harness/work/embeds.ts';
import { call, mintAccount, ORIGIN, testEnv } from '../../../harness/world.ts';

const component = 'messages';

/** A brand and another one that both talk with the same creator, each in a direct thread and a program's. */
async function mintTalks() {
  const scene = await mintEmbedScene();
  const other = await mintAccount('brand');
  const creator = { key: scene.brand.key, as: scene.creator };
  await enroll(scene.brand.key, creator, scene.program);
  const made = await call('POST', '/v1/programs', {
    key: other.key,
    body: { name: 'Theirs', type: 'organic', status: 'live', visibility: 'network' },
  });
  await enroll(other.key, creator, made.body.data.id);
  const open = async (key: string, body: object) =>
    (await call('POST', '/v1/threads', { key, body })).body.data.id;
  const message = { body: 'Good morning' };
  const direct = (key: string) => open(key, { kind: 'direct', with: scene.creator, message });
  return {
    scene,
    other,
    creator,
    own: await direct(scene.brand.key),
    program: await open(scene.brand.key, { kind: 'program', program: scene.program, message }),
    foreign: await direct(other.key),
    support: (await call('POST', '/v1/threads', { ...creator, body: { kind: 'support', message } })).body.data
      .id,
  };
}

const tokenOf = async (scene: EmbedScene, features?: string[]) =>
  (await openFrame(scene, { component, ...(features && { features }) })).token;

describe('a frame of messages', () => {
  it('shows the threads of its account alone, by every call', async () => {
    const { scene, other, own, program, foreign, support, creator } = await mintTalks();
    const all = (await call('GET', '/v1/threads', creator)).body.data.map(({ id }: { id: string }) => id);
    expect(all.toSorted()).toEqual([own, program, foreign, support].toSorted());
    const key = await tokenOf(scene);
    const shown = (await call('GET', '/v1/threads', { key })).body.data.map(({ id }: { id: string }) => id);
    expect(shown.toSorted()).toEqual([own, program].toSorted());
    const theirs = (await call('GET', `/v1/messages?thread=${foreign}`, creator)).body.data[0].id;
    for (const [thread, message] of [
      [foreign, theirs],
      [support, null],
    ]) {
      const calls = [
        call('GET', `/v1/threads/${thread}`, { key }),
        call('PATCH', `/v1/threads/${thread}`, { key, body: { muted: true } }),
        call('GET', `/v1/messages?thread=${thread}`, { key }),
        call('POST', '/v1/messages', { key, body: { thread, body: 'x' } }),
        call('POST', `/v1/threads/${thread}/live-tickets`, { key, body: {} }),
        ...(message
          ? [call('PATCH', `/v1/messages/${message}`, { key, body: { emoji: '👍', reacted: true } })]
          : []),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
    }
    for (const body of [{ kind: 'direct', with: other.id }, { kind: 'support' }])
      expect((await call('POST', '/v1/threads', { key, body })).status).toBe(404);
    const found = (await call('GET', '/v1/messages?q=morning', { key })).body.data;
    expect(found.every(({ thread }: { thread: string }) => [own, program].includes(thread))).toBe(true);
  });

  it('writes, reacts and marks as the creator, and keeps a socket by a ticket of its own page', async () => {
    const { scene, own, program } = await mintTalks();
    const key = await tokenOf(scene);
    const direct = await call('POST', '/v1/threads', { key, body: { kind: 'direct', with: scene.brand.id } });
    expect([direct.status, direct.body.data.id]).toEqual([200, own]);
    const sent = await call('POST', '/v1/messages', { key, body: { thread: own, body: 'Hello' } });
    expect(sent.body.data.sender.id).toBe(scene.creator);
    const told = (await call('GET', `/v1/messages?thread=${program}`, { key })).body.data[0];
    const react = { emoji: '👍', reacted: true };
    const reacted = await call('PATCH', `/v1/messages/${told.id}`, { key, body: react });
    expect(reacted.body.data.reactions).toMatchObject([{ emoji: '👍', count: 1, reacted: true }]);
    expect((await call('PATCH', `/v1/threads/${program}`, { key, body: { read: told.id } })).status).toBe(
      200,
    );
    const { body } = await call('POST', `/v1/threads/${own}/live-tickets`, { key, body: {} });
    expect(body.data.origin).toBe(ORIGIN);
    const { client } = await askLive(own, { protocols: body.data.protocols, origin: ORIGIN, after: 0 });
    await client!.sees('ready');
    await call('POST', '/v1/messages', { key: scene.brand.key, body: { thread: own, body: 'Live' } });
    await client!.sees('change', ({ message }) => message.body === 'Live');
    client!.close();
  });

  it('only reads without the feature, also by its socket', async () => {
    const { scene, own } = await mintTalks();
    const key = await tokenOf(scene, []);
    const shown = async () => (await call('GET', `/v1/threads/${own}`, { key })).body.data;
    // The database is told of it a moment later.
    const thread = await vi.waitUntil(async () => {
      const now = await shown();
      return now.unreadCount === 1 && now;
    }, PATIENCE);
    expect(thread.canSend).toBe(false);
    const { id } = thread.lastMessage;
    for (const [method, path, body] of [
      ['POST', '/v1/messages', { thread: own, body: 'x' }],
      ['PATCH', `/v1/messages/${id}`, { emoji: '👍', reacted: true }],
      ['PATCH', `/v1/threads/${own}`, { read: id }],
      ['POST', '/v1/threads', { kind: 'direct', with: scene.brand.id }],
    ] as const)
      expect([path, (await call(method, path, { key, body })).status]).toEqual([path, 403]);
    const { body } = await call('POST', `/v1/threads/${own}/live-tickets`, { key, body: {} });
    const { client } = await askLive(own, { protocols: body.data.protocols, origin: ORIGIN });
    await client!.sees('ready');
    client!.send({ type: 'read', message: id });
    await call('POST', '/v1/messages', { key: scene.brand.key, body: { thread: own, body: 'Again' } });
    await client!.sees('change', ({ message }) => message.body === 'Again');
    client!.close();
    await vi.waitUntil(async () => (await shown()).unreadCount === 2, PATIENCE);
  });

  it.each<[string, (scene: EmbedScene) => Promise<readonly [string, () => Promise<unknown>]>]>([
    [
      'its session',
      async (scene) => {
        const { id, token } = await openFrame(scene, { component });
        const body = { status: 'ended' };
        return [token, () => call('PATCH', `/v1/embeds/${id}`, { key: scene.brand.key, body })];
      },
    ],
    [
      'the work of its creator with the account',
      async (scene) => {
        const body = { status: 'removed' };
        const remove = () => call('PATCH', `/v1/creators/${scene.creator}`, { key: scene.brand.key, body });
        return [await tokenOf(scene), remove];
      },
    ],
    [
      'the sign-in of the person who acts in it',
      async (scene) => {
        const { personToken, person } = await openAsPerson(scene, { component });
        const signOut = testEnv.DB.prepare('DELETE FROM sessions WHERE id = ?').bind(person.session);
        return [personToken, () => signOut.run()];
      },
    ],
  ])('has its socket closed within ten seconds after the end of %s', async (_, made) => {
    clock.hold();
    const { scene, own } = await mintTalks();
    const [key, end] = await made(scene);
    const { body } = await call('POST', `/v1/threads/${own}/live-tickets`, { key, body: {} });
    const { client } = await askLive(own, { protocols: body.data.protocols, origin: ORIGIN });
    const say = (text: string) =>
      call('POST', '/v1/messages', { key: scene.brand.key, body: { thread: own, body: text } });
    await say('Heard');
    await client!.sees('change', ({ message }) => message.body === 'Heard');
    await end();
    clock.advance(10 * SECOND_MS);
    // A block is heard of by who may hear, also where nothing can be written any more.
    await call('PATCH', `/v1/threads/${own}`, { key: scene.brand.key, body: { blocked: true } });
    await client!.endsWith(4403);
  });

  it('is refused for a creator of nobody it answers for, as every frame is', async () => {
    const scene = await mintEmbedScene();
    const stranger = await mintCreator((await mintAccount('brand')).key);
    const body = { component, creator: stranger.id, origin: 'https://shop.example.com' };
    expect((await call('POST', '/v1/embeds', { key: scene.brand.key, body })).status).toBe(422);
  });
});
