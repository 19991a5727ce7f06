import * as z from 'zod';
import { defineInternalRoute, listed, ok } from '../../../http/define-route.ts';
import { newId } from '../../../kit/ids.ts';
import { bodyExample } from '../../../resource/example.ts';
import { Currency, id, pathId, Version } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/page.ts';
import { DeadLetter, presentDeadLetter } from '../../accounts/webhooks/dead-letter.ts';
import { replayDeadLetter } from '../../accounts/webhooks/replay-dead-letter.ts';
import { Chargeback, presentChargeback } from '../../money/chargebacks/chargeback.ts';
import { settleChargeback } from '../../money/chargebacks/settle-chargeback.ts';
import { Charge, presentCharge } from '../../money/charges/charge.ts';
import { approveCorrection } from '../../money/corrections/approve-correction.ts';
import {
  CORRECTED_BALANCES,
  CORRECTION_KINDS,
  Correction,
  presentCorrection,
} from '../../money/corrections/correction.ts';
import { proposeCorrection } from '../../money/corrections/propose-correction.ts';
import { closeDifference } from '../../money/differences/close-difference.ts';
import { Difference, presentDifference } from '../../money/differences/difference.ts';
import { Payment, presentPayment } from '../../money/payments/payment.ts';
import { resolveDispute } from '../../money/payments/resolve-dispute.ts';
import { ProcessorEvent, presentEvent } from '../../money/processor-events/processor-event.ts';
import { retryProcessorEvent } from '../../money/processor-events/retry-processor-event.ts';
import { CHARGE_OUTCOMES, decideCharge } from '../../money/reconciliation/decide-charge.ts';
import { decideRefund, MOST_PAYMENTS, REFUND_OUTCOMES } from '../../money/refunds/decide-refund.ts';
import { presentRefund, Refund } from '../../money/refunds/refund.ts';
import { audited } from './audited.ts';
import { idempotency, shared, WhyOnly } from './decision-route.ts';
import { getReviewItem } from './get-review-item.ts';
import { getReviewQueue } from './get-review-queue.ts';
import { ledgerRoutes } from './ledger-routes.ts';
import { listStaffActions } from './list-staff-actions.ts';
import { ReviewItem, ReviewQueue } from './review-queue.ts';
import { Reason, StaffAction } from './staff-action.ts';

/** The most that one correction moves. */
const MOST_CENTS = 100_000_000;

const Resolution = z.object({
  outcome: z.enum(['creator', 'refund']).describe('The creator keeps the money, or the brand gets it back.'),
  reason: Reason,
  version: Version.describe('Of the payment as it was judged.'),
});
bodyExample(Resolution, null, { outcome: 'creator', reason: 'Talked to both sides.', version: 1 });

const ChargeDecision = z.object({ outcome: z.enum(CHARGE_OUTCOMES), reason: Reason });
bodyExample(ChargeDecision, null, { outcome: 'refresh', reason: 'Talked to both sides.' });

const RefundDecision = z
  .object({
    outcome: z.enum(REFUND_OUTCOMES),
    reason: Reason,
    payments: z
      .array(id('payment'))
      .min(1)
      .max(MOST_PAYMENTS)
      .optional()
      .describe('With the outcome payments: those that the refund was for.'),
  })
  .refine((body) => (body.outcome === 'payments') === (body.payments !== undefined), {
    path: ['payments'],
    message: 'Goes with the outcome payments, and only with it.',
  });
bodyExample(RefundDecision, null, { outcome: 'leave', reason: 'Talked to both sides.' });

const Proposal = z.object({
  kind: z.enum(CORRECTION_KINDS),
  holder: z.string().regex(/^(acct|crtr)_[0-9a-z]{26}$/, 'The ID of an account or a creator.'),
  balance: z.enum(CORRECTED_BALANCES),
  currency: Currency,
  amount: z
    .int()
    .min(-MOST_CENTS)
    .max(MOST_CENTS)
    .refine((cents) => cents !== 0, 'Nothing would move.')
    .describe('Cents in favour of the holder; below zero against it.'),
  reason: Reason,
});
bodyExample(Proposal, null, {
  kind: 'write_off',
  holder: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  balance: 'payout_balance',
  currency: 'usd',
  amount: 1200,
  reason: 'The creator is gone.',
});

