// Carries out one move of the table: the row, the ledgers' steps, what the card is to be charged, the program's spend
// and the event, all in the caller's batch.
import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { countWork } from '../../work/programs/count-work.ts';
import { payTakenBack } from '../earnings/pay-taken-back.ts';
import { addDue } from '../receivables/interface.ts';
import { planMove, planTakeBack } from './plan-earnings.ts';
import { findSides, updatePayment } from './store.ts';
import type { PaymentRow } from './table.ts';
import type { Facts, Move } from './transitions.ts';

export function factsOf(row: PaymentRow): Facts {
  return {
    charged: row.succeededAt !== null,
    closed: row.closedAt !== null,
    decided: row.disputeOutcome === 'creator',
  };
}

/**
 * @param more what the move knows besides: a reason, an outcome, the moment of the charge.
 * @returns the payment as it is once the batch is in.
 */
export async function makeMove(
  ctx: SystemCtx,
  before: PaymentRow,
  move: Move,
  more: Partial<PaymentRow> = {},
): Promise<PaymentRow> {
  const moved: PaymentRow = {
    ...before,
    ...more,
    status: move.to,
    version: before.version + 1,
    updatedAt: ctx.now,
  };
  const changes: Partial<PaymentRow> = { ...more, status: move.to };
  if (move.card === 'charge') changes.approvedAt = ctx.now;
  Object.assign(changes, await moveEarnings(ctx, moved, move));
  updatePayment(ctx, before, changes);
  if (move.card === 'charge') dueFor(ctx, moved);
  if (move.event) tell(ctx, moved, move.event);
  return { ...moved, ...changes };
}

/** Asks for the charge of a payment that is to be made. */
export function dueFor(ctx: SystemCtx, row: PaymentRow): void {
  addDue(ctx, {
    id: row.id,
    kind: 'payment',
    account: row.accountId,
    currency: row.currency,
    amount: costOf(row),
    application: row.applicationId,
  });
}

/** What the brand pays in all, in cents. */
export function costOf(row: PaymentRow): number {
  return row.amount + row.serviceFee;
}

/** Tells of a payment. */
export function tell(
  ctx: SystemCtx,
  row: PaymentRow,
  type: NonNullable<Move['event']> | 'payment.created' | 'payment.pending_approval',
): void {
  const about = { account: row.accountId, creator: row.creatorId };
  if (type === 'payment.failed' || type === 'payment.refunded')
    emit(ctx, { ...about, type, data: { payment: row.id } });
  else emit(ctx, { ...about, type, data: { payment: row.id, creator: row.creatorId } });
}

/** What becomes of the earnings, and the columns that say so. */
async function moveEarnings(
  ctx: SystemCtx,
  row: PaymentRow,
  { earnings }: Move,
): Promise<Partial<PaymentRow>> {
  const mayBePaid = row.releasedAt !== null;
  switch (earnings) {
    case 'hold':
      planMove(ctx, row, 'hold', 'held', { mayBePaid });
      return {};
    case 'unhold':
      if (row.succeededAt === null) {
        planMove(ctx, row, 'unhold', 'pending', { mayBePaid });
        return {};
      }
      return release(ctx, row, row.releaseAt!);
    case 'release':
      return release(ctx, row, row.succeededAt! + row.holdDays * DAY_MS);
    case 'reverse': {
      const sides = await findSides(ctx, row.accountId, row.creatorId);
      if (!sides) throw new Error(`${row.id} has lost a side`);
      planTakeBack(ctx, row, sides);
      if (row.programId !== null) countWork(ctx, row.programId, { spend: -row.amount });
      payTakenBack(ctx, row.id);
      return { closedAt: ctx.now };
    }
    default:
      return {};
  }
}

/** Makes charged earnings available, or lets them wait until the hold is over. */
function release(ctx: SystemCtx, row: PaymentRow, releaseAt: number): Partial<PaymentRow> {
  const mayBePaid = row.releasedAt !== null;
  if (releaseAt > ctx.now) {
    planMove(ctx, row, 'wait', 'pending', { holdUntilAt: releaseAt, mayBePaid });
    return { releaseAt };
  }
  planMove(ctx, row, 'release', 'available', { holdUntilAt: null, mayBePaid });
  return { releaseAt, releasedAt: row.releasedAt ?? ctx.now, payoutToNote: true };
}
