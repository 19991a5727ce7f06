// What goes over a thread's sockets, as JSON. README.md lists the frames.
import * as z from 'zod';
import type { ChangeRow } from './list-changes.ts';
import { stateOf } from './list-sides.ts';
import type { MessageRecord } from './record.ts';
import { messageAt, recordOf } from './stored-message.ts';
import type { Side, ThreadLog } from './thread-log.ts';

/** The most bytes of a frame that comes in. */
const LARGEST_FRAME = 4096;

const encoder = new TextEncoder();

/** What a client sends besides `ping`, which the platform answers without waking the object. */
const Incoming = z.discriminatedUnion('type', [
  z.object({ type: z.literal('typing') }),
  z.object({ type: z.literal('read'), message: z.string().max(100) }),
]);

export type Incoming = z.output<typeof Incoming>;

export function parseIncoming(text: string): Incoming | null {
  if (text.length > LARGEST_FRAME || encoder.encode(text).length > LARGEST_FRAME) return null;
  try {
    return Incoming.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const readyFrame = (seq: number): string => JSON.stringify({ type: 'ready', seq });

/** The reader missed more than is kept, and has to ask for the messages. */
export const resyncFrame = (seq: number): string => JSON.stringify({ type: 'resync', seq });

export const typingFrame = (side: string): string => JSON.stringify({ type: 'typing', side });

export const movedFrame = (side: string, message: string | null): string =>
  JSON.stringify({ type: 'read', side, message });

/** A side's own state, for its own sockets. */
export function ownFrame(log: ThreadLog, side: Side): string {
  const { readMessage, muted, blocked, unread } = stateOf(log, side.side, side);
  return JSON.stringify({ type: 'own', readMessage, muted, blocked, unread });
}

/** @param reader a side whose reactions may be shown besides those that everybody sees. */
export function changeFrame(
  log: ThreadLog,
  { seq, kind, message }: ChangeRow,
  reader: string | null,
): string {
  const record = recordOf(log, messageAt(log, message)!, reader);
  return JSON.stringify({ type: 'change', seq, kind, message: shown(log, record) });
}

/** A message without what depends on its reader and on the moment: names, pictures and the URLs of files. */
function shown(log: ThreadLog, { seq: _, ...record }: MessageRecord): object {
  const time = (ms: number | null) => ms && new Date(ms).toISOString();
  return {
    ...record,
    thread: log.head.id,
    createdAt: time(record.createdAt),
    editedAt: time(record.editedAt),
    deletedAt: time(record.deletedAt),
  };
}