export const staffRoutes = [
  ...ledgerRoutes,
  defineInternalRoute({
    ...shared,
    operationId: 'getReviewQueue',
    method: 'GET',
    path: '/internal/v1/work',
    summary: 'What waits for a person',
    query: z.strictObject({ limit: listQuery.limit, account: z.string().max(64).optional() }),
    output: ReviewQueue,
    errors: [],
    handle: async (ctx, { query }) => ok(await getReviewQueue(ctx, query)),
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'getReviewItem',
    method: 'GET',
    path: '/internal/v1/work/:kind/:id',
    summary: 'One of them, also when it was decided',
    params: z.object({ kind: z.string().max(32), id: z.string().min(1).max(64) }),
    output: ReviewItem,
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getReviewItem(ctx, params.kind, params.id)),
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'listStaffActions',
    method: 'GET',
    path: '/internal/v1/actions',
    summary: 'What the staff did',
    query: z.strictObject({
      ...listQuery,
      staff: z.string().max(64).optional(),
      subject: z.string().max(300).optional(),
    }),
    output: StaffAction,
    list: true,
    errors: [],
    handle: async (ctx, { query }) => listed(await listStaffActions(ctx, query)),
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'resolveDispute',
    method: 'POST',
    path: '/internal/v1/payments/:id/resolution',
    summary: 'Decide a dispute',
    params: pathId,
    body: Resolution,
    output: Payment,
    errors: ['not_found', 'conflict', 'version_conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const { outcome, reason, version } = body;
      const what = { action: `payment.resolve:${outcome}`, subject: params.id, reason };
      return ok(
        await audited(
          ctx,
          what,
          () => resolveDispute(ctx, params.id, outcome, version),
          (row) => presentPayment(row, 'account'),
        ),
      );
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'decideCharge',
    method: 'POST',
    path: '/internal/v1/charges/:id/decision',
    summary: 'Decide a charge in review',
    params: pathId,
    body: ChargeDecision,
    output: Charge,
    errors: ['not_found', 'conflict', 'operation_rejected', 'unavailable', 'provider_error'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const { outcome, reason } = body;
      const what = { action: `charge.decide:${outcome}`, subject: params.id, reason };
      return ok(await audited(ctx, what, () => decideCharge(ctx, params.id, outcome), presentCharge));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'decideRefund',
    method: 'POST',
    path: '/internal/v1/refunds/:id/decision',
    summary: 'Decide a refund that waits for a person',
    params: pathId,
    body: RefundDecision,
    output: Refund,
    errors: [
      'not_found',
      'conflict',
      'version_conflict',
      'operation_rejected',
      'unavailable',
      'provider_error',
    ],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const { outcome, reason, payments } = body;
      const what = { action: `refund.decide:${outcome}`, subject: params.id, reason };
      return ok(
        await audited(ctx, what, () => decideRefund(ctx, params.id, outcome, payments), presentRefund),
      );
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'settleChargeback',
    method: 'POST',
    path: '/internal/v1/chargebacks/:id/settlement',
    summary: 'Be even with a brand about a lost chargeback',
    params: pathId,
    body: WhyOnly,
    output: Chargeback,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const what = { action: 'chargeback.settle', subject: params.id, reason: body.reason };
      return ok(await audited(ctx, what, () => settleChargeback(ctx, params.id), presentChargeback));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'proposeCorrection',
    method: 'POST',
    path: '/internal/v1/corrections',
    summary: 'Propose a write-off or an adjustment',
    body: Proposal,
    output: Correction,
    errors: ['not_found', 'operation_rejected'],
    handle: async (ctx, { body }) => {
      const id = newId('correction', ctx.now);
      const what = { action: `correction.propose:${body.kind}`, subject: id, reason: body.reason };
      return ok(
        await audited(ctx, what, () => proposeCorrection(ctx, ctx.staff, { id, ...body }), presentCorrection),
      );
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'approveCorrection',
    method: 'POST',
    path: '/internal/v1/corrections/:id/approval',
    summary: 'Approve what somebody else proposed',
    params: pathId,
    body: WhyOnly,
    output: Correction,
    errors: ['not_found', 'conflict', 'operation_rejected'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const what = { action: 'correction.approve', subject: params.id, reason: body.reason };
      return ok(
        await audited(ctx, what, () => approveCorrection(ctx, ctx.staff, params.id), presentCorrection),
      );
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'closeDifference',
    method: 'POST',
    path: '/internal/v1/differences/:id/closing',
    summary: 'Be done with a difference between the books',
    params: pathId,
    body: WhyOnly,
    output: Difference,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const what = { action: 'difference.close', subject: params.id, reason: body.reason };
      return ok(await audited(ctx, what, () => closeDifference(ctx, params.id), presentDifference));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'retryProcessorEvent',
    method: 'POST',
    path: '/internal/v1/processor-events/:id/retry',
    summary: 'Handle a failed event of the processor again',
    params: pathId,
    body: WhyOnly,
    output: ProcessorEvent,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const what = { action: 'processor-event.retry', subject: params.id, reason: body.reason };
      return ok(await audited(ctx, what, () => retryProcessorEvent(ctx, params.id), presentEvent));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'replayDeadLetter',
    method: 'POST',
    path: '/internal/v1/dead-letters/:id/replay',
    summary: 'Give a dead letter to its queue again',
    params: pathId,
    body: WhyOnly,
    output: DeadLetter,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const what = { action: 'dead-letter.replay', subject: params.id, reason: body.reason };
      return ok(await audited(ctx, what, () => replayDeadLetter(ctx, params.id), presentDeadLetter));
    },
  }),
];
