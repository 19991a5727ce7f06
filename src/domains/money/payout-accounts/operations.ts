// Operations on payout accounts that the pages have and the API does not.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { getPayoutSetup } from './get-payout-setup.ts';

export const payoutAccountOperations = {
  getPayoutSetup: defineOperation({
    operationId: 'getPayoutSetup',
    access: access.readsMoney(['account', 'creator']),
    handle: async (ctx) => ok(await getPayoutSetup(ctx)),
  }),
};
