import { access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { getPayout, listPayouts } from './get-payout.ts';
import { Payout, PayoutListQuery } from './payout.ts';

export const payoutRoutes = [
  defineRoute({
    operationId: 'listPayouts',
    method: 'GET',
    path: '/v1/payouts',
    tag: 'Balance',
    summary: 'List payouts',
    description:
      "Earnings that were moved to the payout balance: a creator's own, or a partner's commissions.",
    access: access.readsMoney(['account', 'creator']),
    query: PayoutListQuery,
    output: Payout,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listPayouts(ctx, query)),
  }),
  defineRoute({
    operationId: 'getPayout',
    method: 'GET',
    path: '/v1/payouts/:id',
    tag: 'Balance',
    summary: 'Get a payout',
    access: access.readsMoney(['account', 'creator']),
    params: pathId,
    output: Payout,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getPayout(ctx, params.id)),
  }),
];
