import { access, defineRoute, ok } from '../../../http/define-route.ts';
import { AdDefaults, AdDefaultsUpdate } from './ad-defaults.ts';
import { getAdDefaults } from './get-ad-defaults.ts';
import { updateAdDefaults } from './update-ad-defaults.ts';

const BODY_LIMIT = 64 * 1024;

export const adDefaultsRoutes = [
  defineRoute({
    operationId: 'getAdDefaults',
    method: 'GET',
    path: '/v1/ad-defaults',
    tag: 'Campaigns',
    summary: 'Get what new campaigns begin with',
    access: access.reads(),
    output: AdDefaults,
    status: [200],
    errors: [],
    handle: async (ctx) => ok(await getAdDefaults(ctx)),
  }),
  defineRoute({
    operationId: 'updateAdDefaults',
    method: 'PATCH',
    path: '/v1/ad-defaults',
    tag: 'Campaigns',
    summary: 'Change what new campaigns begin with',
    description: 'Each field that is given is replaced as a whole; null takes it back.',
    access: access.writes(),
    body: AdDefaultsUpdate,
    bodyLimit: BODY_LIMIT,
    output: AdDefaults,
    status: [200],
    errors: ['version_conflict'],
    handle: async (ctx, { body }) => ok(await updateAdDefaults(ctx, body)),
  }),
];
