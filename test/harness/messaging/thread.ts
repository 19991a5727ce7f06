// Shared by tests of threads' objects: threads that no other test uses, and what is done in them.
import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import type { Thread } from '../../../durable-objects/thread.ts';
import type { Acting, Change, Outcome } from '../../../src/domains/messaging/thread-log/change.ts';
import { objectName } from '../../../src/domains/messaging/thread-log/object-name.ts';
import type {
  MessageRecord,
  ThreadHead,
  ThreadKind,
} from '../../../src/domains/messaging/thread-log/record.ts';
import {
  type Changed,
  type ThreadApi,
  threadOf,
} from '../../../src/domains/messaging/thread-log/thread-client.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { testEnv } from '../world.ts';

export interface Scene {
  head: ThreadHead;
  thread: ThreadApi;
  account: string;
  creator: string;
}

/** A thread that has not begun. */
export function freshThread(kind: ThreadKind = 'direct'): Scene {
  const now = clock.now();
  const [account, creator] = [newId('account', now), newId('creator', now)];
  const head: ThreadHead = {
    id: newId('thread', now),
    kind,
    account,
    creator: kind === 'direct' ? creator : null,
    program: kind === 'program' ? newId('program', now) : null,
    createdAt: now,
  };
  return {
    head,
    // A stub of an object that was killed stays broken.
    get thread() {
      return threadOf(testEnv, objectName(head.id));
    },
    account,
    creator,
  };
}

export function acting(side: string, more: Partial<Acting> = {}): Acting {
  return { side, caller: `key_of_${side}`, now: clock.now(), limits: null, ...more };
}

export function post(body: string, more: Partial<Extract<Change, { kind: 'post' }>> = {}): Change {
  return { kind: 'post', body, files: [], replyTo: null, clientMessageId: null, automated: false, ...more };
}

export function must<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) expect.fail(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
}

export function reasonOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'done' : outcome.refusal.reason;
}

/** Makes a change that has to pass. */
export async function change(scene: Scene, side: string, what: Change): Promise<Changed> {
  return must(await scene.thread.change(scene.head, acting(side), what, null));
}

export async function refused(scene: Scene, side: string, what: Change): Promise<string> {
  return reasonOf(await scene.thread.change(scene.head, acting(side), what, null));
}

/** Sends a message. */
export async function send(scene: Scene, side: string, body: string): Promise<MessageRecord> {
  return (await change(scene, side, post(body))).message!;
}

export async function messagesOf(scene: Scene, side: string | null = null): Promise<MessageRecord[]> {
  return (await scene.thread.messages({ limit: 100, side }))!;
}

export async function unreadOf(scene: Scene, side: string): Promise<number | null> {
  return (await scene.thread.sides([side]))[0]!.unread;
}

/** Runs in the object itself. */
export async function inside<T>(
  scene: Scene,
  act: (object: Thread, state: DurableObjectState) => T | Promise<T>,
): Promise<T> {
  return await runInDurableObject(stubOf(scene), (object, state) => act(object as unknown as Thread, state));
}

export function stubOf({ head }: Scene): DurableObjectStub {
  const { THREAD } = testEnv;
  return THREAD.get(THREAD.idFromName(objectName(head.id)));
}
