import * as z from 'zod';
import { access, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { THREAD_KINDS, Thread } from '../thread-record/thread.ts';
import { createThread } from './create-thread.ts';
import { getThread, listThreads } from './get-thread.ts';
import { getUnreadCount } from './get-unread-count.ts';
import { ThreadCreate, ThreadUpdate, UnreadCount } from './thread-input.ts';
import { updateThread } from './update-thread.ts';

export const threadRoutes = [
  defineRoute({
    operationId: 'createThread',
    method: 'POST',
    path: '/v1/threads',
    tag: 'Messages',
    summary: 'Open a thread, or find the one that is there',
    description:
      'One for an account and a creator, one for a program, and one of each account and creator with our staff. An existing one is answered with 200. `message` is sent in either.',
    access: access.writes(EVERYONE),
    body: ThreadCreate,
    output: Thread,
    status: [201, 200],
    errors: ['not_found', 'operation_rejected'],
    handle: async (ctx, { body, once }) => {
      const { thread, isNew } = await createThread(ctx, body, once);
      return { status: isNew ? 201 : 200, data: thread };
    },
  }),
  defineRoute({
    operationId: 'listThreads',
    method: 'GET',
    path: '/v1/threads',
    tag: 'Messages',
    summary: 'List threads',
    description:
      'Most recently active first. `createdAfter` and `createdBefore` mean when a thread was opened.',
    access: access.reads(EVERYONE),
    query: z.strictObject({
      kind: z.enum(THREAD_KINDS).optional().describe('Only threads of this kind.'),
      program: id('program').optional().describe("Only this program's."),
      ...listQuery,
    }),
    output: Thread,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listThreads(ctx, query)),
  }),
  defineRoute({
    operationId: 'getUnreadCount',
    method: 'GET',
    path: '/v1/threads/unread',
    tag: 'Messages',
    summary: 'Count what is unread',
    description: 'In all threads that are not muted, of the account or creator that the request acts as.',
    access: access.reads(EVERYONE),
    output: UnreadCount,
    status: [200],
    errors: [],
    handle: async (ctx) => ok(await getUnreadCount(ctx)),
  }),
  defineRoute({
    operationId: 'getThread',
    method: 'GET',
    path: '/v1/threads/:id',
    tag: 'Messages',
    summary: 'Get a thread',
    description: 'Reading marks nothing as read.',
    access: access.reads(EVERYONE),
    params: pathId,
    output: Thread,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getThread(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateThread',
    method: 'PATCH',
    path: '/v1/threads/:id',
    tag: 'Messages',
    summary: 'Mark as read, mute or block',
    description:
      'One change a request. It is that of the whole side: everybody of an account shares marks and mutes.',
    access: access.writes(EVERYONE),
    params: pathId,
    body: ThreadUpdate,
    output: Thread,
    status: [200],
    errors: ['not_found', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateThread(ctx, params.id, body)),
  }),
];
