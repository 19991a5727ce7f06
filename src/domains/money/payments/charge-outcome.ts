// What happens to payments once the brand's card was charged for them, or refunded.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { DueOutcomes } from '../receivables/interface.ts';
import { applyTransition } from './apply-transition.ts';
import { findPayments } from './interface.ts';
import type { PaymentRow } from './table.ts';
import { type Action, factsOf, paymentMachine } from './transitions.ts';

export const paymentOutcomes: DueOutcomes = {
  charged: (ctx, ids, at) => moveAll(ctx, ids, 'charged', { succeededAt: at, failureMessage: null }),
  failed: (ctx, ids, message) => moveAll(ctx, ids, 'charge_failed', { failureMessage: message }),
  retried: (ctx, ids) => moveAll(ctx, ids, 'charge_retried', { failureMessage: null }),
  refunded: (ctx, ids) => moveAll(ctx, ids, 'card_refunded', {}),
  requireRefundable,
};

async function requireRefundable(ctx: SystemCtx, ids: string[]): Promise<void> {
  for (const row of await findPayments(ctx, ids)) {
    const moves = paymentMachine.moves(row.status, 'card_refunded', factsOf(row));
    if (moves.length === 0) throw new AppError('conflict', `${row.id} is ${row.status}.`);
  }
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

/**
 * Whether the payment already shows the charge's outcome, or a later one. Anything else is a fault of ours
 * and must throw.
 */
function isPast(row: PaymentRow, action: Action): boolean {
  if (action === 'card_refunded') return row.status === 'refunded';
  return row.succeededAt !== null || (action !== 'charged' && row.approvedAt !== null);
}
