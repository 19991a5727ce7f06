// Decides a refund that only a person can judge. An outcome is possible only while the books can follow it:
// money that left the processor is booked once, and no payment is refunded twice.

import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { type FoundRefund, refundsOf } from '../../../integrations/stripe/charges.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { listChargebacksOfCharge } from '../chargebacks/interface.ts';
import { findCharge } from '../charging/interface.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { dueOutcomesOf, listChargedPayments } from '../receivables/interface.ts';
import { driveRefund } from './drive-refunds.ts';
import { refundedInstruction } from './refund-instructions.ts';
import { reportRefund } from './report-refund.ts';
import { findRefund, listRefundsOfPayments, type RefundRow, saveRefundDecision } from './store.ts';
import { ourId } from './sync-refunds.ts';

/** README.md says what each means. */
export const REFUND_OUTCOMES = ['refresh', 'accept', 'retry', 'payments', 'leave'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

const POSSIBLE: Partial<Record<RefundRow['status'], readonly RefundOutcome[]>> = {
  review: ['refresh', 'accept', 'retry'],
  outside: ['payments', 'leave'],
  returned: ['retry', 'leave'],
};

/** Keeps all of them within one batch. */
export const MOST_PAYMENTS = 20;

/**
 * Carries out the staff's decision about a refund, in the caller's batch. `payments` are those that a refund
 * made at the processor was for. Throws not_found, conflict when the refund's state does not allow the
 * outcome, operation_rejected when the processor's state or the amounts do not, unavailable, provider_error.
 */
export async function decideRefund(
  ctx: SystemCtx,
  id: string,
  outcome: RefundOutcome,
  payments: string[] = [],
): Promise<{ before: RefundRow; after: RefundRow }> {
  const before = await findRefund(ctx, id);
  if (!before) throw notFound('refund');
  const mayRetry = outcome !== 'retry' || before.paymentId !== null;
  if (before.decidedAt !== null || !mayRetry || !POSSIBLE[before.status]?.includes(outcome)) {
    const state = before.decidedAt === null ? before.status : `${before.status} and was decided`;
    throw new AppError('conflict', `The refund is ${state}: ${outcome} is not possible.`);
  }
  const changes = await carryOut(ctx, before, outcome, payments);
  saveRefundDecision(ctx, before, changes);
  if (changes.nextAt != null) ctx.write.afterCommit(() => driveRefund(withOwnWrites(ctx), id));
  return { before, after: { ...before, ...changes, updatedAt: ctx.now } };
}

async function carryOut(
  ctx: SystemCtx,
  row: RefundRow,
  outcome: RefundOutcome,
  payments: string[],
): Promise<Partial<RefundRow>> {
  switch (outcome) {
    case 'refresh':
      return { status: 'asked', nextAt: ctx.now, claim: null };
    case 'accept':
      return await accept(ctx, row);
    case 'retry':
      await requireNothingGivenBack(ctx, [row], row.chargeId!);
      return { status: 'due', processorRefund: null, message: null, nextAt: ctx.now, claim: null };
    case 'payments':
      await wasFor(ctx, row, [...new Set(payments)]);
      return { decidedAt: ctx.now };
    case 'leave':
      return { decidedAt: ctx.now };
  }
}

/**
 * The processor refunded another amount than we asked for, and that is what the brand got; or the bank
 * refunded it.
 */
async function accept(ctx: SystemCtx, row: RefundRow): Promise<Partial<RefundRow>> {
  const key = `${row.id}:attempt:${row.attempt}`;
  const made = (await foundAt(ctx, row.chargeId!)).find((one) => one.attempt === key);
  if (!made || made.status === 'failed') return await givenBackByBank(ctx, row);
  if (made.status !== 'succeeded') throw nothingGivenBack();
  const { id, amount, currency } = made;
  if (currency !== row.currency)
    throw rejected('other_currency', `What was given back in ${currency} pays no debt in ${row.currency}.`);
  planInstructions(ctx, row.id, [refundedInstruction({ ...row, amount }, ctx.now)]);
  await reportRefund(ctx, row.paymentId!);
  return { status: 'succeeded', amount, processorRefund: id, message: null };
}

/** The bank has given the whole charge back to the cardholder in a dispute, and that is booked already. */
async function givenBackByBank(ctx: SystemCtx, row: RefundRow): Promise<Partial<RefundRow>> {
  const disputes = await listChargebacksOfCharge(ctx, row.chargeId!);
  const lost = disputes.find(({ status, taken }) => status === 'lost' && taken >= row.amount);
  if (!lost) throw nothingGivenBack();
  await reportRefund(ctx, row.paymentId!);
  return { status: 'succeeded', processorRefund: null, message: `Given back by ${lost.id}.` };
}

function nothingGivenBack(): AppError {
  return rejected('nothing_given_back', 'The processor gave nothing back under this refund.');
}

/** A refund made at the processor was for these payments, so they end as refunded. */
async function wasFor(ctx: SystemCtx, outside: RefundRow, payments: string[]): Promise<void> {
  const chargeId = outside.chargeId!;
  const dues = await listChargedPayments(ctx, chargeId, payments);
  if (dues.length < payments.length)
    throw rejected('not_of_this_charge', 'Not all of these payments were charged with what was given back.');
  const cost = dues.reduce((sum, due) => sum + due.amount, 0);
  if (cost > outside.amount) {
    const message = 'These payments cost the brand more than was given back.';
    throw rejected('not_enough', message, { cost, givenBack: outside.amount });
  }
  const outcomes = await dueOutcomesOf(ctx, 'payment');
  await outcomes.requireRefundable(ctx, payments);
  const own = await listRefundsOfPayments(ctx, payments);
  const busy = own.find((refund) => refund.status !== 'review');
  if (busy)
    throw new AppError('conflict', `${busy.paymentId} has a refund of its own, which is ${busy.status}.`);
  if (own.length > 0) await requireNothingGivenBack(ctx, own, chargeId);
  const done = {
    status: 'succeeded',
    processorRefund: null,
    message: `Given back by ${outside.id}.`,
  } as const;
  for (const refund of own) saveRefundDecision(ctx, refund, done);
  await outcomes.refunded(ctx, payments);
}

/**
 * Throws operation_rejected when the processor refunded something under one of these refunds, or still may.
 */
async function requireNothingGivenBack(ctx: SystemCtx, rows: RefundRow[], chargeId: string): Promise<void> {
  const ids = rows.map((row) => row.id);
  const alive = (await foundAt(ctx, chargeId)).find(
    (one) => one.status !== 'failed' && ids.includes(ourId(one)),
  );
  if (alive)
    throw rejected('refund_exists', `The processor has ${alive.id} for it, which is ${alive.status}.`);
}

async function foundAt(ctx: SystemCtx, chargeId: string): Promise<FoundRefund[]> {
  const charge = await findCharge(ctx, chargeId);
  return await refundsOf(await stripeClient(ctx.vars), charge!.intent!);
}
