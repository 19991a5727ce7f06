import * as z from 'zod';
import { readText } from '../../../http/body.ts';
import { defineRawRoute } from '../../../http/define-page.ts';
import { access, defineRoute, listed } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { listConnectionPosts } from './list-connection-posts.ts';
import { ConnectionPost } from './mirrored-post.ts';
import { receiveRemoval, WEBHOOK_LIMIT } from './receive-removal.ts';

export const mirrorRoutes = [
  defineRoute({
    operationId: 'listConnectionPosts',
    method: 'GET',
    path: '/v1/connections/:id/posts',
    tag: 'Connections',
    summary: "List a connected account's posts, newest first",
    description:
      'The 500 newest posts of an `instagram` or `tiktok` connection, for its creator alone. They are read within a few minutes of connecting, then each hour; `createdAfter` and `createdBefore` compare `publishedAt`. What was deleted or made private is left out. Other connections have none.',
    access: access.reads(['account', 'creator']),
    params: pathId,
    query: z.strictObject(listQuery),
    output: ConnectionPost,
    list: true,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => listed(await listConnectionPosts(ctx, params.id, query)),
  }),
  defineRawRoute({
    operationId: 'receiveRemoval',
    method: 'POST',
    path: '/webhooks/tiktok',
    access: access.open(
      'The platform has no key of ours: its signature over this very text is what lets it in.',
    ),
    handle: async (ctx, { request }) => {
      await receiveRemoval(ctx, 'tiktok', request.headers, await readText(request, WEBHOOK_LIMIT));
      return Response.json({ data: { received: true } });
    },
  }),
];
