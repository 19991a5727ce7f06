import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { newId } from '../../../kit/ids.ts';
import { driveRefund } from './drive-refunds.ts';
import { insertRefund } from './refund-store.ts';

/**
 * Notes in the caller's batch that a payment's money goes back to the card it came from. A payment is refunded once: a
 * repeat changes nothing. `amount` in cents, with the service's fee; the batch fails with a conflict when the payment was
 * not charged that much. Throws a RangeError for what is no amount.
 */
export function planRefund(
  ctx: SystemCtx,
  refund: { payment: string; amount: number; currency: string },
): void {
  if (!Number.isSafeInteger(refund.amount) || refund.amount <= 0) {
    throw new RangeError(`not an amount to refund: ${refund.amount}`);
  }
  const id = newId('refund', ctx.now);
  insertRefund(ctx, id, refund);
  ctx.write.afterCommit(() => driveRefund(withOwnWrites(ctx), id));
}
