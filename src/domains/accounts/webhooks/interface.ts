// The interface of webhooks for other domains. To send an event they only have to `emit` it (src/db/outbox.ts).
import { and, eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';
import type { ReceiverEnded } from '../keys/interface.ts';
import { deliveries } from './table.ts';

/**
 * Called when events of a shard reach the main database. Adds changes there to the batch that brings the events. It
 * must be idempotent, since the same events may come twice. src/reactions.ts registers it by event type.
 */
export type RelayReaction = (ctx: SystemCtx, events: RelayedEvent[]) => void;

/** Fails the deliveries that are still pending for a key. */
export const failPending: ReceiverEnded = (ctx, keyId) => {
  ctx.write.add(
    mainDb(ctx.env)
      .update(deliveries)
      .set({ status: 'failed', nextAttemptAt: null })
      .where(and(eq(deliveries.keyId, keyId), eq(deliveries.status, 'pending'))),
  );
};
