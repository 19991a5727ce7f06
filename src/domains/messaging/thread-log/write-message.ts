// A new message: whether its side may send it, and what follows from it for the marks and counts.
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import type { Applied } from './apply-change.ts';
import { type Acting, type Change, type Outcome, refuse } from './change.ts';
import { NUMBERS } from './message-id.ts';
import { findMessage } from './stored-message.ts';
import type { Side, ThreadLog } from './thread-log.ts';

type Post = Extract<Change, { kind: 'post' }>;

export function writeMessage(log: ThreadLog, by: Acting, post: Post): Applied {
  const side = log.side(by.side);
  const sent = post.clientMessageId === null ? null : findSent(log, side, post.clientMessageId);
  if (sent !== null) return { ok: true, value: { message: sent, replayed: true } };
  if (post.replyTo !== null && !findMessage(log, post.replyTo)) return refuse('reply_elsewhere');
  if (!post.automated) {
    const refused = refusal(log, side, by);
    if (refused) return refused;
  }
  const seq = log.append('message', by, null);
  const createdAt = nextTime(log, seq, by.now);
  log.sql.exec(
    'INSERT INTO log_messages (seq, sender, nth, body, files, reply_to, client_id, version, created_at, removed) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, 0)',
    ...[seq, side.n, post.automated ? null : side.written + 1, post.body],
    ...[post.files.length === 0 ? null : JSON.stringify(post.files), post.replyTo, post.clientMessageId],
    createdAt,
  );
  log.set({ messages: log.state.messages + 1, created_at: createdAt });
  for (const other of others(log, side)) {
    log.setSide(other, { unread: other.unread + 1, ...(!post.automated && { unanswered: 0 }) });
  }
  if (!post.automated) {
    log.set({ active_at: createdAt });
    const { written, unanswered } = side;
    log.setSide(side, { read_seq: seq, unread: 0, written: written + 1, unanswered: unanswered + 1 });
  }
  return { ok: true, value: { message: seq } };
}

/** No message is dated before another, nor so that its ID sorts before it: see NUMBERS. */
function nextTime(log: ThreadLog, seq: number, now: number): number {
  const { created_at: last } = log.state;
  if (now > last) return now;
  const [newest] = log.sql
    .exec<{ seq: number }>('SELECT seq FROM log_messages ORDER BY seq DESC LIMIT 1')
    .toArray();
  return newest && seq % NUMBERS < newest.seq % NUMBERS ? last + 1 : last;
}

/** The other sides whose unread messages are counted here: all but those of a program. */
export function others(log: ThreadLog, side: Side): Side[] {
  if (log.head.kind === 'program') return [];
  return log.known.filter((name) => name !== side.side).map((name) => log.side(name));
}

export function isBlocked(log: ThreadLog): boolean {
  return log.known.some((name) => log.side(name).blocked === 1);
}

/** The number of the message that a side gave this ID. */
export function findSent(log: ThreadLog, side: Side, clientId: string): number | null {
  const [row] = log.sql
    .exec<{ seq: number }>(
      'SELECT seq FROM log_messages WHERE client_id = ? AND sender = ?',
      clientId,
      side.n,
    )
    .toArray();
  return row?.seq ?? null;
}

function refusal(log: ThreadLog, side: Side, by: Acting): Outcome<never> | null {
  if (isBlocked(log)) return refuse('cannot_send');
  if (!by.limits) return null;
  const { minute, beforeAnswer } = by.limits;
  const [earliest] = log.sql
    .exec<{ created_at: number }>(
      'SELECT created_at FROM log_messages WHERE sender = ? AND nth = ?',
      side.n,
      side.written + 1 - minute,
    )
    .toArray();
  const free = earliest ? earliest.created_at + MINUTE_MS : 0;
  if (free > by.now) return refuse('rate_limited', { retryAfter: Math.ceil((free - by.now) / SECOND_MS) });
  if (beforeAnswer === null || side.unanswered < beforeAnswer) return null;
  // Support has answered a question when it wrote after it, the other side of a direct thread once it ever wrote.
  const waits = log.head.kind === 'support' || others(log, side).every((other) => other.written === 0);
  return waits ? refuse('waits_for_answer') : null;
}
