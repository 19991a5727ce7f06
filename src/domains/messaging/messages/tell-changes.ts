import type { SystemCtx } from '../../../context.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';
import { newId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { saveWaits, UNREAD_MS, type WrittenMessage } from '../message-digests/interface.ts';
import { indexMessages, type SearchedMessage } from '../message-search/index-messages.ts';
import { SUPPORT_SIDE } from '../thread-log/interface.ts';
import type { Telling, ThreadHead } from '../thread-log/record.ts';
import { statusAfter } from '../thread-record/interface.ts';
import {
  insertEvents,
  type SupportAfter,
  saveFiles,
  saveMessages,
  saveSent,
  saveSides,
  saveThread,
} from './telling-store.ts';

/** How long a customer may take to answer before the question counts as resolved. */
const RESOLVED_AFTER_MS = 14 * DAY_MS;

type Told = Telling['changes'][number];

/**
 * Takes what a thread's object owes to the database: its messages, marks and events, in one batch. It may run twice, at once
 * or late: nothing is written twice, and nothing goes back.
 */
export async function tellChanges(ctx: SystemCtx, telling: Telling): Promise<void> {
  const { head, changes } = telling;
  if (changes.length > 0) {
    const events = changes.flatMap((change) => eventOf(ctx, head, change));
    insertEvents(ctx, head, events);
    saveSent(ctx, telling);
    saveWaits(
      ctx,
      head.id,
      changes.flatMap((change) => waitsOf(head, change)),
    );
    saveFiles(ctx, telling);
    saveMessages(ctx, telling);
    saveThread(ctx, telling, latest(changes), supportAfter(head, changes));
    const wakes = events.map(({ id }) => ({ body: { event: id, at: ctx.now } }));
    if (wakes.length > 0) ctx.write.afterCommit(() => ctx.env.WEBHOOKS.sendBatch(wakes));
  }
  saveSides(ctx, telling);
  // The deliveries are stored: the sweep wakes those whose message was lost.
  await Promise.allSettled(await ctx.write.commit());
  await indexMessages(
    ctx.env,
    changes.filter(({ kind }) => kind !== 'react').map((change) => searched(head, change)),
  );
}

/** Whom a message is found by: its sides, in a program's thread everybody who reads that. */
export function searched(head: ThreadHead, { seq, message }: Pick<Told, 'seq' | 'message'>): SearchedMessage {
  const { id: thread, kind, account, creator } = head;
  const sides = kind === 'program' ? [thread] : [account, creator, kind === 'support' ? SUPPORT_SIDE : null];
  return {
    thread,
    message: message.id,
    seq,
    sides: sides.filter((side) => side !== null),
    text: message.body,
    deleted: message.deletedAt !== null,
  };
}

/**
 * The event of a change, for the other side: a creator's or the staff's message for the account, an account's for whoever
 * stands for the creator. Whose message it was decides for edits and removals, too.
 */
function eventOf(ctx: SystemCtx, head: ThreadHead, { seq, kind, message }: Told): RelayedEvent[] {
  if (kind === 'react') return [];
  const byAccount = message.sender === head.account;
  const accountId = byAccount ? null : head.account;
  const creatorId = byAccount ? head.creator : null;
  // The other side has no key: a program's members, the staff of what a customer writes, a creator of what the staff does.
  if (accountId === null && creatorId === null) return [];
  return [
    {
      id: newId('event', ctx.now),
      type: kind === 'message' ? 'message.created' : 'message.updated',
      accountId,
      creatorId,
      data: JSON.stringify({ message: message.id, thread: head.id }),
      occurredAt: ctx.now,
      number: seq,
    },
  ];
}

/** Whom the mails about unread messages are for: never the sender's side, and not the staff. */
function waitsOf(head: ThreadHead, { seq, kind, message }: Told): WrittenMessage[] {
  if (kind !== 'message' || message.automated) return [];
  const { id: thread, account, creator } = head;
  const sides = head.kind === 'program' ? [thread] : [account, creator];
  return sides
    .filter((side) => side !== null && side !== message.sender)
    .map((side) => ({ seq, id: message.id, side: side!, dueAt: message.createdAt + UNREAD_MS }));
}

/** When the newest of these changes was made. */
function latest(changes: readonly Told[]): number {
  return Math.max(
    ...changes.map(({ message }) =>
      Math.max(message.createdAt, message.editedAt ?? 0, message.deletedAt ?? 0),
    ),
  );
}

/** What the newest message that somebody wrote makes of a support thread. */
export function supportAfter(head: ThreadHead, changes: readonly Told[]): SupportAfter | null {
  const written = changes.filter(({ kind, message }) => kind === 'message' && !message.automated);
  const last = written.at(-1);
  if (head.kind !== 'support' || !last) return null;
  const status = statusAfter(last.message.sender);
  const waits = status === 'waiting_on_customer';
  const answer = written.findLastIndex(({ message }) => message.sender === SUPPORT_SIDE);
  return {
    seq: last.seq,
    createdAt: last.message.createdAt,
    status,
    dueAt: waits ? last.message.createdAt + RESOLVED_AFTER_MS : null,
    askedAt: written[answer + 1]?.message.createdAt ?? null,
    answered: answer >= 0,
  };
}
