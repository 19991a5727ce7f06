import type { SystemCtx } from '../../../context.ts';
import { syncChargebacks } from '../chargebacks/sync-chargebacks.ts';
import { driveCharge } from '../charging/drive-charges.ts';
import { findAttemptOfIntent, findCharge, wakeCharge } from '../charging/interface.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';

/**
 * Looks again at what the processor says of one of its payments, of refunds made there and of disputes. Nothing happens
 * for one that is not ours, or not known to be yet: its attempt is asked for again anyway. Harmless when repeated, late or
 * out of order.
 */
export async function refreshCharge(ctx: SystemCtx, paymentIntent: string): Promise<void> {
  const attempt = await findAttemptOfIntent(ctx, paymentIntent);
  const charge = attempt && (await findCharge(ctx, attempt.chargeId));
  if (!charge) return;
  if (charge.status === 'processing' && charge.attempt === attempt.n) {
    await wakeCharge(ctx, charge.id, 'processing');
    await driveCharge(ctx, charge.id);
    // Also of an attempt whose money was given back before the next one began.
  } else if (attempt.outcome === 'succeeded') {
    await syncChargebacks(ctx, charge, paymentIntent);
    await syncRefunds(ctx, charge, paymentIntent);
  }
}
