// The state of sides.
import { messageId } from './message-id.ts';
import type { SideState } from './record.ts';
import { messageAt } from './stored-message.ts';
import type { Side, ThreadLog } from './thread-log.ts';

export function stateOf(log: ThreadLog, name: string, side: Side | null): SideState {
  const mark = side && side.read_seq > 0 ? messageAt(log, side.read_seq) : null;
  return {
    side: name,
    readSeq: mark ? mark.seq : null,
    readMessage: mark && messageId(log.head.id, mark.created_at, mark.seq),
    muted: side?.muted === 1,
    blocked: side?.blocked === 1,
    unread: log.head.kind === 'program' ? null : (side?.unread ?? 0),
  };
}

/** A side that never did anything has the state that it begins with. */
export function listSides(log: ThreadLog, names: readonly string[]): SideState[] {
  if (log.exists) return names.map((name) => stateOf(log, name, log.findSide(name)));
  return names.map((side) => ({
    ...{ side, readSeq: null, readMessage: null, muted: false, blocked: false },
    unread: 0,
  }));
}
