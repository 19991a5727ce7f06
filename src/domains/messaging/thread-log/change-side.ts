// How far a side has read, and whether it mutes or blocks.
import type { Applied } from './apply-change.ts';
import type { Acting, Change } from './change.ts';
import type { StoredMessage } from './stored-message.ts';
import type { Side, ThreadLog } from './thread-log.ts';

const DONE: Applied = { ok: true, value: { message: null } };

export function changeSide(
  log: ThreadLog,
  by: Acting,
  change: Extract<Change, { kind: 'mute' | 'block' }> | { kind: 'read'; message: StoredMessage },
): Applied {
  const side = log.side(by.side);
  switch (change.kind) {
    case 'mute':
      if ((side.muted === 1) !== change.muted) log.setSide(side, { muted: Number(change.muted) });
      return DONE;
    case 'block':
      if ((side.blocked === 1) !== change.blocked) log.setSide(side, { blocked: Number(change.blocked) });
      return DONE;
    case 'read': {
      const { seq } = change.message;
      // A mark never goes back, whoever of the side was the slower.
      if (seq > side.read_seq) log.setSide(side, { read_seq: seq, unread: unreadBehind(log, side, seq) });
      return DONE;
    }
  }
}

/** What stays unread behind a new mark: only what lies between the two is counted, so each message once for a side. */
function unreadBehind(log: ThreadLog, side: Side, seq: number): number {
  if (log.head.kind === 'program') return 0;
  const { read } = log.sql
    .exec<{ read: number }>(
      'SELECT count(*) AS read FROM log_messages WHERE seq > ? AND seq <= ? AND sender <> ? AND deleted_at IS NULL',
      side.read_seq,
      seq,
      side.n,
    )
    .one();
  return side.unread - read;
}
