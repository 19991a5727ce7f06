import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  cursorBehind,
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  placeOf,
} from '../../../resource/list-page.ts';
import { MOST_THREADS } from '../message-search/search-messages.ts';
import { searchThreads } from '../message-search/search-threads.ts';
import type { ThreadKind } from '../thread-log/record.ts';
import * as record from '../thread-record/interface.ts';
import { requireThread } from '../thread-record/interface.ts';
import { presentThread, THREAD_KINDS, type Thread } from '../thread-record/thread.ts';

export async function getThread(ctx: Ctx, id: string): Promise<Thread> {
  const { thread } = await requireThread(ctx, id);
  return await presentThread(ctx, thread, record.writesIn(ctx.actor));
}

export interface ThreadQuery extends ListInput {
  kind?: ThreadKind | undefined;
  program?: string | undefined;
  q?: string | undefined;
}

/** The threads that the acting account or creator reads, most recently active first. */
export async function listThreads(ctx: Ctx, query: ThreadQuery): Promise<ListPage<Thread>> {
  const side = actingId(ctx.actor);
  const list = listOf(ctx, `threads ${side}`);
  const place = placeOf(list, query);
  if (query.q !== undefined) return { items: await withWords(ctx, query, query.q), nextCursor: null };
  const rows = await record.listThreads(ctx, side, {
    kinds: kindsOf(query),
    program: query.program,
    account: record.onlyAccount(ctx.actor),
    limit: query.limit,
    behind: place === null ? null : behind(place),
    range: idRange(list, 'thread', { ...query, cursor: undefined }),
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const writes = record.writesIn(ctx.actor);
  return {
    items: await Promise.all(page.map((thread) => presentThread(ctx, thread, writes))),
    nextCursor:
      rows.length > query.limit && last
        ? cursorBehind(list, query, `${last.activeAt}.${last.head.id}`)
        : null,
  };
}

/** The threads whose messages have all the words, by the newest such message: one page. */
async function withWords(ctx: Ctx, query: ThreadQuery, q: string): Promise<Thread[]> {
  const side = actingId(ctx.actor);
  const found = await searchThreads(ctx.env, {
    side,
    words: q,
    programThreads: await record.listProgramThreads(ctx, side, MOST_THREADS),
    limit: query.limit,
  });
  const ids = found.map(({ thread }) => thread);
  const threads = await record.findThreads(ctx, side, ids);
  const { after, before } = idRange(listOf(ctx, 'threads'), 'thread', { ...query, cursor: undefined });
  const kinds = kindsOf(query);
  const wanted = ids
    .map((id) => record.readableOrNull(ctx, threads.get(id) ?? null))
    .filter((open) => open !== null)
    .map((open) => open.thread)
    .filter(({ head }) => kinds.includes(head.kind) && (query.program ?? head.program) === head.program)
    .filter(({ head }) => head.id > (after ?? '') && (before === null || head.id < before));
  const writes = record.writesIn(ctx.actor);
  return await Promise.all(wanted.map((thread) => presentThread(ctx, thread, writes)));
}

/** Only program threads are of a program. */
function kindsOf({ kind, program }: ThreadQuery): readonly ThreadKind[] {
  if (program === undefined) return kind ? [kind] : THREAD_KINDS;
  return kind === undefined || kind === 'program' ? ['program'] : [];
}

function behind(place: string): record.ThreadPlace {
  const [activeAt, id] = place.split('.') as [string, string];
  return { activeAt: Number(activeAt), id };
}
