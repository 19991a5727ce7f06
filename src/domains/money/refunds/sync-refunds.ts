// Notes refunds that we did not make, and refunds of ours that were returned. The books follow the processor:
// the brand owes again what went back to the card, and the service owes the brand what the bank returned. A
// person decides about the payments: a click in the processor's dashboard never takes a creator's money back.

import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { type FoundRefund, refundsOf } from '../../../integrations/stripe/charges.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { log } from '../../../kit/log.ts';
import type { ChargeRow } from '../charging/interface.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { driveRefund } from './drive-refunds.ts';
import { refundedInstruction, returnedInstruction } from './refund-instructions.ts';
import { insertOutsideRefund, listKnownRefunds, type RefundRow, saveRefund, saveRefundDue } from './store.ts';

const AT_ONCE = 40;

/**
 * Compares the processor's refunds of one payment of a charge with ours, and notes what is new. A repeat
 * changes nothing. Returns the processor's refunds. Throws unavailable or provider_error.
 */
export async function syncRefunds(ctx: SystemCtx, charge: ChargeRow, intent: string): Promise<FoundRefund[]> {
  const found = await refundsOf(await stripeClient(ctx.vars), intent);
  for (let i = 0; i < found.length; i += AT_ONCE) {
    const some = found.slice(i, i + AT_ONCE);
    const known = await listKnownRefunds(
      ctx,
      some.map(ourId),
      some.map((one) => one.id),
    );
    for (const refund of some) {
      const row = known.find((one) => one.id === ourId(refund) || one.processorRefund === refund.id);
      await note(ctx, charge, refund, row ?? null);
    }
  }
  return found;
}

/** Our ID, which is the part of the attempt's key before its number. */
export function ourId({ attempt }: Pick<FoundRefund, 'attempt'>): string {
  return attempt?.split(':')[0] ?? '';
}

async function note(
  ctx: SystemCtx,
  charge: ChargeRow,
  refund: FoundRefund,
  row: RefundRow | null,
): Promise<void> {
  if (row?.status === 'asked') {
    await saveRefundDue(ctx, row.id);
    await driveRefund(ctx, row.id);
    return;
  }
  const paid = row?.status === 'succeeded' || row?.status === 'outside';
  if (row && paid && refund.status === 'failed' && row.processorRefund === refund.id) {
    return await sentBack(ctx, row);
  }
  if (!row && refund.status === 'succeeded') await foreign(ctx, charge, refund);
}

async function foreign(ctx: SystemCtx, charge: ChargeRow, refund: FoundRefund): Promise<void> {
  const own = withOwnWrites(ctx);
  const row: RefundRow = {
    id: newId('refund', ctx.now),
    paymentId: null,
    accountId: charge.accountId,
    currency: refund.currency,
    amount: refund.amount,
    chargeId: charge.id,
    status: 'outside',
    attempt: 0,
    firstSentAt: null,
    message: 'Made at the payment processor. Decide what is to become of the payments.',
    nextAt: null,
    claim: null,
    processorRefund: refund.id,
    decidedAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertOutsideRefund(own, row);
  planInstructions(own, row.id, [refundedInstruction(row, ctx.now)]);
  await commit(own, row, 'a refund that is not ours');
}

async function sentBack(ctx: SystemCtx, row: RefundRow): Promise<void> {
  const own = withOwnWrites(ctx);
  const message = 'The bank of the card sent the refund back.';
  saveRefund(own, row, { status: 'returned', decidedAt: null, message });
  planInstructions(own, row.id, [returnedInstruction(row, ctx.now)]);
  await commit(own, row, 'a refund that was sent back');
}

async function commit(own: SystemCtx, row: RefundRow, error: string): Promise<void> {
  try {
    await Promise.allSettled(await own.write.commit());
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.code === 'conflict') return;
    throw refusal;
  }
  const { id, chargeId: charge, processorRefund, amount, currency } = row;
  log('error', { refund: id, charge, processorRefund, amount, currency, error });
}
