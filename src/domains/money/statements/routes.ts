import { access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { Balance } from './balance.ts';
import { Earning, EarningListQuery, EarningQuery } from './earning.ts';
import { getBalance } from './get-balance.ts';
import { getEarning, listEarnings } from './get-earning.ts';
import { getTax } from './get-tax.ts';
import { LedgerLine, LedgerLineQuery } from './ledger-line.ts';
import { listTransactions } from './list-transactions.ts';
import { Tax } from './tax.ts';

export const statementRoutes = [
  defineRoute({
    operationId: 'getBalance',
    method: 'GET',
    path: '/v1/balance',
    tag: 'Balance',
    summary: 'Get the balances',
    access: access.readsMoney(['account', 'creator']),
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
  defineRoute({
    operationId: 'listEarnings',
    method: 'GET',
    path: '/v1/earnings',
    tag: 'Balance',
    summary: "List a creator's earnings",
    description: 'Acting as an account: the commissions of a partner.',
    access: access.readsMoney(['account', 'creator']),
    query: EarningListQuery,
    output: Earning,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listEarnings(ctx, query)),
  }),
  defineRoute({
    operationId: 'getEarning',
    method: 'GET',
    path: '/v1/earnings/:id',
    tag: 'Balance',
    summary: 'Get an earning',
    access: access.readsMoney(['account', 'creator']),
    params: pathId,
    query: EarningQuery,
    output: Earning,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => ok(await getEarning(ctx, params.id, query)),
  }),
];
