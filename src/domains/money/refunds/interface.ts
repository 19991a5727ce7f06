// Money that goes back to the card it came from.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { newId } from '../../../kit/ids.ts';
import { driveRefund } from './drive-refunds.ts';

/**
 * Adds to ctx.write that a payment is refunded to its card. A payment is refunded once: a repeat changes
 * nothing. `amount` is in cents, including the service fee; the batch fails with a conflict when the payment
 * was not charged that much. Throws a RangeError for an invalid amount.
 */
export function planRefund(
  ctx: SystemCtx,
  { payment, amount, currency }: { payment: string; amount: number; currency: string },
): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new RangeError(`not an amount to refund: ${amount}`);
  }
  const id = newId('refund', ctx.now);
  ctx.write.addSql(sql`INSERT INTO refunds
      (id, payment_id, account_id, currency, amount, charge_id, status, next_at, created_at, updated_at)
    SELECT ${id}, id, account_id, currency, ${amount}, charge_id, 'due', ${ctx.now}, ${ctx.now}, ${ctx.now}
    FROM dues WHERE id = ${payment} AND currency = ${currency} AND amount >= ${amount} AND status = 'charged'
    ON CONFLICT (payment_id) WHERE payment_id IS NOT NULL DO NOTHING`);
  ctx.write.addSql(sql`SELECT CASE WHEN EXISTS
    (SELECT 1 FROM refunds WHERE payment_id = ${payment} AND amount = ${amount})
    THEN 1 ELSE json('nothing to refund') END`);
  ctx.write.afterCommit(() => driveRefund(withOwnWrites(ctx), id));
}

/** Adds to ctx.write that refunds made at the processor, by its IDs, need no decision any more. */
export function saveOutsideExplained(ctx: SystemCtx, processorIds: string[]): void {
  ctx.write.addSql(sql`UPDATE refunds SET decided_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE status = 'outside' AND decided_at IS NULL
      AND processor_refund IN (SELECT value FROM json_each(${JSON.stringify(processorIds)}))`);
}
