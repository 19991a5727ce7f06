// How messages are read.

import type { MessageRecord } from './record.ts';
import { findMessage, recordOf, type StoredMessage } from './stored-message.ts';
import type { MessageQuery } from './thread-client.ts';
import type { ThreadLog } from './thread-log.ts';

/** The most that one call answers. */
const LONGEST = 101;

export function listLogged(log: ThreadLog, query: MessageQuery): MessageRecord[] | null {
  if (!log.exists) return query.after === undefined && query.before === undefined ? [] : null;
  const { side } = query;
  const limit = Math.min(query.limit, LONGEST);
  const from = query.after ?? query.before;
  const seq = typeof from === 'string' ? findMessage(log, from)?.seq : (from ?? log.state.seq + 1);
  if (seq === undefined) return null;
  const rows = query.after === undefined ? older(log, seq, limit) : newer(log, seq, limit);
  return rows.map((row) => recordOf(log, row, side));
}

/** A message and up to `beside` of those on either side of it, oldest first. Empty if it is not here. */
export function listAround(log: ThreadLog, id: string, beside: number): MessageRecord[] {
  const message = log.exists ? findMessage(log, id) : null;
  if (!message) return [];
  const before = older(log, message.seq, beside).reverse();
  return [...before, message, ...newer(log, message.seq, beside)].map((row) => recordOf(log, row, null));
}

function older(log: ThreadLog, seq: number, limit: number): StoredMessage[] {
  const query = 'SELECT * FROM log_messages WHERE seq < ? ORDER BY seq DESC LIMIT ?';
  return log.sql.exec<StoredMessage>(query, seq, limit).toArray();
}

function newer(log: ThreadLog, seq: number, limit: number): StoredMessage[] {
  const query = 'SELECT * FROM log_messages WHERE seq > ? ORDER BY seq LIMIT ?';
  return log.sql.exec<StoredMessage>(query, seq, limit).toArray();
}
