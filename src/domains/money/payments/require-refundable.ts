import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { findPayments } from './interface.ts';
import { factsOf, paymentMachine } from './transitions.ts';

/** Throws conflict unless paymentRefunded would refund each of these payments now. */
export async function requireRefundable(ctx: SystemCtx, ids: string[]): Promise<void> {
  for (const row of await findPayments(ctx, ids)) {
    const verdict = paymentMachine.decide(row.status, 'card_refunded', 'charges', factsOf(row));
    if (!('move' in verdict)) throw new AppError('conflict', `${row.id} is ${row.status}.`);
  }
}
