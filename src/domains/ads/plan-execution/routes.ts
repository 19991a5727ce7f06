import * as z from 'zod';
import { clientQuery } from '../../../http/client.ts';
import { access, BUSINESS, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { AdsOperation } from './ads-operation.ts';
import { getAdsOperation, listAdsOperations } from './get-ads-operation.ts';
import { OPERATION_STATES } from './operation-state.ts';

const reads = access.scoped('read', ['brand:ads:read', 'partner:ads:read'], 'bound');

export const adsOperationRoutes = [
  defineRoute({
    ...BUSINESS,
    operationId: 'listAdsOperations',
    method: 'GET',
    path: '/ads/operations',
    summary: 'List operations, newest first',
    description:
      'A page can be shorter than its limit, where plans are long: nextCursor says whether more follow.',
    access: reads,
    query: z.strictObject({
      ...clientQuery.bound,
      campaignId: z.string().min(1).max(200).optional().describe('Only those that change this campaign.'),
      planId: z.string().min(1).max(200).optional().describe('Only those of this plan.'),
      state: z.enum(OPERATION_STATES).optional().describe('Only those in this state.'),
      limit: listQuery.limit,
      cursor: listQuery.cursor,
    }),
    output: AdsOperation,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAdsOperations(ctx, query)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'getAdsOperation',
    method: 'GET',
    path: '/ads/operations/:id',
    summary: 'Get an operation',
    access: reads,
    params: pathId,
    query: z.strictObject(clientQuery.bound),
    output: AdsOperation,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAdsOperation(ctx, params.id)),
  }),
];
