import * as z from 'zod';
import { access, defineInternalRoute, listed, ok } from '../../../http/define-route.ts';
import { newId } from '../../../kit/ids.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { DeadLetter, presentDeadLetter } from '../../accounts/webhooks/dead-letter.ts';
import { replayDeadLetter } from '../../accounts/webhooks/replay-dead-letter.ts';
import { Chargeback, presentChargeback } from '../../money/chargebacks/chargeback.ts';
import { settleChargeback } from '../../money/chargebacks/settle-chargeback.ts';
import { presentStaffCharge, StaffCharge } from '../../money/charging/staff-charge.ts';
import { approveCorrection } from '../../money/corrections/approve-correction.ts';
import { Correction, presentCorrection } from '../../money/corrections/correction.ts';
import { proposeCorrection } from '../../money/corrections/propose-correction.ts';
import { closeDifference } from '../../money/differences/close-difference.ts';
import { Difference, presentDifference } from '../../money/differences/difference.ts';
import { RestoredLedger, restoreLedger } from '../../money/ledger/restore-ledger.ts';
import { LedgerInstruction, presentInstruction } from '../../money/ledger-instructions/ledger-instruction.ts';
import { retryLedgerInstructions } from '../../money/ledger-instructions/retry-ledger-instructions.ts';
import { Payment, presentPayment } from '../../money/payments/payment.ts';
import { resolveDispute } from '../../money/payments/resolve-dispute.ts';
import { ProcessorEvent, presentEvent } from '../../money/processor-events/processor-event.ts';
import { retryProcessorEvent } from '../../money/processor-events/retry-processor-event.ts';
import { decideCharge } from '../../money/reconciliation/decide-charge.ts';
import { decideRefund } from '../../money/refunds/decide-refund.ts';
import { presentRefund, Refund } from '../../money/refunds/refund.ts';
import { audited } from './audited.ts';
import { ChargeDecision, Moment, Proposal, RefundDecision, Resolution, WhyOnly } from './decisions.ts';
import { Directory } from './directory.ts';
import { getReviewItem } from './get-review-item.ts';
import { getReviewQueue } from './get-review-queue.ts';
import { getStaffLedger, StaffLedger } from './get-staff-ledger.ts';
import { listStaffActions } from './list-staff-actions.ts';
import { ReviewItem, ReviewQueue } from './review-queue.ts';
import { searchDirectory } from './search-directory.ts';
import { StaffAction } from './staff-action.ts';

const staff = access.internal('What only people of the service decide.');
const shared = { tag: 'Staff', access: staff, status: [200] } as const;
/** The state that the first decision leaves refuses a second one. */
const idempotency = { none: 'The state of the record admits one.' };

const ofHolder = z.object({ holder: z.string().max(64) });

export const staffRoutes = [
  defineInternalRoute({
    ...shared,
    operationId: 'getReviewQueue',
    method: 'GET',
    path: '/internal/v1/review-queue',
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
    path: '/internal/v1/review-queue/:kind/:id',
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
    operationId: 'getStaffLedger',
    method: 'GET',
    path: '/internal/v1/ledgers/:holder',
    summary: "A holder's balances, worked out again",
    params: ofHolder,
    output: StaffLedger,
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getStaffLedger(ctx, params.holder)),
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'searchDirectory',
    method: 'GET',
    path: '/internal/v1/directory',
    summary: 'Find accounts, creators and people',
    query: z.strictObject({
      q: z
        .string()
        .trim()
        .min(1)
        .max(254)
        .describe('The beginning of a name, of its last word, of an email address or a handle; or an ID.'),
    }),
    output: Directory,
    errors: [],
    handle: async (ctx, { query }) => ok(await searchDirectory(ctx, query.q)),
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
    output: StaffCharge,
    errors: ['not_found', 'conflict', 'operation_rejected', 'unavailable', 'provider_error'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const { outcome, reason } = body;
      const what = { action: `charge.decide:${outcome}`, subject: params.id, reason };
      return ok(await audited(ctx, what, () => decideCharge(ctx, params.id, outcome), presentStaffCharge));
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
    summary: 'Settle a lost chargeback with the brand',
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
    operationId: 'retryLedgerInstructions',
    method: 'POST',
    path: '/internal/v1/ledger-instructions/:id/retry',
    summary: "Try a subject's open ledger instructions again now",
    params: pathId,
    body: WhyOnly,
    output: LedgerInstruction,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const what = { action: 'ledger-instructions.retry', subject: params.id, reason: body.reason };
      return ok(await audited(ctx, what, () => retryLedgerInstructions(ctx, params.id), presentInstruction));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'restoreLedger',
    method: 'POST',
    path: '/internal/v1/ledgers/:holder/restoration',
    summary: 'Take a ledger that does not verify to another moment',
    params: ofHolder,
    body: Moment,
    output: RestoredLedger,
    errors: ['not_found', 'conflict', 'operation_rejected'],
    idempotency,
    handle: async (ctx, { params: { holder }, body }) => {
      const { at, bookmark, reason } = body;
      const moment = at === undefined ? { bookmark: bookmark! } : { at: Date.parse(at) };
      const what = { action: 'ledger.restore', subject: holder, reason };
      return ok(
        await audited(
          ctx,
          what,
          () => restoreLedger(ctx, holder, moment),
          (moved) => moved,
        ),
      );
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
    summary: 'Close a difference between the books without a correction',
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
