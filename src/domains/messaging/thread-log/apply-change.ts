// One change of a thread, judged by itself and written in the open transaction.
import type { Once } from '../../../kit/once.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { type Acting, type Change, type Outcome, refuse } from './change.ts';
import { changeMessage } from './change-message.ts';
import { changeSide } from './change-side.ts';
import { stateOf } from './list-sides.ts';
import type { ThreadHead } from './record.ts';
import { findMessage, messageAt, recordOf } from './stored-message.ts';
import type { Changed } from './thread-client.ts';
import type { ThreadLog } from './thread-log.ts';
import { findSent, writeMessage } from './write-message.ts';

/** How long an answer is kept for a repeat of the same request. */
const KEPT_MS = DAY_MS;
/** The most answers that a change forgets, so that each costs the same. */
const FORGOTTEN_AT_ONCE = 10;

/** What a change came to: the number of the message that it is about, if it is about one. */
interface Done {
  message: number | null;
  replayed?: boolean;
}
export type Applied = Outcome<Done>;

export function applyChange(
  log: ThreadLog,
  head: ThreadHead,
  by: Acting,
  change: Change,
  once: Once | null,
): Outcome<Changed> {
  const earlier = once && log.exists ? findAnswered(log, once, by.now) : null;
  if (earlier) return earlier.ok ? answer(log, by, earlier.value) : earlier;
  log.open(head);
  const applied = apply(log, by, change);
  if (!applied.ok) return applied;
  if (once) remember(log, once, applied.value.message, by.now);
  return answer(log, by, applied.value);
}

/**
 * The answer to a message that was written before under this key or this ID of its sender's; null when none was. For a
 * sender whose right to write has ended.
 */
export function answered(
  log: ThreadLog,
  by: Acting,
  once: Once | null,
  clientMessageId: string | null,
): Outcome<Changed> | null {
  if (!log.exists) return null;
  const known = once && findAnswered(log, once, by.now);
  if (known) return known.ok ? answer(log, by, known.value) : known;
  const side = log.findSide(by.side);
  const sent = side && clientMessageId !== null ? findSent(log, side, clientMessageId) : null;
  return sent === null ? null : answer(log, by, { message: sent, replayed: true });
}

/** The thread and the message as they are now, also for a repeat: what was deleted meanwhile is kept nowhere. */
function answer(log: ThreadLog, by: Acting, done: Done): Outcome<Changed> {
  const message = done.message === null ? null : messageAt(log, done.message);
  return {
    ok: true,
    value: {
      seq: log.state.seq,
      message: message && recordOf(log, message, by.side),
      sides: [...new Set([...log.known, by.side])].map((side) => stateOf(log, side, log.findSide(side))),
      replayed: done.replayed === true,
    },
  };
}

function apply(log: ThreadLog, by: Acting, change: Change): Applied {
  switch (change.kind) {
    case 'post':
      return writeMessage(log, by, change);
    case 'mute':
    case 'block':
      return changeSide(log, by, change);
    default: {
      const message = findMessage(log, change.message);
      if (!message) return refuse('not_found');
      return change.kind === 'read'
        ? changeSide(log, by, { kind: 'read', message })
        : changeMessage(log, by, message, change);
    }
  }
}

/** What the same request came to before. */
function findAnswered(log: ThreadLog, once: Once, now: number): Applied | null {
  const [known] = log.sql
    .exec<{ request: string; message: number | null }>(
      'SELECT request, message FROM log_requests WHERE key = ? AND at > ?',
      once.key,
      now - KEPT_MS,
    )
    .toArray();
  if (!known) return null;
  if (known.request !== once.request) return refuse('key_reused');
  return { ok: true, value: { message: known.message, replayed: true } };
}

function remember(log: ThreadLog, once: Once, message: number | null, now: number): void {
  log.sql.exec(
    'DELETE FROM log_requests WHERE key IN (SELECT key FROM log_requests WHERE at <= ? LIMIT ?)',
    now - KEPT_MS,
    FORGOTTEN_AT_ONCE,
  );
  log.sql.exec(
    'INSERT OR REPLACE INTO log_requests (key, request, message, at) VALUES (?, ?, ?, ?)',
    ...[once.key, once.request, message, now],
  );
}
