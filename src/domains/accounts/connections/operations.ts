// What the pages can do with connections beyond the API.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { createLogo } from './create-logo.ts';
import { getAdAccount } from './get-ad-account.ts';

export const connectionOperations = {
  getAdAccount: defineOperation({
    operationId: 'getAdAccount',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getAdAccount(ctx, params.id)),
  }),
  /** The same as POST /v1/connections/:id/logos, for a file that was uploaded by a form. */
  createLogo: defineOperation({
    operationId: 'createLogo',
    access: access.writes(['account']),
    params: pathId,
    body: z.instanceof(Uint8Array),
    idempotency: { none: 'A logo sent twice lies twice in the ad account, which harms nothing.' },
    handle: async (ctx, { params, body }) => ok(await createLogo(ctx, params.id, body)),
  }),
};
