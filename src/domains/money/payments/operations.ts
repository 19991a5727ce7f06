// Operations on payments that the pages have and the API does not.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { getPaymentChoices } from './get-payment-choices.ts';
import { PaymentCreate } from './payment.ts';
import { quotePayment } from './quote-payment.ts';

export const paymentOperations = {
  getPaymentChoices: defineOperation({
    operationId: 'getPaymentChoices',
    access: access.readsMoney(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getPaymentChoices(ctx, params.id)),
  }),
  quotePayment: defineOperation({
    operationId: 'quotePayment',
    access: access.readsMoney(),
    body: PaymentCreate,
    handle: async (ctx, { body }) => ok(await quotePayment(ctx, body)),
  }),
};
