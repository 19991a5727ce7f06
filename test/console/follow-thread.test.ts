// The live client of a thread, at real sockets of real threads.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEXTS } from '../../src/console/asset-texts.generated.ts';
import { asset } from '../../src/console/assets.ts';
import { Ended, type Follower, followThread } from '../../src/console/islands/follow-thread.ts';
import { SECOND_MS } from '../../src/kit/time.ts';
import fc from '../harness/fc.ts';
import { openLive, ticketFor } from '../harness/messaging/live.ts';
import { network, newPage, PageSocket } from '../harness/messaging/page-socket.ts';
import { mintTalk, openDirect, type Side, said, type Talk } from '../harness/messaging/talks.ts';
import { PATIENCE } from '../harness/patience.ts';
import { ORIGIN } from '../harness/world.ts';

let page: ReturnType<typeof newPage>;
let follower: Follower;

beforeEach(() => {
  page = newPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  follower?.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Scene extends Talk {
  thread: string;
}

async function stage(): Promise<Scene> {
  const talk = await mintTalk();
  const { body } = await openDirect(talk.brand, talk.creator, 'first');
  return { ...talk, thread: body.data.id };
}

/** A page of the creator that shows one message, and what it was told. */
function follow({ thread, creator }: Scene, answers: { ask?: () => Promise<number>; after?: number } = {}) {
  const told = {
    seqs: [] as number[],
    states: [] as string[],
    asked: 0,
    connected: 0,
    resyncs: [] as number[],
    own: [] as unknown[],
    read: [] as unknown[],
    typing: [] as string[],
  };
  const { ask = async () => 0, after = 1 } = answers;
  follower = followThread({
    connect: async () => {
      told.connected++;
      const { body } = await ticketFor(thread, creator);
      return { url: `${ORIGIN}/v1/threads/${thread}/live`, ticket: body.data.ticket };
    },
    after,
    ask: async () => {
      told.asked++;
      return await ask();
    },
    change: ({ seq }) => told.seqs.push(seq),
    resync: (seq) => told.resyncs.push(seq),
    own: (state) => told.own.push(state),
    read: (mark) => told.read.push(mark),
    typing: (side) => told.typing.push(side),
    state: (now) => told.states.push(now),
  });
  return told;
}

const is = async (check: () => void): Promise<void> => await vi.waitFor(check, PATIENCE);
const passes = async (seconds: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(seconds * SECOND_MS);
};
const isLive = async (told: ReturnType<typeof follow>) =>
  await is(() => expect(told.states.at(-1)).toBe('live'));
const write = async (scene: Scene, body: string, by: Side = scene.brand) =>
  await said(by, scene.thread, body);

it('has at most 3 kB, gzipped', async () => {
  const script = TEXTS[asset('follow-thread.js')]!;
  const shared = [...script.matchAll(/"\.\/(shared\.[^"]+)"/g)].map(([, name]) => TEXTS[`/ui/${name}`]!);
  let size = 0;
  for (const text of [script, ...shared]) {
    const stream = new Response(text).body!.pipeThrough(new CompressionStream('gzip'));
    size += (await new Response(stream).arrayBuffer()).byteLength;
  }
  expect(size).toBeGreaterThan(1_000);
  expect(size).toBeLessThan(3_000);
});

describe('a followed thread', () => {
  it('tells each change once, also those that came while there was no socket', async () => {
    const scene = await stage();
    const told = follow(scene);
    await isLive(told);
    await write(scene, 'second');
    await is(() => expect(told.seqs).toEqual([2]));
    network.isDown = true;
    PageSocket.all[0]!.cut();
    expect(told.states).toEqual(['live', 'asking']);
    await write(scene, 'third');
    await write(scene, 'fourth');
    // It comes back after one second at the earliest, and after ten at the latest.
    await passes(0.9);
    expect(PageSocket.all).toHaveLength(1);
    network.isDown = false;
    await passes(9.1);
    await is(() => expect(told.seqs).toEqual([2, 3, 4]));
    expect(PageSocket.all.map(({ address }) => address.searchParams.get('after'))).toEqual(['1', '2']);
    expect(PageSocket.open).toHaveLength(1);
  });

  it('is asked about every ten seconds while no socket can be had, which is tried ever more seldom', async () => {
    network.isDown = true;
    const scene = await stage();
    let shown = 1;
    const told = follow(scene, { ask: async () => shown });
    await is(() => expect(told.states).toEqual(['asking']));
    await write(scene, 'second');
    shown = 2;
    await passes(600);
    expect(told.asked).toBeGreaterThanOrEqual(59);
    expect(told.asked).toBeLessThanOrEqual(61);
    expect(told.connected).toBeLessThan(40);
    const { asked } = told;
    network.isDown = false;
    await passes(160);
    await isLive(told);
    expect(told.seqs).toEqual([]);
    const during = told.asked;
    expect(during).toBeGreaterThanOrEqual(asked);
    await passes(20);
    expect(told.asked).toBe(during);
  });

  it('finds a connection that is dead without a word', async () => {
    const scene = await stage();
    const told = follow(scene);
    await isLive(told);
    await passes(100);
    await is(() => expect(PageSocket.all[0]!.sent).toEqual(['ping', 'ping', 'ping', 'ping']));
    expect(PageSocket.all).toHaveLength(1);
    network.isSilent = true;
    await passes(50);
    expect(PageSocket.all[0]!.readyState).toBe(3);
    network.isSilent = false;
    await passes(10);
    await isLive(told);
    expect(PageSocket.open).toHaveLength(1);
  });

  it('rests while the page is hidden for long, and catches up when it is looked at again', async () => {
    const scene = await stage();
    const told = follow(scene);
    await isLive(told);
    page.hide();
    await passes(200);
    page.show();
    page.hide();
    await passes(200);
    expect(PageSocket.open).toHaveLength(1);
    await passes(100);
    expect(PageSocket.open).toHaveLength(0);
    await write(scene, 'unseen');
    await passes(600);
    expect([told.asked, told.connected, told.seqs]).toEqual([0, 1, []]);
    page.show();
    page.hide();
    page.show();
    await is(() => expect(told.seqs).toEqual([2]));
    expect([told.connected, PageSocket.open.length]).toEqual([2, 1]);
  });

  it('asks about a gap, and begins anew after more was missed than is kept', async () => {
    const scene = await stage();
    const told = follow(scene, { ask: async () => 5 });
    await isLive(told);
    const socket = PageSocket.all[0]!;
    const change = (seq: number) =>
      socket.hears(JSON.stringify({ type: 'change', seq, kind: 'edit', message: { id: 'msg_x' } }));
    change(2);
    change(4);
    change(5);
    await is(() => expect(told.asked).toBe(1));
    await passes(0);
    change(5);
    change(6);
    expect(told.seqs).toEqual([2, 6]);
    follower.stop();
    const ahead = follow(scene, { after: 1_000 });
    await isLive(ahead);
    expect(ahead.resyncs).toEqual([1]);
    await write(scene, 'second');
    await is(() => expect(ahead.seqs).toEqual([2]));
  });

  it('ends with the right to read, however that is noticed', async () => {
    for (const notices of ['socket', 'ticket', 'ask'] as const) {
      const told = { states: [] as string[], tries: 0 };
      const scene = await stage();
      follower = followThread({
        connect: async () => {
          told.tries++;
          if (notices === 'ticket') throw new Ended();
          if (notices === 'ask') throw new Error('offline');
          const { body } = await ticketFor(scene.thread, scene.creator);
          return { url: `${ORIGIN}/v1/threads/${scene.thread}/live`, ticket: body.data.ticket };
        },
        after: 1,
        ask: async () => {
          throw new Ended();
        },
        change: () => {},
        resync: () => {},
        state: (now) => told.states.push(now),
      });
      if (notices === 'socket') {
        await is(() => expect(told.states).toEqual(['live']));
        PageSocket.all.at(-1)!.cut(4403);
      }
      if (notices === 'ask') await passes(10);
      await is(() => expect(told.states.at(-1)).toBe('ended'));
      const { tries } = told;
      await passes(300);
      page.hide();
      page.show();
      await passes(10);
      expect([told.tries, told.states.at(-1), PageSocket.open.length]).toEqual([tries, 'ended', 0]);
    }
  });

  it('says who types and what was read, within what a socket may send', async () => {
    const scene = await stage();
    const other = await openLive(scene.thread, scene.brand);
    const told = follow(scene);
    expect(follower.read('msg_early')).toBe(false);
    await isLive(told);
    const id = await write(scene, 'read me');
    await is(() => expect(told.own).toHaveLength(1));
    for (let n = 0; n < 40; n++) {
      follower.typing();
      expect(follower.read(id)).toBe(true);
      await passes(0.25);
    }
    expect(await other.sees('read')).toMatchObject({ side: scene.creator.id, message: id });
    await is(() => expect(told.own.at(-1)).toMatchObject({ unread: 0, readMessage: id, muted: false }));
    expect(PageSocket.all[0]!.sent.length).toBeLessThanOrEqual(20);
    expect(PageSocket.all[0]!.readyState).toBe(1);
    other.send({ type: 'typing' });
    other.send({ type: 'read', message: id });
    await is(() => expect(told.typing).toEqual([scene.brand.id]));
  });

  it('believes no frame that is not in its exact form', async () => {
    const scene = await stage();
    const told = follow(scene);
    await isLive(told);
    const before = structuredClone(told);
    const socket = PageSocket.all[0]!;
    const almost = fc.record({
      type: fc.constantFrom('change', 'ready', 'own', 'read', 'typing', 'resync', 'toString', '__proto__'),
      seq: fc.constantFrom('2', -1, 1.5, null, 2 ** 60),
      kind: fc.constant(1),
      message: fc.constantFrom(0, 7),
      side: fc.constantFrom(null, 7),
      unread: fc.constantFrom('0', -3),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          almost.map((frame) => JSON.stringify(frame)),
        ),
        async (text) => {
          socket.hears(text);
        },
      ),
    );
    expect(told).toEqual(before);
  });
});
