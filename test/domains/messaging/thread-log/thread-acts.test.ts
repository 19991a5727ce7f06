// @process ledger: it puts threads out of memory.
// Any acts of two sides, by many at once, killed in between: what the object holds is what a plain list would.
import { evictDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import type { Change } from '../../../../src/domains/messaging/thread-log/change.ts';
import type { MessageRecord } from '../../../../src/domains/messaging/thread-log/record.ts';
import type { Once } from '../../../../src/kit/once.ts';
import fc from '../../../harness/fc.ts';
import {
  acting,
  freshThread,
  inside,
  reasonOf,
  type Scene,
  stubOf,
} from '../../../harness/messaging/thread.ts';

const ACTS = 10_000;
const COMPARED_EVERY = 1000;

interface Act {
  kind: 'post' | 'edit' | 'delete' | 'remove' | 'react' | 'read' | 'automated';
  /** Which of the two sides. */
  side: 0 | 1;
  /** How far the message lies behind the newest. */
  back: number;
  /** Whether it goes by an old version. */
  stale: boolean;
  on: boolean;
  /** Whether the ones so far are sent as a group. */
  ends: boolean;
  /** What happens to the object afterwards. */
  after: 'nothing' | 'evicted' | 'killed';
}

const ACT: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('post', 'post', 'post', 'edit', 'delete', 'remove', 'react', 'read', 'automated'),
  side: fc.constantFrom(0, 1),
  back: fc.oneof(fc.nat(3), fc.nat(40)),
  stale: fc.nat(5).map((n) => n === 0),
  on: fc.boolean(),
  ends: fc.nat(12).map((n) => n === 0),
  after: fc.nat(60).map((n) => (n === 0 ? 'killed' : n < 4 ? 'evicted' : 'nothing')),
});

interface Kept {
  seq: number;
  side: number;
  automated: boolean;
  body: string;
  version: number;
  deleted: boolean;
  removed: boolean;
  reactions: Set<number>;
}

/** The rules, in the plainest way. */
class Model {
  seq = 0;
  readonly messages: Kept[] = [];
  readonly marks = [0, 0];

  do({ kind, side, back, stale, on }: Act, n: number): string {
    if (kind === 'post' || kind === 'automated') {
      const automated = kind === 'automated';
      const seq = ++this.seq;
      this.messages.push({
        seq,
        side,
        automated,
        body: `${n}`,
        version: 1,
        deleted: false,
        removed: false,
        reactions: new Set(),
      });
      if (!automated) this.marks[side] = seq;
      return 'done';
    }
    const message = this.messages.at(-1 - back);
    if (!message) return 'not_found';
    if (kind === 'read') {
      this.marks[side] = Math.max(this.marks[side]!, message.seq);
      return 'done';
    }
    if (kind === 'remove') {
      if (message.removed) return 'done';
      this.#empty(message);
      message.removed = true;
      return 'done';
    }
    if (kind === 'react') {
      if (message.deleted) return 'deleted';
      if (message.reactions.has(side) === on) return 'done';
      message.reactions[on ? 'add' : 'delete'](side);
      this.seq++;
      return 'done';
    }
    if (message.automated || message.side !== side) return 'not_own';
    if (message.deleted) return 'deleted';
    if (stale) return 'stale';
    if (kind === 'delete') {
      this.#empty(message);
      return 'done';
    }
    message.body = `${n}`;
    message.version++;
    this.seq++;
    return 'done';
  }

  #empty(message: Kept): void {
    Object.assign(message, { body: '', deleted: true, version: message.version + 1 });
    message.reactions.clear();
    this.seq++;
  }

  unread(side: number): number {
    return this.messages.filter((one) => one.side !== side && !one.deleted && one.seq > this.marks[side]!)
      .length;
  }
}

