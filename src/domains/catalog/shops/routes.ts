import { readBytes } from '../../../http/body.ts';
import { defineRawRoute } from '../../../http/define-page.ts';
import { accepted, access, defineRoute } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { createSync } from './create-sync.ts';
import { receiveShopWebhook, WEBHOOK_LIMIT } from './receive-shop-webhook.ts';
import { Sync } from './shop.ts';

export const shopRoutes = [
  defineRoute({
    operationId: 'createSync',
    method: 'POST',
    path: '/v1/connections/:id/syncs',
    tag: 'Connections',
    summary: 'Read a shop or a creator’s posts now',
    description:
      "A connected shop tells of its orders and products by itself; orders are listed every hour, products every night. This reads both at once; of a creator's connection it reads the posts. One sync at a time, which a second request joins, and one in 10 minutes. The connection's `lastSyncedAt` moves when it is done.",
    access: access.writes(['account', 'creator']),
    params: pathId,
    output: Sync,
    status: [202],
    errors: ['not_found', 'operation_rejected', 'rate_limited'],
    handle: async (ctx, { params }) => accepted(await createSync(ctx, params.id)),
  }),
  defineRawRoute({
    operationId: 'receiveShopWebhook',
    method: 'POST',
    path: '/webhooks/shopify',
    access: access.open(
      'A shop platform has no key of ours: its signature over these very bytes is what lets it in.',
    ),
    handle: async (ctx, { request }) => {
      const body = await readBytes(request, WEBHOOK_LIMIT);
      await receiveShopWebhook(ctx, 'shopify', request.headers, body);
      return Response.json({ data: { received: true } });
    },
  }),
];
