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
import type { ThreadKind } from '../thread-log/record.ts';
import * as record from '../thread-record/interface.ts';
import { mayWrite, requireThread } from '../thread-record/interface.ts';
import { presentThread, THREAD_KINDS, type Thread } from '../thread-record/thread.ts';

export async function getThread(ctx: Ctx, id: string): Promise<Thread> {
  const { thread } = await requireThread(ctx, id);
  return await presentThread(ctx, thread, mayWrite(ctx.actor));
}

export interface ThreadQuery extends ListInput {
  kind?: ThreadKind | undefined;
  program?: string | undefined;
}

/** The threads that the acting account or creator reads, most recently active first. */
export async function listThreads(ctx: Ctx, query: ThreadQuery): Promise<ListPage<Thread>> {
  const side = actingId(ctx.actor);
  const list = listOf(ctx, `threads ${side}`);
  const place = placeOf(list, query);
  const rows = await record.listThreads(ctx, side, {
    kinds: kindsOf(query),
    program: query.program,
    limit: query.limit,
    behind: place === null ? null : behind(place),
    range: idRange(list, 'thread', { ...query, cursor: undefined }),
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const writes = mayWrite(ctx.actor);
  return {
    items: await Promise.all(page.map((thread) => presentThread(ctx, thread, writes))),
    nextCursor:
      rows.length > query.limit && last
        ? cursorBehind(list, query, `${last.activeAt}.${last.head.id}`)
        : null,
  };
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
