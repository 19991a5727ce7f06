// What people can do on the consent page.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { grantAuthorization } from './grant-authorization.ts';

export const oauthOperations = {
  // Read access is enough, because members, and the people of an ended account, may still allow apps to read.
  grantAuthorization: defineOperation({
    operationId: 'grantAuthorization',
    access: access.people('read'),
    body: z.strictObject({ request: z.string().max(100), sessionId: z.string() }),
    handle: async (ctx, { body }) => ok(await grantAuthorization(ctx, body)),
  }),
};
