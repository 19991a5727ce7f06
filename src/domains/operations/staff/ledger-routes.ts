// What the staff sees of a holder's ledger, and does with it.
import * as z from 'zod';
import { defineInternalRoute, ok } from '../../../http/define-route.ts';
import { bodyExample } from '../../../resource/example.ts';
import { pathId } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/page.ts';
import { LedgerStep, presentStep } from '../../money/ledger/ledger-step.ts';
import { RestoredLedger, restoreLedger } from '../../money/ledger/restore-ledger.ts';
import { retryLedgerSteps } from '../../money/ledger/retry-ledger-steps.ts';
import { audited } from './audited.ts';
import { idempotency, shared, WhyOnly } from './decision-route.ts';
import { getStaffLedger, StaffLedger } from './get-staff-ledger.ts';
import { Reason } from './staff-action.ts';

const ledgerOf = z.object({ holder: z.string().max(64) });

const Moment = z
  .object({
    at: Timestamp.optional(),
    bookmark: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Instead of `at`, such as one to undo a restoration.'),
    reason: Reason,
  })
  .refine((body) => (body.at === undefined) !== (body.bookmark === undefined), {
    path: ['at'],
    message: 'Send either at or bookmark.',
  });
bodyExample(Moment, null, { at: '2026-05-04T10:15:00Z', reason: 'The platform rolled it back at 10:16.' });

export const ledgerRoutes = [
  defineInternalRoute({
    ...shared,
    operationId: 'getStaffLedger',
    method: 'GET',
    path: '/internal/v1/ledgers/:holder',
    summary: "A holder's balances, worked out again",
    params: ledgerOf,
    output: StaffLedger,
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getStaffLedger(ctx, params.holder)),
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'retryLedgerSteps',
    method: 'POST',
    path: '/internal/v1/ledger-steps/:id/retry',
    summary: "Try a subject's open ledger steps again now",
    params: pathId,
    body: WhyOnly,
    output: LedgerStep,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const what = { action: 'ledger-steps.retry', subject: params.id, reason: body.reason };
      return ok(await audited(ctx, what, () => retryLedgerSteps(ctx, params.id), presentStep));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'restoreLedger',
    method: 'POST',
    path: '/internal/v1/ledgers/:holder/restoration',
    summary: 'Take a ledger that does not verify to another moment',
    params: ledgerOf,
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
];
