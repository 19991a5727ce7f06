import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { inHalves } from '../../../kit/in-halves.ts';
import { log } from '../../../kit/log.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { recordEvents } from './record-events.ts';
import { listWaitingEvents } from './retention-store.ts';

/** Younger events are probably still in the queue. */
const GRACE_MS = 20 * SECOND_MS;
const BATCH = 100;
const BATCHES_A_RUN = 20;

/** Attributes events whose queue message was lost. The next job relays their outbox rows. */
export async function sweepEvents(ctx: SystemCtx): Promise<void> {
  for (const shard of shards(ctx.env)) {
    for (let run = 0; run < BATCHES_A_RUN; run++) {
      const ids = await listWaitingEvents(ctx, shard, ctx.now - GRACE_MS, BATCH);
      if (ids.length > 0) {
        await inHalves(
          ids,
          async (part) => {
            await recordEvents(ctx, shard, { incoming: [], process: part });
          },
          (event, error) => log('error', { shard, event, error: String(error) }),
        );
      }
      if (ids.length < BATCH) break;
    }
  }
}
