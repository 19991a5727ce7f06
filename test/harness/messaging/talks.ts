// Shared by tests of the messages that the API answers: two sides that work together, and what they say.
import { runInDurableObject } from 'cloudflare:test';
import type { Thread } from '../../../durable-objects/thread.ts';
import { tellChanges } from '../../../src/domains/messaging/messages/tell-changes.ts';
import { objectOf } from '../../../src/domains/messaging/thread-log/interface.ts';
import { objectName } from '../../../src/domains/messaging/thread-log/object-name.ts';
import type { Telling, ThreadHead } from '../../../src/domains/messaging/thread-log/record.ts';
import * as clock from '../clock.ts';
import { mintCreator } from '../work/creators.ts';
import { type Answer, call, type Minted, mintAccount, systemCtx, testEnv } from '../world.ts';

/** A caller, as `call` takes it. */
export interface Side {
  id: string;
  key: string;
  as?: string;
}

export const sideOf = ({ id, key }: Minted): Side => ({ id, key });

/** A brand, and a creator whom the brand's partner added and who works with both: nobody verified its address. */
export interface Talk {
  brand: Side;
  partner: Side;
  creator: Side;
  brandMinted: Minted;
  partnerMinted: Minted;
}

/** A partner with a client brand, and a creator of its own that works for the brand. */
export async function mintTalk(): Promise<Talk> {
  const partnerMinted = await mintAccount('partner');
  const brandMinted = await mintAccount('brand', { managedBy: partnerMinted.id });
  const made = await mintCreator(partnerMinted.key, { name: 'Ana Duarte' });
  const linked = await call('PATCH', `/v1/creators/${made.id}`, {
    key: partnerMinted.key,
    body: { brands: [brandMinted.id] },
  });
  if (linked.status !== 200) throw new Error(JSON.stringify(linked.body));
  const partner = sideOf(partnerMinted);
  const creator = { id: made.id, key: partner.key, as: made.id };
  return { brand: sideOf(brandMinted), partner, creator, brandMinted, partnerMinted };
}

export const as = ({ key, as: acting }: Side) => ({ key, ...(acting ? { as: acting } : {}) });

export async function openDirect(by: Side, other: Side, body?: string): Promise<Answer> {
  return await call('POST', '/v1/threads', {
    ...as(by),
    body: { kind: 'direct', with: other.id, ...(body === undefined ? {} : { message: { body } }) },
  });
}

export async function say(by: Side, thread: string, body: string, more: object = {}): Promise<Answer> {
  return await call('POST', '/v1/messages', { ...as(by), body: { thread, body, ...more } });
}

/** Sends a message that has to be taken. @returns its ID. */
export async function said(by: Side, thread: string, body: string, more: object = {}): Promise<string> {
  const answer = await say(by, thread, body, more);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

export const read = async (by: Side, path: string) => (await call('GET', path, as(by))).body.data;
export const patch = async (by: Side, path: string, body: unknown) =>
  await call('PATCH', path, { ...as(by), body });

/** What a thread's object would tell the database now. */
export async function tellingOf(thread: string): Promise<Telling> {
  const stub = testEnv.THREAD.get(testEnv.THREAD.idFromName(objectName(thread)));
  return await runInDurableObject(stub, async (object, state) => {
    const api = object as unknown as Thread;
    const [row] = state.storage.sql
      .exec<{ head: string; seq: number; messages: number; active_at: number; stamp: number }>(
        'SELECT * FROM log_state',
      )
      .toArray();
    const head = JSON.parse(row!.head) as ThreadHead;
    const names = state.storage.sql
      .exec<{ side: string; stamp: number }>('SELECT side, stamp FROM log_sides WHERE stamp > 0')
      .toArray();
    const stamps = new Map(names.map(({ side, stamp }) => [side, stamp]));
    const changes = (await api.changes(0, null))!;
    return {
      head,
      changes: changes.map((change) => ({ ...change, by: { side: change.message.sender, caller: 'key' } })),
      last: (await api.messages({ limit: 1, side: null }))![0] ?? null,
      activeAt: row!.active_at,
      seq: row!.seq,
      messages: row!.messages,
      sides: (await api.sides([...stamps.keys()])).map((one) => ({ ...one, stamp: stamps.get(one.side)! })),
    };
  });
}

/** More messages of a side, numbered from 1, than are read from an object at once. */
export async function writeMany(thread: string, side: string, word: string): Promise<void> {
  const { head } = await tellingOf(thread);
  const by = { side, caller: 'service', now: clock.now(), limits: null };
  const post = { kind: 'post' as const, files: [], replyTo: null, clientMessageId: null, automated: true };
  await Promise.all(
    Array.from({ length: 150 }, async (_, n) => {
      await objectOf(testEnv, thread).change(head, by, { ...post, body: `${word}${n + 1}` }, null);
    }),
  );
}

/** Lets the database be told all that it is owed of a thread. */
export async function told(thread: string): Promise<void> {
  await tellChanges(systemCtx(), await tellingOf(thread));
}
