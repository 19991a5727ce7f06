import { access, defineRoute, listed } from '../../../http/define-route.ts';
import { AdAudience, AdInterest, AudienceQuery, InterestQuery } from './ad-target.ts';
import { listAdAudiences } from './list-ad-audiences.ts';
import { listAdInterests } from './list-ad-interests.ts';

export const adLibraryRoutes = [
  defineRoute({
    operationId: 'listAdAudiences',
    method: 'GET',
    path: '/v1/ad-audiences',
    tag: 'Campaigns',
    summary: "List the audiences of a connection's ad account",
    description:
      "Read from the platform, in its order. Not every platform's: GET /v1/connections tells yours.",
    access: access.reads(),
    query: AudienceQuery,
    output: AdAudience,
    list: true,
    status: [200],
    errors: ['not_found', 'operation_rejected', 'provider_error', 'unavailable'],
    handle: async (ctx, { query }) => listed(await listAdAudiences(ctx, query)),
  }),
  defineRoute({
    operationId: 'listAdInterests',
    method: 'GET',
    path: '/v1/ad-interests',
    tag: 'Campaigns',
    summary: 'Search the interests that a platform knows',
    description: 'Read from the platform, in its order.',
    access: access.reads(),
    query: InterestQuery,
    output: AdInterest,
    list: true,
    status: [200],
    errors: ['not_found', 'operation_rejected', 'provider_error', 'unavailable'],
    handle: async (ctx, { query }) => listed(await listAdInterests(ctx, query)),
  }),
];
