import type { SystemCtx } from '../../../context.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { listDueChargebacks, postponeChargeback } from '../chargebacks/interface.ts';
import { refreshCharge } from './refresh-charge.ts';

const CHARGEBACKS_A_RUN = 20;
const AT_A_TIME = 5;
/** A look that failed or died has its next turn after this, behind the others. */
const AGAIN_MS = 15 * MINUTE_MS;

/**
 * The cron's part: looks each day at every dispute that is not over, which can take longer than anybody looks at its
 * charge, and goes on with those that a run left half done.
 */
export async function followChargebacks(ctx: SystemCtx): Promise<void> {
  if (!ctx.vars.STRIPE_SECRET_KEY) return;
  await inParallel(await listDueChargebacks(ctx, CHARGEBACKS_A_RUN), AT_A_TIME, async ({ id, intent }) => {
    await postponeChargeback(ctx, id, ctx.now + AGAIN_MS);
    await refreshCharge(ctx, intent);
  });
}
