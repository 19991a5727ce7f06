// One change of a thread, judged by itself and written in the open transaction.
import { DAY_MS } from '../../../kit/time.ts';
import { type Acting, type Change, type Once, type Outcome, refuse } from './change.ts';
import { changeMessage } from './change-message.ts';
import { changeSide } from './change-side.ts';
import { stateOf } from './list-sides.ts';
import type { ThreadHead } from './record.ts';
import { findMessage, messageAt, recordOf } from './stored-message.ts';
import type { Changed } from './thread-client.ts';
import type { ThreadLog } from './thread-log.ts';
import { writeMessage } from './write-message.ts';

/** How long an answer is kept for a repeat of the same request. */
const KEPT_MS = DAY_MS;
/** The most answers that a change forgets, so that each costs the same. */
const FORGOTTEN_AT_ONCE = 10;

/** What a change came to: the message that it is about, if it is about one. */
export type Applied = Outcome<{ message: number | null; replayed?: boolean }>;

export function applyChange(
  log: ThreadLog,
  head: ThreadHead,
  by: Acting,
  change: Change,
  once: Once | null,
): Outcome<Changed> {
  const earlier = once && log.exists ? answerOf(log, once, by.now) : null;
  if (earlier) return earlier;
  log.open(head);
  const applied = apply(log, by, change);
  if (!applied.ok) return applied;
  const message = applied.value.message === null ? null : messageAt(log, applied.value.message);
  const value: Changed = {
    seq: log.state.seq,
    message: message && recordOf(log, message, by.side),
    sides: [...new Set([...log.known, by.side])].map((side) => stateOf(log, side, log.findSide(side))),
    replayed: applied.value.replayed === true,
  };
  if (once) remember(log, once, value, by.now);
  return { ok: true, value };
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

/** What the same request was answered before. */
function answerOf(log: ThreadLog, once: Once, now: number): Outcome<Changed> | null {
  const [known] = log.sql
    .exec<{ request: string; answer: string }>(
      'SELECT request, answer FROM log_requests WHERE key = ? AND at > ?',
      once.key,
      now - KEPT_MS,
    )
    .toArray();
  if (!known) return null;
  if (known.request !== once.request) return refuse('key_reused');
  return { ok: true, value: { ...(JSON.parse(known.answer) as Changed), replayed: true } };
}

function remember(log: ThreadLog, once: Once, answer: Changed, now: number): void {
  log.sql.exec(
    'DELETE FROM log_requests WHERE key IN (SELECT key FROM log_requests WHERE at <= ? LIMIT ?)',
    now - KEPT_MS,
    FORGOTTEN_AT_ONCE,
  );
  log.sql.exec(
    'INSERT OR REPLACE INTO log_requests (key, request, answer, at) VALUES (?, ?, ?, ?)',
    ...[once.key, once.request, JSON.stringify(answer), now],
  );
}
