import type { SystemCtx } from '../../../context.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { listDueChargebacks, postponeChargeback } from '../chargebacks/interface.ts';
import { refreshCharge } from './refresh-charge.ts';

const CHARGEBACKS_A_RUN = 20;
const AT_A_TIME = 5;
/** The wait after a look that failed or died, so that the others come first. */
const AGAIN_MS = 15 * MINUTE_MS;

/**
 * The cron's part: looks at every open dispute each day, even when its charge is too old for the daily look,
 * and continues those that a run left half done.
 */
export async function followChargebacks(ctx: SystemCtx): Promise<void> {
  if (!ctx.vars.STRIPE_SECRET_KEY) return;
  await inParallel(await listDueChargebacks(ctx, CHARGEBACKS_A_RUN), AT_A_TIME, async ({ id, intent }) => {
    await postponeChargeback(ctx, id, ctx.now + AGAIN_MS);
    await refreshCharge(ctx, intent);
  });
}
