// What the domains of threads and messages ask of their records.
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { isShown, writesIn } from './caller.ts';
import { type FoundThread, rightsIn } from './found-thread.ts';
import type { Rights } from './rights.ts';
import { findThread } from './store.ts';

export { acting, onceFor } from './acting.ts';
export { onlyAccount, writesIn } from './caller.ts';
export { afterChange, type FoundThread, hearsLive, statusAfter } from './found-thread.ts';
export { findPair, insertThreadNow } from './opening-store.ts';
export { cannotSend, resultOf } from './refused.ts';
export { openingOf, type Rights } from './rights.ts';
export { shownMessages } from './shown-messages.ts';
export {
  countUnread,
  countUnreadUpToMost,
  findDirectThread,
  findProgramThread,
  findSupportThread,
  findThread,
  findThreads,
  firstMessageAt,
  listProgramThreads,
  listThreadIds,
  listThreads,
  READ_TO,
  type ThreadPlace,
} from './store.ts';
export { saveResolvedNow } from './support-store.ts';

export interface OpenThread {
  thread: FoundThread;
  rights: Rights;
}

/** A thread that the acting account or creator reads. Throws not_found. */
export async function requireThread(ctx: Ctx, id: string): Promise<OpenThread> {
  return readable(ctx, await findThread(ctx, actingId(ctx.actor), id));
}

/** Throws not_found for a thread that the caller may not read. */
export function readable(ctx: Ctx, thread: FoundThread | null): OpenThread {
  const open = readableOrNull(ctx, thread);
  if (!open) throw notFound('thread');
  return open;
}

export function readableOrNull(ctx: Ctx, thread: FoundThread | null): OpenThread | null {
  const rights = thread && isShown(ctx.actor, thread) ? rightsIn(thread, writesIn(ctx.actor)) : null;
  return rights?.reads ? { thread: thread!, rights } : null;
}
