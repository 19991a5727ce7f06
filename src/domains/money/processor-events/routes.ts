import { readText } from '../../../http/body.ts';
import { defineRawRoute } from '../../../http/define-page.ts';
import { access } from '../../../http/define-route.ts';
import { EVENT_LIMIT, receiveEvent } from './receive-event.ts';

export const processorEventRoutes = [
  defineRawRoute({
    operationId: 'receiveEvent',
    method: 'POST',
    path: '/webhooks/stripe',
    access: access.open(
      'The payment processor has no key of ours: its signature over these very bytes is what lets it in.',
    ),
    handle: async (ctx, { request }) => {
      const body = await readText(request, EVENT_LIMIT);
      await receiveEvent(ctx, body, request.headers.get('stripe-signature'));
      return Response.json({ data: { received: true } });
    },
  }),
];
