import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { isId, newId } from '../../../kit/ids.ts';
import type { Change } from '../thread-log/change.ts';
import { objectWith } from '../thread-log/interface.ts';
import type { MessageRecord } from '../thread-log/record.ts';
import type { ThreadApi } from '../thread-log/thread-client.ts';
import {
  acting,
  cannotSend,
  findThread,
  type Rights,
  readableOrNull,
  resultOf,
  shownMessages,
} from '../thread-record/interface.ts';
import type { Message } from '../thread-record/message.ts';
import type { MessageUpdate } from './message-input.ts';
import { insertReport } from './store.ts';

type Input = z.output<typeof MessageUpdate>;

/** How many messages on either side of a reported one the staff may read. */
const AROUND = 10;

/**
 * Edits or deletes a message of the caller's own, reacts to one, or reports one. The object finds it by its ID, also before the
 * database was told of it.
 */
export async function updateMessage(ctx: Ctx, id: string, input: Input): Promise<Message> {
  const side = actingId(ctx.actor);
  if (!isId(id, ['message'])) throw notFound('message');
  const object = objectWith(ctx.env, id);
  const found = await object.message(id, side);
  // A message in a thread that the caller does not read is as unknown as one that never was.
  const open = found && readableOrNull(ctx, await findThread(ctx, side, found.head.id));
  if (!found || !open) throw notFound('message');
  const message = input.report
    ? await report(ctx, object, found.message, open.thread.head.id, input.report)
    : await change(ctx, object, open.rights, found, input);
  const [shown] = await shownMessages(ctx, open.thread, [message]);
  return shown!;
}

async function change(
  ctx: Ctx,
  object: ThreadApi,
  rights: Rights,
  { head, message }: NonNullable<Awaited<ReturnType<ThreadApi['message']>>>,
  input: Input,
): Promise<MessageRecord> {
  const [asked, may] = askedFor(message.id, input, rights);
  if (!may) throw cannotSend();
  const outcome = await object.change(head, acting(ctx, head.kind), asked, null);
  return resultOf(outcome).message ?? message;
}

/** The change, and whether it is allowed: what is written goes on only while something may be sent. */
function askedFor(message: string, input: Input, rights: Rights): [Change, boolean] {
  const { version = 0, body, deleted, emoji = '', reacted = false } = input;
  if (body !== undefined) return [{ kind: 'edit', message, version, body }, rights.sends];
  if (deleted) return [{ kind: 'delete', message, version }, rights.marks];
  return [{ kind: 'react', message, emoji, reacted }, reacted ? rights.reacts : rights.marks];
}

async function report(
  ctx: Ctx,
  object: ThreadApi,
  message: MessageRecord,
  thread: string,
  { reason, note }: NonNullable<Input['report']>,
): Promise<MessageRecord> {
  const side = actingId(ctx.actor);
  if (message.sender === side) throw rejected('own_message', 'Report what somebody else wrote.');
  if (message.deletedAt !== null) throw new AppError('conflict', 'The message was deleted.');
  insertReport(ctx, {
    id: newId('messageReport', ctx.now),
    threadId: thread,
    messageId: message.id,
    side,
    caller: ctx.actor.callerId,
    reason,
    note: note ?? null,
    status: 'open',
    createdAt: ctx.now,
    shown: await object.around(message.id, AROUND),
  });
  return message;
}
