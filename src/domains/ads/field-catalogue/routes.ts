import * as z from 'zod';
import { clientQuery } from '../../../http/client.ts';
import { access, BUSINESS, defineRoute, ok } from '../../../http/define-route.ts';
import { Catalogue, catalogueQuery } from './catalogue.ts';
import { listAdsFields } from './list-ads-fields.ts';

export const fieldCatalogueRoutes = [
  defineRoute({
    ...BUSINESS,
    operationId: 'listAdsFields',
    method: 'GET',
    path: '/ads/fields',
    summary: 'List what plans can set at the ad platforms',
    description:
      'A field is listed for each kind of step that can set it, and twice where its rules differ by `when`.',
    access: access.scoped('read', ['brand:ads:read', 'partner:ads:read'], 'bound'),
    query: z.strictObject({ ...clientQuery.bound, ...catalogueQuery }),
    output: Catalogue,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => ok(await listAdsFields(ctx, query)),
  }),
];
