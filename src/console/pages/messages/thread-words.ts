// What a thread is called, and what is said of its last message.

import { MOST_COUNTED } from '../../../db/count-listed.ts';
import type { Message } from '../../../domains/messaging/thread-record/message.ts';
import type { Thread } from '../../../domains/messaging/thread-record/thread.ts';
import { counted } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';

type Side = Thread['participants'][number]['actor'];

/** The side that the place is not. */
export function otherOf({ participants }: Thread, { place }: PlaceVisit): Side | null {
  return participants.find(({ actor }) => actor.id !== place.id)?.actor ?? null;
}

export function nameOf(thread: Thread, at: PlaceVisit): string {
  if (thread.kind === 'program') return thread.programName ?? 'A program';
  if (thread.kind === 'support') return 'Help';
  return otherOf(thread, at)?.name ?? 'A thread';
}

const STATUS = {
  waiting_on_lucra: 'Waiting for our answer',
  waiting_on_customer: 'Waiting for your answer',
  resolved: 'Resolved',
} as const;

/** What kind of thread it is, in a few words. */
export function kindOf(thread: Thread, { place, vars }: PlaceVisit): string {
  if (thread.kind === 'program') return 'Program';
  if (thread.support) return `${vars.SERVICE_NAME} staff · ${STATUS[thread.support.status]}`;
  return place.type === 'creator' ? 'Brand' : 'Creator';
}

/** The last message in a line. */
export function lastWords({ lastMessage }: Thread, at: PlaceVisit): string {
  if (!lastMessage) return 'No messages yet';
  const said = messageWords(lastMessage);
  return lastMessage.sender.id === at.place.id ? `You: ${said}` : said;
}

export function messageWords({ body, files, deletedAt }: Message): string {
  if (deletedAt !== null) return 'Message deleted';
  if (body !== '') return body.length > 140 ? `${body.slice(0, 140)}…` : body;
  return files[0]?.name ?? 'A file';
}

export const unreadWords = (unread: number): string =>
  counted({ count: Math.min(unread, MOST_COUNTED), more: unread >= MOST_COUNTED });
