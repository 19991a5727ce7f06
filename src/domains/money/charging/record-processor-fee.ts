import type { SystemCtx } from '../../../context.ts';
import { feeOfCharge } from '../../../integrations/stripe/charges.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { log } from '../../../kit/log.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { processorFeeInstruction } from '../receivables/cash-instructions.ts';
import type { ChargeRow } from './interface.ts';

/** How long to wait when the processor does not know its fee yet. */
const READ_AGAIN_MS = HOUR_MS;

/**
 * Adds to the batch the processor's fee for a charge that succeeded: without it our books would show more
 * cash than there is. Returns the changes to the charge. Throws unavailable or provider_error.
 */
export async function recordProcessorFee(ctx: SystemCtx, charge: ChargeRow): Promise<Partial<ChargeRow>> {
  const kept = await feeOfCharge(await stripeClient(ctx.vars), charge.intent!);
  if (!kept) return { nextAt: ctx.now + READ_AGAIN_MS };
  if (kept.currency !== charge.currency) {
    // A fee in another currency is never converted: the processor has to settle each currency that brands are
    // charged in.
    const message = `The processor settled ${charge.currency} in ${kept.currency}.`;
    log('error', { charge: charge.id, error: message });
    return { message, nextAt: null };
  }
  if (kept.fee > 0) planInstructions(ctx, charge.id, [processorFeeInstruction(charge, kept.fee, ctx.now)]);
  return { fee: kept.fee, nextAt: null };
}
