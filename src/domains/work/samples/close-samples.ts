import type { SystemCtx } from '../../../context.ts';
import { inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { log } from '../../../kit/log.ts';
import { emitMove } from './emit-move.ts';
import { movedColumns } from './moved-columns.ts';
import { saveOrderWithdrawn } from './order-store.ts';
import type { SampleRow } from './sample.ts';
import { listOpenSamples, listPartedSamples, listUnsentSamples, saveSample } from './store.ts';

/** The most of one run. The next run continues. */
const MOST_UNSENT = 100;
/** How many samples one statement looks at, and how often a run asks: an invocation may only send so many statements. */
const LOOKED_AT_ONCE = 2000;
const MOST_LOOKS = 300;

/**
 * Rejects a creator's samples in the batch that were not sent yet, and erases their addresses, because the
 * relationship behind them ends or the record changes hands.
 * @param accountId one account, or null for all of them.
 */
export async function closeSamples(
  ctx: SystemCtx,
  accountId: string | null,
  creatorId: string,
): Promise<void> {
  for (const row of await listOpenSamples(ctx, accountId, creatorId)) close(ctx, row);
}

/** Rejects what is left of relationships that ended otherwise, such as with a partner's link. Cron. */
export async function closePartedSamples(ctx: SystemCtx, atOnce = LOOKED_AT_ONCE): Promise<void> {
  let after = '';
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { parted, next } = await listPartedSamples(ctx, after, atOnce);
    for (const row of parted) await closeOne(ctx, row);
    if (next === null) return;
    after = next;
  }
  log('error', { what: 'too many samples are still to be sent', looked: atOnce * MOST_LOOKS });
}

/** Rejects samples that were not sent in the time that their address may wait, and offers that nobody answered. */
export async function closeUnsentSamples(ctx: SystemCtx): Promise<void> {
  for (const row of await listUnsentSamples(ctx, MOST_UNSENT)) await closeOne(ctx, row);
}

/** Rejects a sample in a batch of its own. One that moves meanwhile is left as it is. */
export async function closeOne(ctx: SystemCtx, row: SampleRow): Promise<void> {
  await inOneBatchUnlessEdited(ctx, (own) => close(own, row));
}

function close(ctx: SystemCtx, row: SampleRow): void {
  saveSample(ctx, row, { status: 'rejected', ...movedColumns(ctx.now, row, 'rejected') });
  saveOrderWithdrawn(ctx, row.id);
  emitMove(ctx, row, 'sample.rejected');
}
