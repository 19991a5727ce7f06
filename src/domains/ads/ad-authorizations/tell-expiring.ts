import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { listToTell, saveTellLater, saveTold } from './look-store.ts';
import { tell } from './tell.ts';

const AT_ONCE = 50;
/** The most rounds of one run. The next minute's run continues. */
const ROUNDS = 4;

/** Tells both sides, once for each end, that a permission which ads use ends within days. Cron. */
export async function tellExpiring(ctx: SystemCtx): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const due = await listToTell(ctx, AT_ONCE);
    if (due.length === 0) return;
    const used = await (await ctx.reactions.adsShowing())(ctx, due);
    for (const row of due)
      if (used.has(row.id))
        await inOneBatch(ctx, (own) => {
          saveTold(own, row);
          tell(own, row, 'ad_authorization.expiring');
        });
      else await saveTellLater(ctx, row, ctx.now + HOUR_MS);
    if (due.length < AT_ONCE) return;
  }
}
