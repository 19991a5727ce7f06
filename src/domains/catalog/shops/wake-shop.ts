import type { SystemCtx } from '../../../context.ts';
import { log } from '../../../kit/log.ts';

/** Lets the queue read a shop that is due. If the message is lost, the cron does. */
export async function wakeShop(ctx: SystemCtx, id: string): Promise<void> {
  try {
    await ctx.env.SHOPS.send({ id });
  } catch (error) {
    log('error', { shop: id, error: `wake shop: ${String(error)}` });
  }
}
