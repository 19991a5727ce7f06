import type { SystemCtx } from '../../../context.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { handleEvent } from './handle-event.ts';
import { deleteEvents, listDueEvents } from './store.ts';

const BATCH = 50;
/** A Worker can open only a few connections at once. */
const AT_A_TIME = 5;
/** The processor repeats an event for some days; after this time nobody needs it. */
const KEPT_MS = 90 * DAY_MS;
const PORTION = 2000;
const PORTIONS_A_NIGHT = 100;

/** Handles events whose handling was lost or failed before. Cron. */
export async function handleDueEvents(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueEvents(ctx, BATCH), AT_A_TIME, (id) => handleEvent(ctx, id));
}

/** Deletes events that were handled long ago, a portion at a time. Cron. */
export async function forgetOldEvents(ctx: SystemCtx): Promise<void> {
  for (let portion = 0; portion < PORTIONS_A_NIGHT; portion++) {
    if ((await deleteEvents(ctx, ctx.now - KEPT_MS, PORTION)) < PORTION) return;
  }
}
