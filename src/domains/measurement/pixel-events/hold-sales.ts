import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { type CodeHold, holdStatements, SALES_OF_CODE } from '../conversions/interface.ts';

const JUDGE = `UPDATE pixel_events SET state = 'recorded', rev = rev + 1 WHERE state = 'processed'
  AND id IN (${SALES_OF_CODE})`;

/**
 * Lets the sales of a code wait, count, or earn nothing: those that have not matured yet, and those still to come. Repeating
 * it changes nothing.
 */
export async function holdSales(ctx: SystemCtx, shard: number, hold: CodeHold): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  const { accountId, code, since } = hold;
  await db.batch([
    ...holdStatements(db, hold),
    // Whether a sale earns is worked out with its event.
    ...(hold.state === 'stopped' ? [db.prepare(JUDGE).bind(accountId, code, since)] : []),
  ]);
}
