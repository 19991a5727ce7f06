// Empties what a side wrote, a portion at a time.
import type { Acting } from './change.ts';
import { empty } from './change-message.ts';
import type { StoredMessage } from './stored-message.ts';
import type { ThreadLog } from './thread-log.ts';

const AT_ONCE = 100;

/**
 * Deletes the messages of a side behind `after`, those that tell its acts too. @returns where the next call goes on;
 * null at the end. The files of these messages are the caller's to delete.
 */
export function eraseSide(log: ThreadLog, by: Acting, after: number): number | null {
  const side = log.exists ? log.findSide(by.side) : null;
  if (!side) return null;
  const rows = log.sql
    .exec<StoredMessage>(
      'SELECT * FROM log_messages WHERE seq > ? AND sender = ? AND deleted_at IS NULL ORDER BY seq LIMIT ?',
      after,
      side.n,
      AT_ONCE,
    )
    .toArray();
  for (const message of rows) empty(log, by, message, 'delete');
  return rows.length < AT_ONCE ? null : rows.at(-1)!.seq;
}
