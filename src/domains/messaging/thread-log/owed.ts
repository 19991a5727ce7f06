// What the object owes to the databases. It is told by the object's alarm, which the commit of each change sets.
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { rowsOfChanges } from './list-changes.ts';
import { stateOf } from './list-sides.ts';
import type { Telling } from './record.ts';
import { messageAt, recordOf, type StoredMessage } from './stored-message.ts';
import type { Side, ThreadLog } from './thread-log.ts';

/** The most that is told at once. */
const CHANGES = 50;
const SIDES = 100;
/** The pause after a failure doubles from the one to the other. */
const SHORTEST_PAUSE = SECOND_MS;
const LONGEST_PAUSE = MINUTE_MS;

export function owes(log: ThreadLog): boolean {
  if (!log.exists) return false;
  const { seq, told, stamp, told_stamp } = log.state;
  return seq > told || stamp > told_stamp;
}

/** When the databases are told next, in milliseconds; null while nothing is owed. */
export function toldAt(log: ThreadLog): number | null {
  return owes(log) ? (log.state.next_at ?? 0) : null;
}

/** The oldest part of what is owed. It may be more than one portion. */
export function owed(log: ThreadLog): Telling | null {
  if (!owes(log)) return null;
  const { head, state } = log;
  const changes = rowsOfChanges(log, state.told, CHANGES);
  const [last] = log.sql
    .exec<StoredMessage>('SELECT * FROM log_messages ORDER BY seq DESC LIMIT 1')
    .toArray();
  const sides = log.sql
    .exec<Side>('SELECT * FROM log_sides WHERE stamp > ? ORDER BY stamp LIMIT ?', state.told_stamp, SIDES)
    .toArray();
  return {
    head,
    changes: changes.map(({ seq, kind, message, side, caller }) => ({
      seq,
      kind,
      message: recordOf(log, messageAt(log, message)!, null),
      by: { side: log.sideName(side), caller },
    })),
    last: last ? recordOf(log, last, null) : null,
    activeAt: state.active_at,
    seq: changes.at(-1)?.seq ?? state.seq,
    messages: state.messages,
    sides: sides.map((side) => ({ ...stateOf(log, side.side, side), stamp: side.stamp })),
  };
}

/** Notes that the databases have it. */
export function settle(log: ThreadLog, { seq, sides }: Telling): void {
  log.set({
    told: Math.max(log.state.told, seq),
    told_stamp: Math.max(log.state.told_stamp, sides.at(-1)?.stamp ?? 0),
    attempts: 0,
    next_at: null,
  });
}

/** Notes that they could not be reached, so that they are asked again later. */
export function postpone(log: ThreadLog, now: number): void {
  const { attempts } = log.state;
  const pause = Math.min(SHORTEST_PAUSE * 2 ** Math.min(attempts, 20), LONGEST_PAUSE);
  log.set({ attempts: attempts + 1, next_at: now + pause });
}
