import { access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { Earning, EarningListQuery, EarningQuery } from './earning.ts';
import { getEarning, listEarnings } from './get-earning.ts';
import { CutPay, CutPayQuery, listCutPay } from './list-cut-pay.ts';
import { listSubmissionConversions, SubmissionConversionQuery } from './list-submission-conversions.ts';
import { SubmissionConversion } from './submission-conversion.ts';

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
  defineRoute({
    operationId: 'listSubmissionConversions',
    method: 'GET',
    path: '/v1/submissions/:id/conversions',
    tag: 'Submissions',
    summary: "List a submission's conversions: what counted, what waits and what each earned",
    description:
      "Newest first: those of the submission's link, and those of the creator's codes that the submission is paid for, which appear within minutes. A list page can be shorter than `limit` although more follow.",
    access: access.readsMoney(['account', 'creator']),
    params: pathId,
    query: SubmissionConversionQuery,
    output: SubmissionConversion,
    list: true,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => listed(await listSubmissionConversions(ctx, params.id, query)),
  }),
  defineRoute({
    operationId: 'listEarnings',
    method: 'GET',
    path: '/v1/earnings',
    tag: 'Balance',
    summary: "List a creator's earnings",
    description: 'Acting as an account: the commissions of a partner.',
    access: access.readsMoney(['account', 'creator']),
    embeds: ['earnings'],
    query: EarningListQuery,
    output: Earning,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listEarnings(ctx, query)),
  }),
  defineRoute({
    operationId: 'getEarning',
    method: 'GET',
    path: '/v1/earnings/:id',
    tag: 'Balance',
    summary: 'Get an earning',
    access: access.readsMoney(['account', 'creator']),
    embeds: ['earnings'],
    params: pathId,
    query: EarningQuery,
    output: Earning,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => ok(await getEarning(ctx, params.id, query)),
  }),
];
