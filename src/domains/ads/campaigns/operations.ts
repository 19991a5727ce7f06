// Operations on campaigns that only the pages call.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { getCampaignSpend } from '../campaign-reports/get-campaign-spend.ts';
import { getAwaitedChange } from './get-awaited-change.ts';
import { listCampaignNames } from './list-campaign-names.ts';

export const campaignOperations = {
  getAwaitedChange: defineOperation({
    operationId: 'getAwaitedChange',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getAwaitedChange(ctx, params.id)),
  }),
  listCampaignNames: defineOperation({
    operationId: 'listCampaignNames',
    access: access.reads(),
    body: z.object({ campaigns: z.array(id('campaign')).max(250) }),
    handle: async (ctx, { body }) => ok(await listCampaignNames(ctx, body.campaigns)),
  }),
  getCampaignSpend: defineOperation({
    operationId: 'getCampaignSpend',
    access: access.reads(),
    body: z.object({ campaigns: z.array(id('campaign')).max(100) }),
    handle: async (ctx, { body }) => ok(await getCampaignSpend(ctx, body.campaigns)),
  }),
};
