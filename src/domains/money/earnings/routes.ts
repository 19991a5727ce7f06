import { access, defineRoute, listed } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { CutPay, CutPayQuery, listCutPay } from './list-cut-pay.ts';

export const earningRoutes = [
  defineRoute({
    operationId: 'listCutPay',
    method: 'GET',
    path: '/v1/submissions/:id/cut-pay',
    tag: 'Submissions',
    summary: 'See what a submission earned and a cap or a budget left nothing of',
    description:
      'Each reason by itself, newest first. What a limit cut off a payment that was made stands in the explanation of its earning; `earned` of the submission adds up both.',
    access: access.readsMoney(['account', 'creator']),
    params: pathId,
    query: CutPayQuery,
    output: CutPay,
    list: true,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => listed(await listCutPay(ctx, params.id, query)),
  }),
];
