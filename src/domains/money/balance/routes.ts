import { access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { Balance } from './balance.ts';
import { getBalance } from './get-balance.ts';
import { getTax } from './get-tax.ts';
import { LedgerLine, LedgerLineQuery } from './ledger-line.ts';
import { listTransactions } from './list-transactions.ts';
import { Tax } from './tax.ts';

export const balanceRoutes = [
  defineRoute({
    operationId: 'getBalance',
    method: 'GET',
    path: '/v1/balance',
    tag: 'Balance',
    summary: 'Get the balances',
    access: access.readsMoney(['account', 'creator']),
    embeds: ['earnings'],
    output: Balance,
    status: [200],
    errors: [],
    handle: async (ctx) => ok(await getBalance(ctx)),
  }),
  defineRoute({
    operationId: 'getTax',
    method: 'GET',
    path: '/v1/balance/tax',
    tag: 'Balance',
    summary: 'Get what was paid by year, and what tax information is required',
    access: access.readsMoney(['account', 'creator']),
    output: Tax,
    status: [200],
    errors: [],
    handle: async (ctx) => ok(await getTax(ctx)),
  }),
  defineRoute({
    operationId: 'listTransactions',
    method: 'GET',
    path: '/v1/balance/transactions',
    tag: 'Balance',
    summary: 'List ledger lines',
    access: access.readsMoney(['account', 'creator']),
    query: LedgerLineQuery,
    output: LedgerLine,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listTransactions(ctx, query)),
  }),
];
