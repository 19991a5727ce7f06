import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { lowestId } from '../../../kit/ids.ts';
import { cursorBehind, type ListInput, type ListPage, listOf, placeOf } from '../../../resource/list-page.ts';
import { objectOf } from '../thread-log/interface.ts';
import type { MessageRecord } from '../thread-log/record.ts';
import { requireThread, shownMessages } from '../thread-record/interface.ts';
import type { Message } from '../thread-record/message.ts';
import { findMessages } from './find-messages.ts';
import { findFirstFrom, findLastBefore } from './store.ts';

export interface MessageQuery extends ListInput {
  thread?: string | undefined;
  after?: string | undefined;
  q?: string | undefined;
}

type ThreadQuery = MessageQuery & { thread: string };

/**
 * The messages of a thread, newest first, or those behind `after`, oldest first. They come from the thread's object: what was
 * answered is in it.
 */
export async function listMessages(ctx: Ctx, query: MessageQuery): Promise<ListPage<Message>> {
  if (query.q !== undefined) return await findMessages(ctx, { ...query, q: query.q });
  const { thread } = query;
  if (thread === undefined)
    throw new AppError('invalid_request', 'Send thread, or q to search in all of them.');
  return await listOne(ctx, { ...query, thread });
}

async function listOne(ctx: Ctx, query: ThreadQuery): Promise<ListPage<Message>> {
  const side = actingId(ctx.actor);
  const list = listOf(ctx, `messages ${side}`);
  const place = placeOf(list, query);
  const [{ thread }, bound] = await Promise.all([
    requireThread(ctx, query.thread),
    place === null ? boundOf(ctx, query) : null,
  ]);
  const rows = await inRange(ctx, query, place === null ? bound : Number(place));
  const records = rows.slice(0, query.limit);
  const last = records.at(-1);
  return {
    items: await shownMessages(ctx, thread, records),
    nextCursor: rows.length > query.limit && last ? cursorBehind(list, query, String(last.seq)) : null,
  };
}

/**
 * The message from which a range of time begins, in the direction of the list, so that nothing before it is gone through; null
 * where none is known.
 */
async function boundOf(ctx: Ctx, query: ThreadQuery): Promise<string | null> {
  const { thread, after, createdAfter, createdBefore } = query;
  if (after === undefined)
    return createdBefore === undefined
      ? null
      : await findFirstFrom(ctx, thread, lowestId('message', Math.ceil(Date.parse(createdBefore))));
  if (createdAfter === undefined) return null;
  const [last, known] = await Promise.all([
    findLastBefore(ctx, thread, lowestId('message', Math.floor(Date.parse(createdAfter)) + 1)),
    objectOf(ctx.env, thread).message(after, null),
  ]);
  // Where `after` names nothing of this thread, the list says so.
  return known && last !== null && last > after ? last : null;
}

/** One more than the limit of those that the query asks for, from a place on. */
async function inRange(ctx: Ctx, query: ThreadQuery, from: number | string | null): Promise<MessageRecord[]> {
  const side = actingId(ctx.actor);
  const object = objectOf(ctx.env, query.thread);
  const forward = query.after !== undefined;
  const after = query.createdAfter === undefined ? -1 : Date.parse(query.createdAfter);
  const before = query.createdBefore === undefined ? Infinity : Date.parse(query.createdBefore);
  const wanted = query.limit + 1;
  const rows: MessageRecord[] = [];
  let place = from ?? query.after;
  for (;;) {
    const at = place === undefined ? {} : forward ? { after: place } : { before: place };
    const page = await object.messages({ ...at, limit: wanted, side });
    if (!page) throw new AppError('invalid_request', 'after names no message of this thread.');
    rows.push(...page.filter(({ createdAt }) => createdAt > after && createdAt < before));
    const last = page.at(-1);
    // What lies beyond the range ends it. Before it lie, newest first, only messages that the database was not told of.
    const over = last && (forward ? last.createdAt >= before : last.createdAt <= after);
    if (!last || over || page.length < wanted || rows.length >= wanted) return rows.slice(0, wanted);
    place = last.seq;
  }
}
