import { access, defineRoute, ok } from '../../../http/define-route.ts';
import { isoOrNull } from '../../../kit/time.ts';
import { Key, KeyUpdate } from './key.ts';
import { setWebhook } from './set-webhook.ts';
import { currentKey } from './store.ts';

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
    handle: async (ctx) => {
      const key = await currentKey(ctx);
      return ok({
        key: key.id,
        webhookUrl: key.webhookUrl,
        webhookSecret: null,
        webhookGoneAt: isoOrNull(key.webhookGoneAt),
      });
    },
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
    body: KeyUpdate,
    output: Key,
    status: [200],
    errors: ['conflict'],
    secrets: ['webhookSecret'],
    handle: async (ctx, { body }) => ok(await setWebhook(ctx, body.webhookUrl)),
  }),
];
