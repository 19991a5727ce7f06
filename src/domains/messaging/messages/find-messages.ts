import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { lowestId } from '../../../kit/ids.ts';
import { cursorBehind, type ListPage, listOf, placeOf } from '../../../resource/list-page.ts';
import { MOST_THREADS, searchMessages } from '../message-search/search-messages.ts';
import { objectWith } from '../thread-log/interface.ts';
import {
  findThreads,
  listProgramThreads,
  readableOrNull,
  requireThread,
  shownMessages,
} from '../thread-record/interface.ts';
import type { Message } from '../thread-record/message.ts';
import type { MessageQuery } from './list-messages.ts';

/**
 * The messages that have all the words, newest first, as they are now: the index names them, the threads' objects have the texts.
 * What was deleted since is left out, so a page may be shorter than its limit.
 */
export async function findMessages(
  ctx: Ctx,
  query: MessageQuery & { q: string },
): Promise<ListPage<Message>> {
  if (query.after !== undefined) throw new AppError('invalid_request', 'after does not go with q.');
  const side = actingId(ctx.actor);
  const list = listOf(ctx, `messages ${side}`);
  const bounds = [
    placeOf(list, query),
    query.createdBefore === undefined
      ? null
      : lowestId('message', Math.ceil(Date.parse(query.createdBefore))),
  ].filter((bound) => bound !== null);
  const { thread } = query;
  if (thread !== undefined) await requireThread(ctx, thread);
  const found = await searchMessages(ctx.env, {
    side,
    words: query.q,
    thread: thread ?? null,
    programThreads: await listProgramThreads(ctx, side, MOST_THREADS),
    before: bounds.sort()[0] ?? null,
    limit: query.limit + 1,
  });
  const page = found.slice(0, query.limit);
  const [threads, records] = await Promise.all([
    findThreads(ctx, side, [...new Set(page.map((one) => one.thread))]),
    Promise.all(page.map(async ({ message }) => await objectWith(ctx.env, message).message(message, side))),
  ]);
  const after = query.createdAfter === undefined ? -1 : Date.parse(query.createdAfter);
  const items = records.map(async (record) => {
    const known = record && readableOrNull(ctx, threads.get(record.head.id) ?? null);
    if (!known || record.message.deletedAt !== null || record.message.createdAt <= after) return [];
    return await shownMessages(ctx, known.thread, [record.message]);
  });
  const last = page.at(-1);
  const more = found.length > query.limit && last && (records.at(-1)?.message.createdAt ?? 0) > after;
  return {
    items: (await Promise.all(items)).flat(),
    nextCursor: more ? cursorBehind(list, query, last.message) : null,
  };
}
