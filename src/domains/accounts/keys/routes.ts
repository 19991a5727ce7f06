import { access, defineRoute, ok } from '../../../http/define-route.ts';
import { getCurrentKey } from './get-current-key.ts';
import { Key } from './key.ts';

export const keyRoutes = [
  defineRoute({
    operationId: 'getCurrentKey',
    method: 'GET',
    path: '/v1/keys/current',
    tag: 'Keys',
    summary: 'Get the key that the request was made with',
    access: access.reads(['account', 'creator']),
    output: Key,
    status: [200],
    errors: [],
    handle: async (ctx) => ok(await getCurrentKey(ctx)),
  }),
];
