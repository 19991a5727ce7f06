import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { markCopied, takePayable } from '../../measurement/conversions/take-payable.ts';
import { insertPayableConversions } from './conversion-store.ts';

const PAGE = 500;
const PAGES_A_RUN = 20;

/**
 * Copies matured conversions from all shards, each once and at most 10,000 per shard and run. A run that dies
 * is continued by the next. A shard that fails does not stop the others; its error is thrown at the end.
 */
export async function importConversions(ctx: SystemCtx): Promise<void> {
  const outcomes = await Promise.allSettled(shards(ctx.env).map((shard) => importShard(ctx, shard)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function importShard(ctx: SystemCtx, shard: number): Promise<void> {
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const rows = await takePayable(ctx, shard, PAGE);
    if (rows.length === 0) return;
    const unit = withOwnWrites(ctx);
    insertPayableConversions(unit, rows);
    await unit.write.commit();
    await markCopied(ctx, shard, rows);
    if (rows.length < PAGE) return;
  }
}
