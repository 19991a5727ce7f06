// A part of what the object holds, as it is now, for databases that do not have it any more.
import { stateOf } from './list-sides.ts';
import type { Portion } from './record.ts';
import { recordOf, type StoredMessage } from './stored-message.ts';
import type { Side, ThreadLog } from './thread-log.ts';

const MESSAGES = 100;
/** More sides that marked something than a program is likely to have; those that marked last come first. */
const SIDES = 5_000;

/** Messages behind `after` that were written, edited or deleted since a moment, in milliseconds. Null if nothing was ever written. */
export function portionOf(log: ThreadLog, after: number, since: number): Portion | null {
  if (!log.exists) return null;
  const { head, state } = log;
  const rows = log.sql
    .exec<StoredMessage>(
      `SELECT * FROM log_messages WHERE seq > ? AND (created_at >= ? OR edited_at >= ? OR deleted_at >= ?)
        ORDER BY seq LIMIT ?`,
      ...[after, since, since, since, MESSAGES],
    )
    .toArray();
  const isLast = rows.length < MESSAGES;
  const [last] = log.sql
    .exec<StoredMessage>('SELECT * FROM log_messages ORDER BY seq DESC LIMIT 1')
    .toArray();
  const sides = isLast
    ? log.sql
        .exec<Side>('SELECT * FROM log_sides WHERE stamp > 0 ORDER BY stamp DESC LIMIT ?', SIDES)
        .toArray()
    : [];
  return {
    head,
    seq: state.seq,
    count: state.messages,
    activeAt: state.active_at,
    records: rows.map((row) => recordOf(log, row, null)),
    next: isLast ? null : rows.at(-1)!.seq,
    last: last ? recordOf(log, last, null) : null,
    sides: sides.map((side) => ({ ...stateOf(log, side.side, side), stamp: side.stamp })),
  };
}
