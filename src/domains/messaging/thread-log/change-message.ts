// Edits, deletions, removals and reactions.
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import type { Applied } from './apply-change.ts';
import { type Acting, type Change, type Outcome, refuse } from './change.ts';
import type { LoggedChange } from './record.ts';
import { countsOf, type ReactionCounts, type StoredMessage } from './stored-message.ts';
import type { Side, ThreadLog } from './thread-log.ts';
import { isBlocked } from './write-message.ts';

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

/** The most emojis of a message. */
const MOST_KINDS = 20;
/** In a minute a side may change as many times what is written as it may write messages. */
const CHANGES_A_MESSAGE = 4;

export function changeMessage(
  log: ThreadLog,
  by: Acting,
  message: StoredMessage,
  change: Of<'edit' | 'delete' | 'remove' | 'react'>,
): Applied {
  const side = log.side(by.side);
  const applied = apply(log, by, side, message, change);
  return applied ?? { ok: true, value: { message: message.seq } };
}

/** @returns null when it is done. */
function apply(
  log: ThreadLog,
  by: Acting,
  side: Side,
  message: StoredMessage,
  change: Of<'edit' | 'delete' | 'remove' | 'react'>,
): Outcome<never> | null {
  switch (change.kind) {
    case 'remove':
      // Whether its sender was faster or not, nobody reads it any more.
      if (message.removed === 1) return null;
      return empty(log, by, message, 'remove');
    case 'delete':
      return (
        refusalOfOwn(side, message, change.version) ??
        tooMany(log, by, side) ??
        empty(log, by, message, 'delete')
      );
    case 'edit': {
      const refused = refusalOfOwn(side, message, change.version);
      if (refused) return refused;
      if (isBlocked(log)) return refuse('cannot_send');
      if (change.body === '' && message.files === null) return refuse('empty');
      if (change.body === message.body) return null;
      return tooMany(log, by, side) ?? edit(log, by, message, change.body);
    }
    case 'react':
      return react(log, by, side, message, change);
  }
}

function refusalOfOwn(side: Side, message: StoredMessage, version: number): Outcome<never> | null {
  if (message.nth === null || message.sender !== side.n) return refuse('not_own');
  if (message.deleted_at !== null) return refuse('deleted');
  return message.version === version ? null : refuse('stale', { version: message.version });
}

function edit(log: ThreadLog, by: Acting, message: StoredMessage, body: string): null {
  log.append('edit', by, message.seq);
  log.sql.exec(
    'UPDATE log_messages SET body = ?, version = version + 1, edited_at = ? WHERE seq = ?',
    body,
    Math.max(by.now, message.edited_at ?? message.created_at),
    message.seq,
  );
  return null;
}

/** What is left of a deleted message: its place, its sender and its times. */
export function empty(
  log: ThreadLog,
  by: Acting,
  message: StoredMessage,
  kind: Extract<LoggedChange['kind'], 'delete' | 'remove'>,
): null {
  log.append(kind, by, message.seq);
  log.sql.exec('DELETE FROM log_reactions WHERE message = ?', message.seq);
  log.sql.exec(
    "UPDATE log_messages SET body = '', files = NULL, reactions = NULL, version = version + 1, deleted_at = ?, removed = ? WHERE seq = ?",
    message.deleted_at ?? Math.max(by.now, message.edited_at ?? message.created_at),
    kind === 'remove' ? 1 : message.removed,
    message.seq,
  );
  if (message.deleted_at !== null || log.head.kind === 'program') return null;
  for (const name of log.known) {
    const side = log.side(name);
    if (side.n !== message.sender && side.read_seq < message.seq)
      log.setSide(side, { unread: side.unread - 1 });
  }
  return null;
}

function react(
  log: ThreadLog,
  by: Acting,
  side: Side,
  message: StoredMessage,
  { emoji, reacted }: Of<'react'>,
): Outcome<never> | null {
  if (message.deleted_at !== null) return refuse('deleted');
  if (reacted && isBlocked(log)) return refuse('cannot_send');
  const key = [message.seq, side.n, emoji] as const;
  const known = log.sql
    .exec('SELECT 1 FROM log_reactions WHERE message = ? AND side = ? AND emoji = ?', ...key)
    .toArray();
  if (known.length > 0 === reacted) return null;
  const counts = counted(countsOf(message), emoji, reacted ? 1 : -1);
  if (counts.length > MOST_KINDS) return refuse('too_many_kinds');
  const limited = tooMany(log, by, side);
  if (limited) return limited;
  log.append('react', by, message.seq);
  log.sql.exec(
    reacted
      ? 'INSERT INTO log_reactions (message, side, emoji) VALUES (?, ?, ?)'
      : 'DELETE FROM log_reactions WHERE message = ? AND side = ? AND emoji = ?',
    ...key,
  );
  log.sql.exec(
    'UPDATE log_messages SET reactions = ? WHERE seq = ?',
    counts.length === 0 ? null : JSON.stringify(counts),
    message.seq,
  );
  return null;
}

function counted(counts: ReactionCounts, emoji: string, more: 1 | -1): ReactionCounts {
  if (!counts.some(([one]) => one === emoji)) return [...counts, [emoji, 1]];
  return counts
    .map(([one, count]): ReactionCounts[number] => [one, one === emoji ? count + more : count])
    .filter(([, count]) => count > 0);
}

/** Counts a change of what is written, within a minute's bounds. */
function tooMany(log: ThreadLog, by: Acting, side: Side): Outcome<never> | null {
  if (!by.limits) return null;
  const minute = Math.floor(by.now / MINUTE_MS);
  const changes = side.minute === minute ? side.changes + 1 : 1;
  if (changes > by.limits.minute * CHANGES_A_MESSAGE) {
    const left = (minute + 1) * MINUTE_MS - by.now;
    return refuse('rate_limited', { retryAfter: Math.ceil(left / SECOND_MS) });
  }
  log.count(side, { minute, changes });
  return null;
}
