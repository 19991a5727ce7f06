import * as z from 'zod';
import { access, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { getPost, listPosts } from './get-post.ts';
import { POST_STATUSES, Post, PostUpdate } from './post.ts';
import { POST_PLATFORMS } from './post-key.ts';
import { updatePost } from './update-post.ts';

export const postRoutes = [
  defineRoute({
    operationId: 'listPosts',
    method: 'GET',
    path: '/v1/posts',
    tag: 'Posts',
    summary: 'List the posts of live submission, newest first',
    description:
      "Those of the submission that was sent to an account, or of a creator's own submission; archived ones only with status=archived.",
    access: access.reads(EVERYONE),
    query: z.strictObject({
      program: id('program').optional(),
      creator: id('creator').optional(),
      platform: z.enum(POST_PLATFORMS).optional(),
      status: commaList(POST_STATUSES),
      ...listQuery,
    }),
    output: Post,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listPosts(ctx, query)),
  }),
  defineRoute({
    operationId: 'getPost',
    method: 'GET',
    path: '/v1/posts/:id',
    tag: 'Posts',
    summary: 'Get a post, and what speaks for or against its numbers',
    access: access.reads(EVERYONE),
    params: pathId,
    output: Post,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getPost(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updatePost',
    method: 'PATCH',
    path: '/v1/posts/:id',
    tag: 'Posts',
    summary: 'Decide on a post, tag it, or hide it',
    description:
      'As the account that the work was sent to. What looks good is approved by itself 14 days after its tracking has ended. Approving tells its eligibleViews to the rules of the pay, once.',
    access: access.writes(EVERYONE),
    params: pathId,
    body: PostUpdate,
    output: Post,
    status: [200],
    errors: ['not_found', 'permission_denied', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updatePost(ctx, params.id, body)),
  }),
];