it(`holds after ${ACTS} acts what a plain list would: unread, marks, numbers, texts`, {
  timeout: 300_000,
}, async () => {
  const scene = freshThread();
  const sides = [scene.account, scene.creator];
  const model = new Model();
  const ids: string[] = [];
  let waiting: { act: Act; n: number }[] = [];
  const ended = { nothing: 0, evicted: 0, killed: 0 };
  let done = 0;

  /** What the act asks of the object, after those before it. */
  const asked = ({
    act,
    n,
  }: {
    act: Act;
    n: number;
  }): { side: string; change: Change; once: Once | null } => {
    const { kind, side, back, stale, on } = act;
    const by = sides[side]!;
    if (kind === 'post' || kind === 'automated') {
      const change: Change = {
        kind: 'post',
        body: `${n}`,
        files: [],
        replyTo: null,
        clientMessageId: n % 2 ? `c${n}` : null,
        automated: kind === 'automated',
      };
      return { side: by, change, once: n % 2 ? null : { key: `k${n}`, request: `${n}` } };
    }
    const target = model.messages.at(-1 - back);
    const message = (target && ids[model.messages.indexOf(target)]) ?? `msg_${'0'.repeat(26)}`;
    const version = (target?.version ?? 1) + (stale ? 1 : 0);
    switch (kind) {
      case 'edit':
        return { side: by, change: { kind, message, version, body: `${n}` }, once: null };
      case 'delete':
        return { side: by, change: { kind, message, version }, once: null };
      case 'react':
        return { side: by, change: { kind, message, emoji: '👍', reacted: on }, once: null };
      case 'remove':
        return { side: 'support', change: { kind, message }, once: null };
      case 'read':
        return { side: by, change: { kind, message }, once: null };
    }
  };

  const send = async (group: ReturnType<typeof asked>[]) =>
    await inside(
      scene,
      async (object) =>
        await Promise.all(
          group.map(({ side, change, once }) => object.change(scene.head, acting(side), change, once)),
        ),
    );

  const sendWaiting = async () => {
    const { after } = waiting.at(-1)!.act;
    const group: { ask: ReturnType<typeof asked>; expected: string; posted: boolean }[] = [];
    for (const one of waiting) {
      const ask = asked(one);
      const posted = ask.change.kind === 'post';
      // Messages of the same group have no ID yet, so acts on them wait for the next. Only posts can be repeated.
      if (!posted && (after === 'killed' || one.act.back < model.messages.length - ids.length)) continue;
      group.push({ ask, expected: model.do(one.act, one.n), posted });
    }
    waiting = [];
    ended[after]++;
    const asks = group.map(({ ask }) => ask);
    // Killed while they are written: their senders repeat them, and they are there once.
    if (after === 'killed')
      await Promise.allSettled([send(asks), inside(scene, (_, state) => state.abort('killed'))]);
    const outcomes = await send(asks);
    expect(outcomes.map(reasonOf)).toEqual(group.map(({ expected }) => expected));
    for (const [index, outcome] of outcomes.entries())
      if (group[index]!.posted && outcome.ok) ids.push(outcome.value.message!.id);
    if (after === 'evicted') await evictDurableObject(stubOf(scene));
    // A side's next message sets what is unread for it to nothing, and would hide a wrong count.
    await compareSides(scene, model);
  };

  for (const [n, act] of fc.sample(ACT, ACTS).entries()) {
    waiting.push({ act, n });
    if (act.ends || n === ACTS - 1) await sendWaiting();
    if (++done % COMPARED_EVERY === 0) await compare(scene, model, ids);
  }
  await compare(scene, model, ids);
  const messages = model.messages.length;
  expect(messages).toBeGreaterThan(ACTS / 4);
  for (const times of Object.values(ended)) expect(times).toBeGreaterThan(3);
});

async function compareSides({ thread, account, creator }: Scene, model: Model): Promise<void> {
  const states = await thread.sides([account, creator]);
  expect(states.map(({ unread }) => unread)).toEqual([model.unread(0), model.unread(1)]);
  expect(states.map(({ readSeq }) => readSeq ?? 0)).toEqual(model.marks);
}

async function compare(scene: Scene, model: Model, ids: readonly string[]): Promise<void> {
  const all: MessageRecord[] = [];
  for (let after = 0; ; after = all.at(-1)!.seq) {
    const page = (await scene.thread.messages({ after, limit: 101, side: null }))!;
    all.push(...page);
    if (page.length < 101) break;
  }
  const sides = [scene.account, scene.creator];
  const expected = model.messages.slice(0, ids.length).map((one, n) => ({
    id: ids[n],
    seq: one.seq,
    sender: sides[one.side],
    automated: one.automated,
    body: one.body,
    version: one.version,
    deleted: one.deleted,
    removed: one.removed,
    reactions: [...one.reactions].sort().map((side) => sides[side]),
  }));
  expect(
    all.map(({ id, seq, sender, automated, body, version, deletedAt, removed, reactions }) => ({
      ...{ id, seq, sender, automated, body, version, removed },
      deleted: deletedAt !== null,
      reactions: reactions[0]?.sides ?? [],
    })),
  ).toEqual(expected);
  const [first, ...rest] = (await scene.thread.changes(Math.max(0, model.seq - 500), null))!.map(
    ({ seq }) => seq,
  );
  expect([first, ...rest]).toEqual(
    Array.from({ length: rest.length + 1 }, (_, n) => model.seq - rest.length + n),
  );
}
