import * as z from 'zod';
import { access, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { Currency, id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery, sortQuery } from '../../../resource/list-page.ts';
import { EARNING_SOURCES } from '../ledger/posting.ts';
import { createPayment } from './create-payment.ts';
import { getPayment, listPayments } from './get-payment.ts';
import { Payment, PaymentCreate, PaymentUpdate } from './payment.ts';
import { PAYMENT_STATUSES } from './transitions.ts';
import { updatePayment } from './update-payment.ts';

export const paymentRoutes = [
  defineRoute({
    operationId: 'createPayment',
    method: 'POST',
    path: '/v1/payments',
    tag: 'Payments',
    summary: 'Pay a creator',
    description:
      "A brand's own decision to pay, approved at once. It is a bonus: what a program's rules pay for the same work comes besides.",
    access: access.writes(),
    logged: true,
    body: PaymentCreate,
    output: Payment,
    status: [201],
    errors: ['operation_rejected', 'conflict'],
    idempotency: 'required',
    handle: async (ctx, { body, once }) => created(await createPayment(ctx, body, once!.key)),
  }),
  defineRoute({
    operationId: 'listPayments',
    method: 'GET',
    path: '/v1/payments',
    tag: 'Payments',
    summary: 'List payments',
    description: 'Those that an account makes, or that a creator gets.',
    access: access.readsMoney(EVERYONE),
    query: z.strictObject({
      status: commaList(PAYMENT_STATUSES),
      creator: id('creator').optional(),
      program: id('program').optional(),
      submission: id('submission').optional(),
      charge: id('charge').optional().describe('What one charge of your card collects.'),
      currency: Currency.optional(),
      source: commaList(EARNING_SOURCES),
      ...sortQuery,
      ...listQuery,
    }),
    output: Payment,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listPayments(ctx, query)),
  }),
  defineRoute({
    operationId: 'getPayment',
    method: 'GET',
    path: '/v1/payments/:id',
    tag: 'Payments',
    summary: 'Get a payment',
    access: access.readsMoney(EVERYONE),
    params: pathId,
    output: Payment,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getPayment(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updatePayment',
    method: 'PATCH',
    path: '/v1/payments/:id',
    tag: 'Payments',
    summary: 'Approve, reject, dispute or cancel a payment',
    description:
      'approve and reject decide what waits for approval; dispute holds the earning back, also after the charge, and for pay that can never be charged; resolve withdraws the dispute; cancel takes back a payment that you made by POST, until a charge for it begins.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: PaymentUpdate,
    output: Payment,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updatePayment(ctx, params.id, body)),
  }),
];
