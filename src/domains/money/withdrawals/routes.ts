import { access, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { getWithdrawal, listWithdrawals } from './get-withdrawal.ts';
import { Withdrawal, WithdrawalCreate, WithdrawalListQuery } from './withdrawal.ts';

export const withdrawalRoutes = [
  defineRoute({
    operationId: 'createWithdrawal',
    method: 'POST',
    path: '/v1/withdrawals',
    tag: 'Balance',
    summary: 'Withdraw from the payout balance',
    description: 'To the bank account or debit card of the payout set-up, in its currency.',
    access: access.writes(EVERYONE),
    logged: true,
    body: WithdrawalCreate,
    output: Withdrawal,
    status: [201],
    errors: ['operation_rejected', 'idempotency_conflict', 'unavailable'],
    idempotency: 'required',
    handle: async (ctx, { body, once }) => created(await createWithdrawal(ctx, body, once!.key)),
  }),
  defineRoute({
    operationId: 'listWithdrawals',
    method: 'GET',
    path: '/v1/withdrawals',
    tag: 'Balance',
    summary: 'List withdrawals',
    access: access.readsMoney(EVERYONE),
    embeds: ['earnings'],
    query: WithdrawalListQuery,
    output: Withdrawal,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listWithdrawals(ctx, query)),
  }),
  defineRoute({
    operationId: 'getWithdrawal',
    method: 'GET',
    path: '/v1/withdrawals/:id',
    tag: 'Balance',
    summary: 'Get a withdrawal',
    access: access.readsMoney(EVERYONE),
    embeds: ['earnings'],
    params: pathId,
    output: Withdrawal,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getWithdrawal(ctx, params.id)),
  }),
];
