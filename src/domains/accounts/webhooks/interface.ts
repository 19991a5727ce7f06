// What other domains may do with webhooks. They need not ask for anything to have an event told: `emit` (src/db/outbox.ts).
import { and, eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';
import type { ReceiverEnded } from '../keys/interface.ts';
import { deliveries } from './table.ts';

/**
 * Hears that events of a shard come to the main database, and adds to the batch that brings them what has to change
 * there with them. A repeat must change nothing: the same events may come twice. Registered in src/reactions.ts by type.
 */
export type RelayReaction = (ctx: SystemCtx, events: RelayedEvent[]) => void;

/** Ends what is still on its way to a key. */
export const failPending: ReceiverEnded = (ctx, keyId) => {
  ctx.write.add(
    mainDb(ctx.env)
      .update(deliveries)
      .set({ status: 'failed', nextAttemptAt: null })
      .where(and(eq(deliveries.keyId, keyId), eq(deliveries.status, 'pending'))),
  );
};
