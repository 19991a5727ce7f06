import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { erasedSides } from '../message-search/erase-searches.ts';
import { beginRebuild, rebuildSearch } from '../message-search/rebuild-search.ts';
import { searchedThreads } from '../message-search/search-threads.ts';
import { retellThread } from '../messages/retell-thread.ts';
import { searchSource, threadsFrom } from '../messages/search-source.ts';
import { objectOf } from '../thread-log/interface.ts';
import type { WalkRow } from './thread-walk.ts';
import {
  insertErasuresNow,
  insertLostNow,
  listOpenWalks,
  listWithoutRow,
  saveWalkNow,
} from './walk-store.ts';

/** What one run does. */
const STEPS = 100;
const THREADS_AT_ONCE = 10;

/** Goes on with walks through all threads. Each step may run twice, and is saved once. A job. */
export async function continueWalks(ctx: SystemCtx): Promise<void> {
  // The search names threads that the database lost, so it is not emptied before the database has them again.
  const [open] = (await listOpenWalks(ctx)).toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
  if (!open) return;
  try {
    await goOn(ctx, open);
  } catch (error) {
    log('error', { walk: open.kind, place: open.place, error: describeError(error) });
  }
}

async function goOn(ctx: SystemCtx, open: WalkRow): Promise<void> {
  let row: WalkRow | null = open;
  for (let steps = 0; steps < STEPS && row && row.status !== 'done'; steps++)
    row = await saveWalkNow(
      ctx,
      row,
      await (row.kind === 'search' ? ofSearch(ctx, row) : ofDatabase(ctx, row)),
    );
}

/** The search database itself knows how far it is. */
async function ofSearch(ctx: SystemCtx, { status }: WalkRow): Promise<Partial<WalkRow>> {
  if (status === 'asked') {
    await beginRebuild(ctx.env);
    return { status: 'under_way' };
  }
  const isDone = await rebuildSearch(ctx.env, searchSource(ctx), 1);
  return isDone ? { status: 'done', finishedAt: ctx.now } : { status: 'under_way' };
}

/** First threads whose rows are lost, which the search names; then all threads, each told again. */
async function ofDatabase(ctx: SystemCtx, row: WalkRow): Promise<Partial<WalkRow>> {
  const { place, since, staff } = row;
  if (place === '' || place.startsWith(LOST)) {
    const { threads, next } = await searchedThreads(ctx.env, since, Number(place.slice(LOST.length)));
    await findAgain(ctx, threads, since);
    return { status: 'under_way', place: next === null ? FIRST : `${LOST}${next}` };
  }
  const next = await retellFrom(ctx, place === FIRST ? '' : place, since);
  if (next !== null) return { place: next };
  // The search remembers whose words were erased.
  await insertErasuresNow(ctx, await erasedSides(ctx.env), staff);
  return { status: 'done', finishedAt: ctx.now };
}

const LOST = 'lost ';
/** Before the first thread. */
const FIRST = 'thr_';

async function findAgain(ctx: SystemCtx, ids: readonly string[], since: number): Promise<void> {
  for (const id of await listWithoutRow(ctx, ids)) {
    const portion = await objectOf(ctx.env, id).portion(0, since);
    if (portion && !(await insertLostNow(ctx, portion.head))) log('error', { lost: id, ...portion.head });
  }
}

/** @returns the place behind what was told; null at the end. */
async function retellFrom(ctx: SystemCtx, place: string, since: number): Promise<string | null> {
  const { thread, within, ids } = await threadsFrom(ctx, place, THREADS_AT_ONCE);
  for (const id of ids) {
    const portion = await objectOf(ctx.env, id).portion(id === thread ? within : 0, since);
    if (!portion) continue;
    await retellThread(ctx, portion, since);
    if (portion.next !== null) return `${id}:${portion.next}`;
  }
  return ids.at(-1) ?? null;
}
