// A campaign's latest results for the pages. The API has them in /v1/analytics.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { getCampaignResults } from './get-campaign-results.ts';

export const adSyncOperations = {
  getCampaignResults: defineOperation({
    operationId: 'getCampaignResults',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getCampaignResults(ctx, params.id)),
  }),
};
