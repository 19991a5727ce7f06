// What the pages can do with codes beyond the API.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, EVERYONE, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { getCodeSales } from './get-code-sales.ts';

export const creatorCodeOperations = {
  getCodeSales: defineOperation({
    operationId: 'getCodeSales',
    access: access.reads(EVERYONE),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getCodeSales(ctx, params.id)),
  }),
};
