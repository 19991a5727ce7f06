// A message as it lies in the object, and how it is read.

import { messageId, placesOfMessage } from './message-id.ts';
import type { MessageFile, MessageRecord } from './record.ts';
import type { ThreadLog } from './thread-log.ts';

export interface StoredMessage extends Record<string, SqlStorageValue> {
  seq: number;
  /** The number of its side. */
  sender: number;
  /** Null of an automated one. */
  nth: number | null;
  body: string;
  files: string | null;
  reply_to: string | null;
  /** How often each emoji was chosen, in the order in which they came. */
  reactions: string | null;
  client_id: string | null;
  version: number;
  created_at: number;
  edited_at: number | null;
  deleted_at: number | null;
  removed: number;
}

export type ReactionCounts = [emoji: string, count: number][];

export const countsOf = (message: StoredMessage): ReactionCounts =>
  message.reactions === null ? [] : (JSON.parse(message.reactions) as ReactionCounts);

export function messageAt(log: ThreadLog, seq: number): StoredMessage | null {
  const [found] = log.sql.exec<StoredMessage>('SELECT * FROM log_messages WHERE seq = ?', seq).toArray();
  return found ?? null;
}

/** The message of this ID in this thread. */
export function findMessage(log: ThreadLog, id: string): StoredMessage | null {
  for (const seq of placesOfMessage(log.head.id, id, log.state.seq)) {
    const found = messageAt(log, seq);
    if (found && messageId(log.head.id, found.created_at, seq) === id) return found;
  }
  return null;
}

/** @param reader the side that asks: in a program's thread it sees of reactions its own and the account's alone. */
export function recordOf(log: ThreadLog, message: StoredMessage, reader: string | null): MessageRecord {
  const { head } = log;
  return {
    id: messageId(head.id, message.created_at, message.seq),
    seq: message.seq,
    sender: log.sideName(message.sender),
    automated: message.nth === null,
    body: message.body,
    files: message.files === null ? [] : (JSON.parse(message.files) as MessageFile[]),
    replyTo: message.reply_to,
    reactions: reactionsOf(log, message, reader),
    version: message.version,
    createdAt: message.created_at,
    editedAt: message.edited_at,
    deletedAt: message.deleted_at,
    removed: message.removed === 1,
  };
}

function reactionsOf(
  log: ThreadLog,
  message: StoredMessage,
  reader: string | null,
): MessageRecord['reactions'] {
  const counts = countsOf(message);
  if (counts.length === 0) return [];
  const shown = [...new Set([...log.known, reader])].filter((side) => side !== null);
  const chosen = shown.map((side) => ({ side, emojis: emojisOf(log, message.seq, side) }));
  return counts.map(([emoji, count]) => ({
    emoji,
    count,
    sides: chosen.filter(({ emojis }) => emojis.has(emoji)).map(({ side }) => side),
  }));
}

function emojisOf(log: ThreadLog, message: number, name: string): Set<string> {
  const side = log.findSide(name);
  if (!side) return new Set();
  const rows = log.sql.exec<{ emoji: string }>(
    'SELECT emoji FROM log_reactions WHERE message = ? AND side = ?',
    message,
    side.n,
  );
  return new Set(rows.toArray().map(({ emoji }) => emoji));
}
