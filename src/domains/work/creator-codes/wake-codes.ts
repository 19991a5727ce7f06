import type { SystemCtx } from '../../../context.ts';
import { log } from '../../../kit/log.ts';

/** Lets the queue see to a shop's codes once the batch is written. If the message is lost, the cron does. */
export function wakeCodes(ctx: SystemCtx, connectionId: string): void {
  ctx.write.afterCommit(async () => {
    try {
      await ctx.env.SHOPS.send({ codesOf: connectionId });
    } catch (error) {
      log('error', { shop: connectionId, error: `wake codes: ${String(error)}` });
    }
  });
}
