import type { SystemCtx } from '../../../context.ts';
import { verifyNotice } from '../../../integrations/stripe/inbound.ts';
import { handleEvent } from './handle-event.ts';
import { handlerOf } from './handlers.ts';
import { insertEvent } from './store.ts';

/** The largest body in bytes; the processor's own are only a few KB. */
export const EVENT_LIMIT = 256 * 1024;

/**
 * Stores an event once, in the caller's batch, and handles it after the commit; the cron handles events that
 * this loses. Throws invalid_request unless the processor has just signed exactly these bytes.
 */
export async function receiveEvent(ctx: SystemCtx, body: string, signature: string | null): Promise<void> {
  const { id, type, account, object } = await verifyNotice(ctx.vars, body, signature);
  const subject = { type, account, objectId: object.id, objectKind: object.kind };
  const handled = handlerOf(subject) !== null;
  insertEvent(ctx, {
    id,
    ...subject,
    status: handled ? 'open' : 'ignored',
    nextAt: ctx.now,
    receivedAt: ctx.now,
  });
  if (handled) ctx.write.afterCommit(() => handleEvent(ctx, id));
}
