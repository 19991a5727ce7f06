// What a thread's object keeps, as plain data: it travels between objects and into D1.

export type ThreadKind = 'direct' | 'program' | 'support';

/** What never changes of a thread. */
export interface ThreadHead {
  id: string;
  kind: ThreadKind;
  /** Null in a creator's support thread. */
  account: string | null;
  /** Set in a direct thread and in a creator's support thread. */
  creator: string | null;
  program: string | null;
  /** Milliseconds. */
  createdAt: number;
}

/** Who can be a side: `acct_…`, `crtr_…`, or the staff. */
export const SUPPORT_SIDE = 'support';

/** A file of a message as it was when it was sent; its URLs are made when it is read. */
export interface MessageFile {
  id: string;
  name: string;
  kind: 'image' | 'video' | 'document';
  size: number;
  width: number | null;
  height: number | null;
}

export interface MessageRecord {
  id: string;
  /** The number of the change that wrote it: the order of messages. */
  seq: number;
  /** The side that sent it; of an automated message, the side whose act it tells. */
  sender: string;
  automated: boolean;
  /** Empty once it is deleted. */
  body: string;
  files: MessageFile[];
  replyTo: string | null;
  /** In a program's thread `sides` has at most the account and the side that reads. */
  reactions: { emoji: string; sides: string[]; count: number }[];
  version: number;
  /** Milliseconds. */
  createdAt: number;
  editedAt: number | null;
  deletedAt: number | null;
  /** Whether the staff removed it; then it is deleted, too. */
  removed: boolean;
}

/** How far a side has come. Of a program's thread, only of sides that marked or muted something. */
export interface SideState {
  side: string;
  /** The last message that it has read; null for none. */
  readSeq: number | null;
  readMessage: string | null;
  muted: boolean;
  /** Whether this side blocks the other. */
  blocked: boolean;
  /** Others' messages behind its mark that are not deleted. Of a program's thread, null: it is counted from what is listed. */
  unread: number | null;
}

/** A durable change with its number. Numbers are without gaps. The message is as it is now. */
export interface LoggedChange {
  seq: number;
  kind: 'message' | 'edit' | 'delete' | 'remove' | 'react';
  message: MessageRecord;
}

/** What the object owes to the databases: everything since the last time that they took it. */
export interface Telling {
  head: ThreadHead;
  /** Changes since then, oldest first, a bounded number. A repeated call tells at least the same again. */
  changes: (LoggedChange & { by: Pick<import('./change.ts').Acting, 'side' | 'caller'> })[];
  /** The newest message as it is now. */
  last: MessageRecord | null;
  /** When the newest message was written that is not automated, else when the thread began. Milliseconds. */
  activeAt: number;
  /** The number of the last of `changes`; without any, of the thread. */
  seq: number;
  /** Messages so far, deleted ones too. */
  messages: number;
  /** Sides whose state changed, each with a number that only grows. */
  sides: (SideState & { stamp: number })[];
}

/** A part of what an object holds, for databases that lost it. */
export interface Portion {
  head: ThreadHead;
  /** The number of the thread's last change. */
  seq: number;
  /** Messages of the thread, deleted ones too. */
  count: number;
  activeAt: number;
  /** As they are now, in order. */
  records: MessageRecord[];
  /** Behind which message to go on; null at the end. */
  next: number | null;
  last: MessageRecord | null;
  /** With the last part: the sides, those that changed last first. */
  sides: (SideState & { stamp: number })[];
}
