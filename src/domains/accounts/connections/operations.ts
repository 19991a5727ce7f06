// What the pages show of connections beyond the API.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { getAdAccount } from './get-ad-account.ts';

export const connectionOperations = {
  getAdAccount: defineOperation({
    operationId: 'getAdAccount',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getAdAccount(ctx, params.id)),
  }),
};
