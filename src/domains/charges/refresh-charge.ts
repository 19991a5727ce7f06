import type { SystemCtx } from '../../context.ts';

/**
 * Looks again at what the processor says of one of its payments, and of refunds made there. Nothing happens for one that
 * is not ours. Harmless when repeated, late or out of order.
 */
export async function refreshCharge(_ctx: SystemCtx, _paymentIntent: string): Promise<void> {
  throw new Error('not built yet');
}
