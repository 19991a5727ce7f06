// What people do on the page of consent.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { grantAuthorization } from './grant-authorization.ts';

export const oauthOperations = {
  // Members allow apps to read, and so do the people of an account that has ended.
  grantAuthorization: defineOperation({
    operationId: 'grantAuthorization',
    access: access.people('read'),
    body: z.strictObject({ request: z.string().max(100), sessionId: z.string() }),
    handle: async (ctx, { body }) => ok(await grantAuthorization(ctx, body)),
  }),
};
