import { access, defineRoute, listed } from '../../../http/define-route.ts';
import { AdFieldQuery, AdFieldRecord } from './ad-field-record.ts';
import { listAdFields } from './list-ad-fields.ts';

export const adFieldRoutes = [
  defineRoute({
    operationId: 'listAdFields',
    method: 'GET',
    path: '/v1/ad-fields',
    tag: 'Campaigns',
    summary: 'List the fields that each ad platform accepts',
    description:
      'All on one page. A field is listed twice where its rules differ by objective; filter by objective and destination for the rules of one campaign.',
    access: access.reads(),
    query: AdFieldQuery,
    output: AdFieldRecord,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed({ items: await listAdFields(ctx, query), nextCursor: null }),
  }),
];
