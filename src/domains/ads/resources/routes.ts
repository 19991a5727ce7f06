import * as z from 'zod';
import { clientQuery } from '../../../http/client.ts';
import { access, BUSINESS, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { AdsResource, resourceQuery } from './ads-resource.ts';
import { getAdsResource } from './get-ads-resource.ts';
import { listAdsResources } from './list-ads-resources.ts';

const read = access.scoped('read', ['brand:ads:read', 'partner:ads:read'], 'bound');

export const resourceRoutes = [
  defineRoute({
    ...BUSINESS,
    operationId: 'listAdsResources',
    method: 'GET',
    path: '/ads/resources',
    summary: 'List objects at ad platforms, newest first',
    description:
      'Ad accounts, campaigns, ad sets, ads, videos and creatives: what was made there, what is planned, and what other tools made there. Each shows whether the platform has what was last set here.',
    access: read,
    query: z.strictObject({ ...clientQuery.bound, ...resourceQuery }),
    output: AdsResource,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAdsResources(ctx, query)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'getAdsResource',
    method: 'GET',
    path: '/ads/resources/:id',
    summary: 'Get an object at an ad platform',
    access: read,
    params: pathId,
    query: z.strictObject(clientQuery.bound),
    output: AdsResource,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAdsResource(ctx, params.id)),
  }),
];
