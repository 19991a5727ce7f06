import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { serviceHolder } from '../ledger/chart.ts';
import type { NewLine } from '../ledger/posting.ts';
import type { TransferSide } from '../ledger/transfer.ts';
import type { Instruction } from '../ledger-instructions/instruction.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { type CorrectionRow, PROPOSED_FOR_MS } from './correction.ts';
import { writeOffDues } from './dues-written-off.ts';
import { requirePossible } from './propose-correction.ts';
import { findCorrection, saveApproved } from './store.ts';

/**
 * Carries out a proposal as it was made, in the caller's batch. Throws not_found; permission_denied for the
 * person who proposed it; conflict once it was approved or has expired; operation_rejected when the books no
 * longer allow it.
 */
export async function approveCorrection(
  ctx: SystemCtx,
  by: string,
  id: string,
): Promise<{ before: CorrectionRow; after: CorrectionRow }> {
  const before = await findCorrection(ctx, id);
  if (!before) throw notFound('correction');
  if (before.proposedBy === by)
    throw new AppError('permission_denied', 'Somebody else has to approve what you proposed.');
  if (before.approvedAt !== null) throw new AppError('conflict', 'The correction was approved.');
  if (before.createdAt <= ctx.now - PROPOSED_FOR_MS)
    throw new AppError('conflict', 'The proposal has ended. Propose it again.');
  const dues = await requirePossible(ctx, before);
  saveApproved(ctx, before, by);
  await writeOffDues(ctx, dues);
  planInstructions(ctx, id, [correctionInstruction(ctx, before)]);
  return { before, after: { ...before, approvedBy: by, approvedAt: ctx.now } };
}

/**
 * The service loses what is corrected in the holder's favor, and earns what is corrected against the holder.
 */
function correctionInstruction(ctx: SystemCtx, row: CorrectionRow): Instruction {
  const { id, holder, currency } = row;
  const amount = Math.abs(row.amount);
  const service = serviceHolder(currency, holder);
  const lines =
    row.balance === 'receivable'
      ? [{ bucket: 'receivable' as const, amount: -row.amount }]
      : [{ bucket: 'withdrawable' as const, amount: row.amount, mayOwe: row.amount < 0 }];
  const theirs: TransferSide = { holder, lines, statement: [lineOf(ctx, row)] };
  const ours = (bucket: 'losses' | 'fees'): TransferSide => ({
    holder: service,
    lines: [{ bucket, amount }],
  });
  const [source, destination] = row.amount > 0 ? [ours('losses'), theirs] : [theirs, ours('fees')];
  return { kind: 'transfer', transfer: { id, at: ctx.now, currency, amount, source, destination } };
}

function lineOf(ctx: SystemCtx, { id, kind, balance, currency, amount }: CorrectionRow): NewLine {
  return {
    type: 'adjustment',
    status: 'completed',
    currency,
    amount,
    fee: 0,
    balanceOf: balance === 'receivable' ? 'receivable' : 'withdrawable',
    description: kind === 'write_off' ? 'Written off' : 'Correction',
    memo: null,
    source: id,
    counterparty: { type: 'platform', id: null, name: ctx.vars.SERVICE_NAME },
    campaign: null,
    program: null,
  };
}
