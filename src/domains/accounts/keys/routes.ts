import { access, defineRoute, ok } from '../../../http/define-route.ts';
import { getCurrentKey } from './get-current-key.ts';
import { Key, KeyUpdate } from './key.ts';
import { updateCurrentKey } from './update-current-key.ts';

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
    errors: ['not_found'],
    handle: async (ctx) => ok(await getCurrentKey(ctx)),
  }),
  defineRoute({
    operationId: 'updateCurrentKey',
    method: 'PATCH',
    path: '/v1/keys/current',
    tag: 'Keys',
    summary: "Set the key's webhook URL",
    description:
      'Every setting issues a new signing secret, shown in this answer only. At an unchanged URL the old secret signs as well for 24 hours.',
    access: access.writes(['account', 'creator']),
    logged: true,
    body: KeyUpdate,
    output: Key,
    status: [200],
    errors: ['not_found', 'conflict'],
    secrets: ['webhookSecret'],
    handle: async (ctx, { body }) => ok(await updateCurrentKey(ctx, body)),
  }),
];
