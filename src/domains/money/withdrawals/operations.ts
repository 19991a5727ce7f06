// Operations on withdrawals that the pages have and the API does not.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, EVERYONE, ok } from '../../../http/define-route.ts';
import { getWithdrawalBank, WithdrawalBankQuery } from './get-withdrawal-bank.ts';
import { getWithdrawalQuote, WithdrawalQuoteQuery } from './get-withdrawal-quote.ts';

export const withdrawalOperations = {
  getWithdrawalBank: defineOperation({
    operationId: 'getWithdrawalBank',
    access: access.readsMoney(EVERYONE),
    query: WithdrawalBankQuery,
    handle: async (ctx, { query }) => ok(await getWithdrawalBank(ctx, query)),
  }),
  getWithdrawalQuote: defineOperation({
    operationId: 'getWithdrawalQuote',
    access: access.readsMoney(EVERYONE),
    query: WithdrawalQuoteQuery,
    handle: async (ctx, { query }) => ok(await getWithdrawalQuote(ctx, query)),
  }),
};
