// What a brand owes no more before its card was charged for it.
import type { SystemCtx } from '../../../context.ts';
import { leastCharge } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { markCurrent } from '../chargebacks/mark-current.ts';
import { planSteps } from '../ledger/steps.ts';
import { type DueRow, deleteDue, releaseDues } from '../receivables/interface.ts';
import { backStep, lessStep } from './charge-steps.ts';
import type { ChargeRow } from './interface.ts';
import { saveLess } from './store.ts';

/**
 * Adds to ctx.write that a due is not charged any more: the rest of its charge is, or waits for other days when that is
 * too little. Throws conflict while an attempt to charge for it is open or unknown, or went through.
 */
export async function dropDue(ctx: SystemCtx, due: DueRow, charge: ChargeRow | null): Promise<void> {
  if (charge !== null && charge.status !== 'due' && charge.status !== 'failed') {
    throw new AppError('conflict', UNDER_WAY[charge.status] ?? UNDER_WAY.asked);
  }
  deleteDue(ctx, due.id, charge?.id ?? null);
  if (charge !== null) takeOut(ctx, due, charge);
  if (due.status === 'failed' && due.applicationId !== null)
    await markCurrent(ctx, due.accountId, [due.applicationId], [due.id]);
}

const UNDER_WAY: Partial<Record<ChargeRow['status'], string>> & { asked: string } = {
  asked: 'The card is being charged for it at this moment. Once that is over, try again, or dispute it.',
  succeeded: 'The card was charged for it. Dispute it instead.',
};

function takeOut(ctx: SystemCtx, due: DueRow, charge: ChargeRow): void {
  const amount = charge.amount - due.amount;
  const waits = charge.status === 'due';
  if (amount >= leastCharge(charge.currency)) {
    saveLess(ctx, charge, { amount });
    if (waits) planSteps(ctx, charge.id, [lessStep(charge, due, ctx.now)]);
    return;
  }
  saveLess(ctx, charge, { status: 'canceled', amount, nextAt: null });
  if (waits) planSteps(ctx, charge.id, [backStep(charge, ctx.now)]);
  if (amount > 0) releaseDues(ctx, charge, charge.id);
}
