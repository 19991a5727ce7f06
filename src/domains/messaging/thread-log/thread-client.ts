// How the rest of the service calls a thread's object.
import type { Env } from '../../../env.ts';
import type { Acting, Change, Once, Outcome } from './change.ts';
import type { LoggedChange, MessageRecord, SideState, ThreadHead } from './record.ts';

/**
 * The interface of a thread's object. Refusals are values: a thrown error is a fault, and the call can be tried again.
 * Each call names the thread, because the first one makes the object. Rights are the caller's to ask before.
 */
export interface ThreadApi {
  /** Makes one change, once for each key. What it returns is on disk. */
  change(head: ThreadHead, by: Acting, change: Change, once: Once | null): Promise<Outcome<Changed>>;
  /** Messages newest first, older than `before`; with `after`, those behind it, oldest first. Both are sequence numbers. */
  messages(query: { before?: number; after?: number; limit: number }): Promise<MessageRecord[]>;
  message(id: string): Promise<MessageRecord | null>;
  /** A message and up to `beside` of those on either side of it, oldest first: what a report shows. */
  around(id: string, beside: number): Promise<MessageRecord[]>;
  /** The sides' marks, mutes and blocks, and their unread counts. */
  sides(): Promise<SideState[]>;
  /** Changes behind `after`, in order, at most 500; null when there are more, so that the reader begins anew. */
  changes(after: number): Promise<LoggedChange[] | null>;
  /** Empties the messages of a side. @returns whether there are more. May run again. */
  erase(side: string): Promise<{ more: boolean; files: string[] }>;
}

export interface Changed {
  /** The thread's last sequence number after the change. */
  seq: number;
  /** Null for a change of a side's own state. */
  message: MessageRecord | null;
  sides: SideState[];
  /** Whether an earlier call with the same key did it. */
  replayed: boolean;
}

/** What names a thread's object: the random half of the thread's ID, which its messages' IDs carry too. */
export const objectName = (id: string): string => id.slice(-12);

/** The same of a message's ID, whose last four characters number it. */
export const objectNameOfMessage = (id: string): string => id.slice(-16, -4);

/** The thread of a name made by one of the two above. */
export function threadOf(env: Env, name: string): ThreadApi {
  return env.THREAD.get(env.THREAD.idFromName(name)) as unknown as ThreadApi;
}
