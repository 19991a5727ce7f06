import { defineRawRoute } from '../../../http/define-page.ts';
import { access } from '../../../http/define-route.ts';
import { receiveBounce } from './receive-bounce.ts';

export const mailRoutes = [
  defineRawRoute({
    operationId: 'receiveBounce',
    method: 'POST',
    path: '/webhooks/mail/:mail/:signature',
    access: access.open('The mail service has no key of ours: the signature in the address lets it in.'),
    handle: async (ctx, { params }) => {
      receiveBounce(ctx, params.mail ?? '', params.signature ?? '');
      return Response.json({ data: { received: true } });
    },
  }),
];
