import type { SystemCtx } from '../../../context.ts';
import { syncChargebacks } from '../chargebacks/sync-chargebacks.ts';
import { driveCharge } from '../charging/drive-charges.ts';
import { findAttemptOfIntent, findCharge, wakeCharge } from '../charging/interface.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';

/**
 * Reads one of the processor's payments again, with its refunds and disputes. Does nothing for a payment that
 * we do not know: it is not ours, or the charge's attempt has not stored its ID yet and will ask about it.
 * Safe to repeat, late or out of order.
 */
export async function refreshCharge(ctx: SystemCtx, paymentIntent: string): Promise<void> {
  const attempt = await findAttemptOfIntent(ctx, paymentIntent);
  const charge = attempt && (await findCharge(ctx, attempt.chargeId));
  if (!charge) return;
  if (charge.status === 'processing' && charge.attempt === attempt.n) {
    await wakeCharge(ctx, charge.id, 'processing');
    await driveCharge(ctx, charge.id);
    // This includes an attempt whose money was refunded before the next one began.
  } else if (attempt.outcome === 'succeeded') {
    await syncChargebacks(ctx, charge, paymentIntent);
    await syncRefunds(ctx, charge, paymentIntent);
  }
}
