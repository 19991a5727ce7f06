// A thread with everything that its readers are shown of it, as one statement finds it.

import type { ShownFile } from '../../platform/files/interface.ts';
import type { Consent } from '../../work/creator-consent/consent.ts';
import { SUPPORT_SIDE } from '../thread-log/interface.ts';
import type { MessageRecord, SideState, ThreadHead } from '../thread-log/record.ts';
import { type Rights, rightsOf } from './rights.ts';

/** A side as others see it, now. */
export interface Named {
  name: string;
  picture: string | null;
}

export interface FoundThread {
  head: ThreadHead;
  /** Who reads: an account, a creator, or the staff. */
  side: string;
  /** The other side's ID; null in a program's thread for its account. */
  other: string | null;
  account: (Named & { active: boolean }) | null;
  /** In a program's thread the creator that reads. */
  creator: Named | null;
  programName: string | null;
  /** Creators in the program. */
  members: number;
  consent: Consent | null;
  /** When the creator that reads came into the program, in milliseconds; null when it is not in it. */
  joinedAt: number | null;
  barred: boolean;
  own: Pick<SideState, 'readMessage' | 'muted' | 'blocked'> & { unread: number };
  others: Pick<SideState, 'readMessage' | 'blocked'>;
  seq: number;
  supportStatus: 'waiting_on_lucra' | 'waiting_on_customer' | 'resolved' | null;
  resolvedAt: number | null;
  activeAt: number;
  updatedAt: number;
  last: MessageRecord | null;
  /** The sides' pictures and the files of the last message. */
  files: ShownFile[];
}

export interface ThreadColumns extends ThreadHead {
  other: string | null;
  accountName: string | null;
  accountPicture: string | null;
  accountStatus: string | null;
  creatorName: string | null;
  creatorPicture: string | null;
  programName: string | null;
  members: number | null;
  consent: Consent | null;
  joinedAt: number | null;
  barred: number;
  ownRead: string | null;
  ownMuted: number | null;
  ownBlocked: number | null;
  unread: number | null;
  otherRead: string | null;
  otherBlocked: number | null;
  seq: number;
  supportStatus: FoundThread['supportStatus'];
  resolvedAt: number | null;
  activeAt: number;
  updatedAt: number;
  last: string | null;
  files: string | null;
}

export function foundThread(side: string, row: ThreadColumns): FoundThread {
  const { id, kind, account, creator, program, createdAt } = row;
  return {
    head: { id, kind, account, creator, program, createdAt },
    side,
    other: row.other,
    account:
      row.accountName === null
        ? null
        : { name: row.accountName, picture: row.accountPicture, active: row.accountStatus === 'active' },
    creator: row.creatorName === null ? null : { name: row.creatorName, picture: row.creatorPicture },
    programName: row.programName,
    members: row.members ?? 0,
    consent: row.consent,
    joinedAt: row.joinedAt,
    barred: row.barred === 1,
    own: {
      readMessage: row.ownRead,
      muted: row.ownMuted === 1,
      blocked: row.ownBlocked === 1,
      unread: row.unread ?? 0,
    },
    others: { readMessage: row.otherRead, blocked: row.otherBlocked === 1 },
    seq: row.seq,
    supportStatus: row.supportStatus,
    resolvedAt: row.resolvedAt,
    activeAt: row.activeAt,
    updatedAt: row.updatedAt,
    last: row.last === null ? null : (JSON.parse(row.last) as MessageRecord),
    files: row.files === null ? [] : (JSON.parse(row.files) as ShownFile[]),
  };
}

/** What the one that reads it may do in it. */
export function rightsIn(thread: FoundThread, writes: boolean): Rights {
  const { head, side } = thread;
  return rightsOf(
    {
      kind: head.kind,
      account: head.account,
      creator: head.creator,
      agreed: thread.consent === 'agreed',
      active: thread.account?.active ?? true,
      joined: thread.joinedAt !== null,
      blocked: thread.own.blocked || thread.others.blocked,
      barred: thread.barred,
    },
    { side, writes },
  );
}

/** Whether its reader may keep a socket: an ended brand reads what there is, and waits for nothing more. */
export function hearsLive({ head, side, account }: FoundThread): boolean {
  return side !== head.account || account?.active === true;
}

/** The thread as it is after a change that the database was not told of yet. */
export function afterChange(
  thread: FoundThread,
  changed: { seq: number; sides: readonly SideState[]; last?: MessageRecord | null; at: number },
): FoundThread {
  const state = (side: string | null) => changed.sides.find((one) => one.side === side);
  const [own, others] = [state(thread.side), state(thread.other)];
  const later = changed.seq > thread.seq;
  return {
    ...thread,
    own: own ? { ...own, unread: own.unread ?? thread.own.unread } : thread.own,
    others: others ?? thread.others,
    seq: Math.max(changed.seq, thread.seq),
    updatedAt: later ? Math.max(changed.at, thread.updatedAt) : thread.updatedAt,
    activeAt: changed.last && later ? Math.max(changed.last.createdAt, thread.activeAt) : thread.activeAt,
    last: changed.last && later ? changed.last : thread.last,
    supportStatus:
      changed.last && later && thread.head.kind === 'support'
        ? statusAfter(thread.side)
        : thread.supportStatus,
    resolvedAt: changed.last && later ? null : thread.resolvedAt,
  };
}

/** A support thread's status after a message of this side. */
export function statusAfter(sender: string): 'waiting_on_lucra' | 'waiting_on_customer' {
  return sender === SUPPORT_SIDE ? 'waiting_on_customer' : 'waiting_on_lucra';
}
