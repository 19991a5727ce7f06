import * as z from 'zod';
import { access, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { Message } from '../thread-record/message.ts';
import { words } from '../thread-record/thread.ts';
import { createMessage } from './create-message.ts';
import { listMessages } from './list-messages.ts';
import { MessageCreate, MessageUpdate } from './message-input.ts';
import { updateMessage } from './update-message.ts';

export const messageRoutes = [
  defineRoute({
    operationId: 'createMessage',
    method: 'POST',
    path: '/v1/messages',
    tag: 'Messages',
    summary: 'Send a message',
    description:
      'As the account, the client or the creator that the request acts as. What is answered is stored, listed and can be changed at once; events, unread counts and the list of threads follow within moments.',
    access: access.writes(EVERYONE),
    embeds: ['messages.send'],
    body: MessageCreate,
    output: Message,
    status: [201],
    errors: ['not_found', 'operation_rejected'],
    idempotency: 'own',
    handle: async (ctx, { body, once }) => {
      const { message, replayed } = await createMessage(ctx, body, once);
      return { status: 201, data: message, replayed };
    },
  }),
  defineRoute({
    operationId: 'listMessages',
    method: 'GET',
    path: '/v1/messages',
    tag: 'Messages',
    summary: "List a thread's messages",
    description:
      'Newest first; with `after` those behind a message, oldest first; with `q` those that have all its words, of all threads or of one. Reading marks nothing as read.',
    access: access.reads(EVERYONE),
    embeds: ['messages'],
    query: z.strictObject({
      thread: id('thread')
        .optional()
        .describe('The conversation whose messages are listed; needed without `q`.'),
      q: words,
      after: id('message')
        .optional()
        .describe('Only what came behind this message of the thread, oldest first.'),
      ...listQuery,
    }),
    output: Message,
    list: true,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { query }) => listed(await listMessages(ctx, query)),
  }),
  defineRoute({
    operationId: 'updateMessage',
    method: 'PATCH',
    path: '/v1/messages/:id',
    tag: 'Messages',
    summary: 'Edit, delete, react to or report a message',
    description:
      'One change a request: the new `body` or `deleted` of a message of your own, with its version; `emoji` and `reacted`; or a `report` to our staff.',
    access: access.writes(EVERYONE),
    embeds: ['messages.send'],
    params: pathId,
    body: MessageUpdate,
    output: Message,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateMessage(ctx, params.id, body)),
  }),
];
