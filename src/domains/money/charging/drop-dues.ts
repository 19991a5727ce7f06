// Removes what a brand no longer owes before its card is charged for it.
import type { SystemCtx } from '../../../context.ts';
import { leastCharge } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { markCurrent } from '../chargebacks/mark-current.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { type DueRow, deleteDue, releaseDues } from '../receivables/interface.ts';
import { backInstruction, lessInstruction } from './charge-instructions.ts';
import type { ChargeRow } from './interface.ts';
import { saveLess } from './store.ts';

/**
 * Adds to ctx.write that dues of one payer are not charged any more. The rest of their charge is still
 * charged, or waits for later days when it is too small. Throws conflict while an attempt to charge for them
 * is open or unknown, or if it succeeded.
 * @param charge the charge that collects all of them; null when none does.
 */
export async function dropDues(ctx: SystemCtx, dues: DueRow[], charge: ChargeRow | null): Promise<void> {
  if (charge !== null && charge.status !== 'due' && charge.status !== 'failed') {
    throw new AppError('conflict', UNDER_WAY[charge.status] ?? UNDER_WAY.asked);
  }
  for (const { id } of dues) deleteDue(ctx, id, charge?.id ?? null);
  if (charge !== null) takeOut(ctx, dues, charge);
  const applications = new Set<string>();
  for (const { status, applicationId } of dues)
    if (status === 'failed' && applicationId !== null) applications.add(applicationId);
  if (applications.size === 0) return;
  const ids = dues.map(({ id }) => id);
  await markCurrent(ctx, dues[0]!.accountId, [...applications], ids);
}

const UNDER_WAY: Partial<Record<ChargeRow['status'], string>> & { asked: string } = {
  asked: 'The card is being charged for it at this moment. Once that is over, try again, or dispute it.',
  succeeded: 'The card was charged for it. Dispute it instead.',
};

function takeOut(ctx: SystemCtx, dues: DueRow[], charge: ChargeRow): void {
  const amount = charge.amount - dues.reduce((sum, due) => sum + due.amount, 0);
  const waits = charge.status === 'due';
  if (amount >= leastCharge(charge.currency)) {
    saveLess(ctx, charge, { amount });
    const instructions = dues.map((due) => lessInstruction(charge, due, ctx.now));
    if (waits) planInstructions(ctx, charge.id, instructions);
    return;
  }
  saveLess(ctx, charge, { status: 'canceled', amount, nextAt: null });
  if (waits) planInstructions(ctx, charge.id, [backInstruction(charge, ctx.now)]);
  if (amount > 0) releaseDues(ctx, charge, charge.id);
}
