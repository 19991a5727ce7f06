import { access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { Charge, ChargeListQuery } from './charge.ts';
import { getCharge, listCharges } from './get-charge.ts';

export const chargeRoutes = [
  defineRoute({
    operationId: 'listCharges',
    method: 'GET',
    path: '/v1/charges',
    tag: 'Payments',
    summary: 'List the charges of your card',
    description:
      'One for a currency and day that something was owed for, or several where one would be too much.',
    access: access.readsMoney(),
    query: ChargeListQuery,
    output: Charge,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listCharges(ctx, query)),
  }),
  defineRoute({
    operationId: 'getCharge',
    method: 'GET',
    path: '/v1/charges/:id',
    tag: 'Payments',
    summary: 'Get a charge with what it collects',
    description: 'The receipt: the payments and fees in it, the card, and what became of it.',
    access: access.readsMoney(),
    params: pathId,
    output: Charge,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getCharge(ctx, params.id)),
  }),
];
