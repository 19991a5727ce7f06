// What the brand's charges say about payments. Each verb adds to the caller's batch, at most 50 payments a call; a
// payment that is already where the call leads, or beyond, is left as it is. The batch fails with a conflict when one
// of them was changed at the same time: read again and repeat.
import type { SystemCtx } from '../../../context.ts';
import { applyTransition } from './apply-transition.ts';
import { findPayments } from './interface.ts';
import type { PaymentRow } from './table.ts';
import { type Action, factsOf, paymentMachine } from './transitions.ts';

/** The brand was charged for these. `at` (milliseconds) is when. */
export async function paymentsCharged(ctx: SystemCtx, ids: string[], at: number): Promise<void> {
  await moveAll(ctx, ids, 'charged', { succeededAt: at, failureMessage: null });
}

/** The charge for these failed for good. `message` is for people. */
export async function paymentsFailed(ctx: SystemCtx, ids: string[], message: string): Promise<void> {
  await moveAll(ctx, ids, 'charge_failed', { failureMessage: message });
}

/** These are charged again: there is a new card. */
export async function paymentsRetried(ctx: SystemCtx, ids: string[]): Promise<void> {
  await moveAll(ctx, ids, 'charge_retried', { failureMessage: null });
}

/** The brand has its money back on the card, the service's fee included. */
export async function paymentRefunded(ctx: SystemCtx, id: string): Promise<void> {
  await moveAll(ctx, [id], 'card_refunded', {});
}

async function moveAll(
  ctx: SystemCtx,
  ids: string[],
  action: Action,
  more: Partial<PaymentRow>,
): Promise<void> {
  const rows = new Map((await findPayments(ctx, ids)).map((row) => [row.id, row]));
  for (const id of new Set(ids)) {
    const row = rows.get(id);
    if (!row) throw new Error(`there is no payment ${id}`);
    const verdict = paymentMachine.decide(row.status, action, 'charges', factsOf(row));
    if ('move' in verdict) await applyTransition(ctx, row, verdict.move, more);
    else if (!isPast(row, action)) throw new Error(`${id} is ${row.status} and can't be ${action}`);
  }
}

/** Whether what a charge says is known by now, or overtaken. Anything else is a fault of ours that must not pass. */
function isPast(row: PaymentRow, action: Action): boolean {
  if (action === 'card_refunded') return row.status === 'refunded';
  return row.succeededAt !== null || (action !== 'charged' && row.approvedAt !== null);
}
