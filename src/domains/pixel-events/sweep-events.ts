import type { SystemCtx } from '../../context.ts';
import { shards } from '../../db/client.ts';
import { SECOND_MS } from '../../kit/time.ts';
import { recordEvents } from './record-events.ts';
import { waitingEvents } from './retention-store.ts';

/** Younger ones are most likely in the queue's hands still. */
const GRACE_MS = 20 * SECOND_MS;
const BATCH = 100;
const BATCHES_A_RUN = 20;

/** Attributes events whose queue message was lost. Their outbox rows are relayed by the job behind this one. */
export async function sweepEvents(ctx: SystemCtx): Promise<void> {
  for (const shard of shards(ctx.env)) {
    for (let run = 0; run < BATCHES_A_RUN; run++) {
      const ids = await waitingEvents(ctx, shard, ctx.now - GRACE_MS, BATCH);
      if (ids.length > 0) await attributeThese(ctx, shard, ids);
      if (ids.length < BATCH) break;
    }
  }
}

/** Halves a batch that fails, so that one bad event does not keep the others waiting. */
async function attributeThese(ctx: SystemCtx, shard: number, ids: string[]): Promise<void> {
  try {
    await recordEvents(ctx, shard, { incoming: [], process: ids });
  } catch (error) {
    if (ids.length === 1) {
      console.error(JSON.stringify({ level: 'error', shard, event: ids[0], error: String(error) }));
      return;
    }
    const middle = ids.length >> 1;
    await attributeThese(ctx, shard, ids.slice(0, middle));
    await attributeThese(ctx, shard, ids.slice(middle));
  }
}
