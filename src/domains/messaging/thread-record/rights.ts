// Who may do what in a thread, as one rule over what is known of the two. Everything that answers, lists or delivers
// something of a thread asks here.
import { SUPPORT_SIDE } from '../thread-log/interface.ts';
import type { ThreadKind } from '../thread-log/record.ts';

export interface ThreadFacts {
  kind: ThreadKind;
  account: string | null;
  creator: string | null;
  /** Whether the two of a direct thread agreed to work together, and still do. */
  agreed: boolean;
  /** Whether the account is active; true where there is none. */
  active: boolean;
  /** Whether the side that asks is a creator with an approved application in the program of the thread. */
  joined: boolean;
  /** Whether one of the two blocks the other. */
  blocked: boolean;
  /** Whether the staff stopped the messages of one of the two, or of the one that asks. */
  barred: boolean;
}

export interface Asker {
  /** An account, a creator, or the staff. A partner that acts for a client is the client. */
  side: string;
  /** Whether its credential may write: read keys and members may not. */
  writes: boolean;
}

export interface Rights {
  /** Reads messages and names, and what is told of them. Everything else needs it. */
  reads: boolean;
  /** Sends and edits messages. A block, an end and a bar look the same to either side. */
  sends: boolean;
  reacts: boolean;
  /** Marks messages as read, mutes the thread, takes back what it wrote, and reports what others wrote. */
  marks: boolean;
  /** Blocks the other side, and ends that. */
  blocks: boolean;
}

const NONE: Rights = { reads: false, sends: false, reacts: false, marks: false, blocks: false };

export function rightsOf(facts: ThreadFacts, { side, writes }: Asker): Rights {
  if (!isReader(facts, side)) return NONE;
  const open = isOpen(facts) && writes;
  return {
    reads: true,
    // In a program's thread its account alone writes.
    sends: open && (facts.kind !== 'program' || side === facts.account),
    reacts: open,
    marks: writes,
    blocks: writes && facts.kind === 'direct',
  };
}

function isReader({ kind, account, creator, joined }: ThreadFacts, side: string): boolean {
  if (side === SUPPORT_SIDE) return kind === 'support';
  return side === account || side === creator || (kind === 'program' && joined);
}

/** Whether anybody may write or react. Who is barred can still ask the staff why. */
function isOpen({ kind, agreed, active, blocked, barred }: ThreadFacts): boolean {
  if (kind === 'support') return active;
  return active && !blocked && !barred && (kind !== 'direct' || agreed);
}

export type Opening = 'opens' | 'not_seen' | 'no_relationship';

/**
 * Whether a side may open a direct thread with another.
 * @param seen whether it can see that the other exists.
 */
export function openingOf(
  side: 'account' | 'creator',
  other: 'account' | 'creator',
  { seen, agreed, active }: { seen: boolean; agreed: boolean; active: boolean },
): Opening {
  // Accounts do not work with each other, whichever they are; of other creators a creator knows nothing.
  if (side === other) return side === 'account' ? 'no_relationship' : 'not_seen';
  if (agreed && active) return 'opens';
  return seen ? 'no_relationship' : 'not_seen';
}
