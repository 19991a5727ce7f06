import type { SystemCtx } from '../../../context.ts';
import { emit, emitInternal } from '../../../db/outbox.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { moveCounts } from '../../work/program-terms/interface.ts';
import { notePaidBack } from '../../work/submissions/interface.ts';
import { addDue } from '../receivables/interface.ts';
import { planRefund } from '../refunds/interface.ts';
import { planApproved, planMove, planTakeBack } from './plan-earnings.ts';
import { findSides, savePayment, standingBesides } from './store.ts';
import type { PaymentRow } from './table.ts';
import type { Move } from './transitions.ts';

/**
 * Makes one move of the state machine in the caller's batch: the row, the ledger instructions, the charge or
 * refund, the program's spend and the event. The batch fails with version_conflict when the payment has
 * changed since it was read.
 * @param more further changes of the row: a reason, an outcome, the time of the charge.
 * @returns the payment as it is after the batch.
 */
export async function applyTransition(
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
  // A payment that ends without approval completes its pending lines too; the lines that take it back show
  // what happened.
  if (before.approvedAt === null && (move.card === 'charge' || move.earnings === 'reverse'))
    planApproved(ctx, moved);
  Object.assign(changes, await moveEarnings(ctx, moved, move));
  savePayment(ctx, before, changes);
  if (move.card === 'charge') addDueOf(ctx, moved);
  if (move.card === 'refund')
    planRefund(ctx, { payment: moved.id, amount: costOf(moved), currency: moved.currency });
  // A charge that failed is told to the account once, and not for each of its payments.
  const knows = move.by === 'charges' && move.event === 'payment.failed' ? moved.accountId : undefined;
  if (move.event) emitOf(ctx, moved, move.event, knows);
  if (before.status === 'disputed' && move.earnings === 'unhold') tellDisputeEnded(ctx, moved, move);
  const after = { ...moved, ...changes };
  await tellMoved(ctx, after);
  return after;
}

/** Tells the domains above that a payment was made or moved, in the batch. */
export async function tellMoved(ctx: SystemCtx, payment: PaymentRow): Promise<void> {
  for (const listener of ctx.reactions.paymentMoved) (await listener())(ctx, payment);
}

/** Adds the due of a payment that will be charged. */
export function addDueOf(ctx: SystemCtx, row: PaymentRow): void {
  addDue(ctx, {
    id: row.id,
    kind: 'payment',
    account: row.accountId,
    currency: row.currency,
    amount: costOf(row),
    application: row.applicationId,
  });
}

/** What the brand pays, including the service fee, in cents. */
function costOf(row: PaymentRow): number {
  return row.amount + row.serviceFee;
}

/** Adds an event about a payment. @param knows as `emit` takes it. */
export function emitOf(
  ctx: SystemCtx,
  row: PaymentRow,
  type:
    | NonNullable<Move['event']>
    | 'payment.created'
    | 'payment.pending_approval'
    | 'payment.payout_blocked',
  knows?: string,
): void {
  const about = { account: row.accountId, creator: row.creatorId };
  if (type === 'payment.failed' || type === 'payment.refunded')
    emit(ctx, { ...about, type, data: { payment: row.id } }, knows);
  else emit(ctx, { ...about, type, data: { payment: row.id, creator: row.creatorId } }, knows);
}

/** No event says it: the payment goes on as before. */
function tellDisputeEnded(ctx: SystemCtx, { id, accountId, creatorId }: PaymentRow, { by }: Move): void {
  const type = by === 'staff' ? 'dispute.decided' : 'dispute.withdrawn';
  emitInternal(ctx, { type, account: accountId, creator: creatorId, data: { payment: id } });
}

/** Moves the earnings, and returns the columns that record it. */
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
      if (row.programId !== null) moveCounts(ctx, row.programId, { spend: -row.amount });
      notePaidBack(ctx, row, standingBesides(row));
      for (const listener of ctx.reactions.paymentTakenBack) (await listener())(ctx, row.id);
      return { closedAt: ctx.now };
    }
    default:
      return {};
  }
}

/** Makes charged earnings available, or lets them wait until the hold ends. */
function release(ctx: SystemCtx, row: PaymentRow, releaseAt: number): Partial<PaymentRow> {
  const mayBePaid = row.releasedAt !== null;
  if (releaseAt > ctx.now) {
    planMove(ctx, row, 'wait', 'pending', { holdUntilAt: releaseAt, mayBePaid });
    return { releaseAt };
  }
  planMove(ctx, row, 'release', 'available', { holdUntilAt: null, mayBePaid });
  return { releaseAt, releasedAt: row.releasedAt ?? ctx.now, payoutToNote: true };
}
