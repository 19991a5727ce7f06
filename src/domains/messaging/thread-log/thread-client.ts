// How the rest of the service calls a thread's object.
import type { Env } from '../../../env.ts';
import type { Once } from '../../../kit/once.ts';
import type { Acting, Change, Outcome } from './change.ts';
import type { LoggedChange, MessageRecord, Portion, SideState, ThreadHead } from './record.ts';

/**
 * The interface of a thread's object. Refusals are values: a thrown error is a fault, and the call can be tried again.
 * Each call names the thread, because the first one makes the object. Rights are the caller's to ask before.
 */
export interface ThreadApi {
  /** Makes one change, once for each key. What it returns is on disk. */
  change(head: ThreadHead, by: Acting, change: Change, once: Once | null): Promise<Outcome<Changed>>;
  /** The message that was written under this key or this ID of the client before; null for none. It writes nothing. */
  answered(by: Acting, once: Once | null, clientMessageId: string | null): Promise<Outcome<Changed> | null>;
  /** Null when `before` or `after` names a message that is not here. */
  messages(query: MessageQuery): Promise<MessageRecord[] | null>;
  /** With the thread that it is in, as the one calls it who found the object by the message's ID alone. */
  message(id: string, side: string | null): Promise<{ head: ThreadHead; message: MessageRecord } | null>;
  /** A message and up to `beside` of those on either side of it, oldest first: what a report shows. */
  around(id: string, beside: number): Promise<MessageRecord[]>;
  /** The marks, mutes, blocks and unread counts of these sides. */
  sides(names: string[]): Promise<SideState[]>;
  /** Changes behind `after`, in order, at most 500; null when there are more, so that the reader begins anew. */
  changes(after: number, side: string | null): Promise<LoggedChange[] | null>;
  /**
   * Empties messages of the side that acts, from behind `after` (0 at first). @returns where to go on, null at the end. Their
   * files are the caller's to delete. May run again.
   */
  erase(by: Acting, after: number): Promise<number | null>;
  /** Messages behind `after` that were written or changed since a moment, in milliseconds; null if nothing was ever written. */
  portion(after: number, since: number): Promise<Portion | null>;
  /** Tells the databases what they are owed, without waiting for the alarm. @returns whether they have it all. */
  tell(): Promise<boolean>;
}

/** Newest first, older than `before`; with `after`, those behind it, oldest first. Both are message IDs or numbers. */
export interface MessageQuery {
  before?: number | string;
  after?: number | string;
  /** At most 101. */
  limit: number;
  /** The side that reads: see the reactions of a program's thread. */
  side: string | null;
}

export interface Changed {
  /** The thread's last sequence number after the change. */
  seq: number;
  /** Null for a change of a side's own state. */
  message: MessageRecord | null;
  /** The sides that the thread was made for, and the one that acted. */
  sides: SideState[];
  /** Whether an earlier call with the same key, or `clientMessageId`, did it. */
  replayed: boolean;
}

/** The thread of a name that object-name.ts makes of an ID. */
export function threadOf(env: Env, name: string): ThreadApi {
  return env.THREAD.get(env.THREAD.idFromName(name)) as unknown as ThreadApi;
}
