import * as z from 'zod';
import { defineRawRoute } from '../../../http/define-page.ts';
import { access, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { THREAD_KINDS, Thread, words } from '../thread-record/thread.ts';
import { createLiveTicket } from './create-live-ticket.ts';
import { createThread } from './create-thread.ts';
import { getThread, listThreads } from './get-thread.ts';
import { getUnreadCount } from './get-unread-count.ts';
import { LiveTicket, LiveTicketCreate } from './live-input.ts';
import { callerByTicket } from './live-ticket.ts';
import { openLive } from './open-live.ts';
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
      'One for an account and a creator, one for a program, and one of each account and creator with our staff. An existing one is answered with 200. `message` is sent in either. In an answer that is repeated `lastMessage` is null.',
    access: access.writes(EVERYONE),
    embeds: ['messages.send'],
    unstored: ['lastMessage'],
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
      'Most recently active first. `createdAfter` and `createdBefore` mean when a thread was opened. With `q` one page of those with a message that has all its words, by the newest such message.',
    access: access.reads(EVERYONE),
    embeds: ['messages'],
    query: z.strictObject({
      kind: z.enum(THREAD_KINDS).optional().describe('Only threads of this kind.'),
      program: id('program').optional().describe("Only this program's."),
      q: words,
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
    embeds: ['messages'],
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
    embeds: ['messages.send'],
    params: pathId,
    body: ThreadUpdate,
    output: Thread,
    status: [200],
    errors: ['not_found', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateThread(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'createLiveTicket',
    method: 'POST',
    path: '/v1/threads/:id/live-tickets',
    tag: 'Messages',
    summary: 'Make a ticket for a live connection',
    description:
      'For pages, which cannot send Authorization with a WebSocket. It opens one socket of this thread, within 30 seconds, from a page of its origin.',
    access: access.reads(EVERYONE),
    embeds: ['messages'],
    params: pathId,
    body: LiveTicketCreate,
    output: LiveTicket,
    status: [201],
    errors: ['not_found'],
    idempotency: { none: 'A ticket opens one socket, so a kept answer would be of no use to anybody.' },
    handle: async (ctx, { params, body }) => ({
      status: 201,
      data: await createLiveTicket(ctx, params.id, body),
    }),
  }),
  defineRawRoute({
    operationId: 'openLive',
    method: 'GET',
    path: '/v1/threads/:id/live',
    access: access.reads(EVERYONE),
    embeds: ['messages'],
    byTicket: callerByTicket,
    documented: {
      tag: 'Messages',
      summary: 'Open a live connection',
      description:
        'A WebSocket that tells each change of the thread. API clients send Authorization; a page sends `service.live.v1` and a ticket as its protocols. With `after`, the number of the last change that the client has, up to 500 changes are sent first; after more than that `resync` says to list the messages anew. Clients may send `{"type":"typing"}`, `{"type":"read","message":"msg_…"}` and the text `ping`.',
      query: z.object({
        after: z.coerce
          .number()
          .int()
          .min(0)
          .optional()
          .describe('The `seq` of the last change that the client has.'),
      }),
      status: 101,
      refusals: {
        400: '`invalid_request`: The request does not ask for a WebSocket, or `after` is no number.',
        401: '`invalid_key`: The key or the ticket is not good.',
        403: '`account_not_reachable`: This key does not reach the account in Service-Account.',
        404: '`not_found`: There is no such thread for the caller.',
        429: '`rate_limited`: The side has 5 sockets in this thread, or the thread has 200.',
      },
    },
    handle: async (ctx, { params, request }) => await openLive(ctx, params.id!, request),
  }),
];
