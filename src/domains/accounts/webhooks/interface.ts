// What other domains may do with webhooks. They need not ask for anything to have an event told: `emit` (src/db/outbox.ts).
import type { SystemCtx } from '../../../context.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';

/**
 * Hears that events of a shard come to the main database, and adds to the batch that brings them what has to change
 * there with them. A repeat must change nothing: the same events may come twice. Registered in src/reactions.ts by type.
 */
export type RelayReaction = (ctx: SystemCtx, events: RelayedEvent[]) => void;
