// Operations on charges that the pages have and the API does not.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { getOwed } from './get-owed.ts';

export const chargeOperations = {
  getOwed: defineOperation({
    operationId: 'getOwed',
    access: access.readsMoney(),
    handle: async (ctx) => ok(await getOwed(ctx)),
  }),
};
