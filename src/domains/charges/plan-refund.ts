import type { SystemCtx } from '../../context.ts';

/**
 * Notes in the caller's batch that a payment's money goes back to the card it came from. A payment is refunded once: a
 * repeat changes nothing. `amount` in cents, with the service's fee.
 */
export function planRefund(
  _ctx: SystemCtx,
  _refund: { payment: string; amount: number; currency: string },
): void {
  throw new Error('not built yet');
}
