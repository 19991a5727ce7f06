import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { handlerOf } from './handlers.ts';
import { claimEvent, saveAttempt } from './store.ts';

/** How long one attempt holds the event's lease. */
const LEASE_MS = 5 * MINUTE_MS;
/**
 * Waits after failed attempts, about a day and a half together. Then the event has failed, and a person must
 * look.
 */
const WAIT_MINUTES = [1, 1, 2, 5, 15, 30, 60, 120, 240, 480, 1200];

/** Handles an event that is due, unless another run has it. An error is stored with the event, not thrown. */
export async function handleEvent(ctx: SystemCtx, id: string): Promise<void> {
  const event = await claimEvent(ctx, id, ctx.now + LEASE_MS);
  if (!event) return;
  try {
    await handlerOf(event)?.(withOwnWrites(ctx), event);
    await saveAttempt(ctx, event, { status: 'done', handledAt: ctx.now, error: null });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const wait = WAIT_MINUTES[event.attempts - 1];
    const level = wait === undefined ? 'error' : 'warn';
    log(level, { processorEvent: id, attempt: event.attempts, error: text });
    const next = wait === undefined ? { status: 'failed' as const } : { nextAt: ctx.now + wait * MINUTE_MS };
    await saveAttempt(ctx, event, { ...next, error: text.slice(0, 500) });
  }
}
