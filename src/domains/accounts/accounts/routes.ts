import * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { commaList, idRange, listQuery, toPage } from '../../../resource/page.ts';
import { Account, AccountUpdate, BrandCreate, BrandUpdate } from './account.ts';
import { createBrand } from './create-brand.ts';
import { showAccount, showAccounts } from './show-accounts.ts';
import { currentAccount, getBrand, listBrands } from './store.ts';
import { editAccount } from './update-account.ts';
import { updateBrand } from './update-brand.ts';

export const accountRoutes = [
  defineRoute({
    operationId: 'getAccount',
    method: 'GET',
    path: '/v1/account',
    tag: 'Accounts',
    summary: 'Get the account that the key acts as',
    access: access.reads(),
    output: Account,
    status: [200],
    errors: [],
    handle: async (ctx) => ok(await showAccount(ctx, await currentAccount(ctx))),
  }),
  defineRoute({
    operationId: 'updateAccount',
    method: 'PATCH',
    path: '/v1/account',
    tag: 'Accounts',
    summary: 'Change the account that the key acts as',
    access: access.writes(),
    body: AccountUpdate,
    output: Account,
    status: [200],
    errors: ['version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => ok(await editAccount(ctx, body)),
  }),
  defineRoute({
    operationId: 'listBrands',
    method: 'GET',
    path: '/v1/brands',
    tag: 'Accounts',
    summary: 'List the brands that the key reaches',
    description: "A partner's managed brands, ended ones too; for a brand, itself.",
    access: access.reads(),
    query: z.strictObject({ status: commaList(['active', 'ended']), ...listQuery }),
    output: Account,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => {
      const list = `brands ${actingId(ctx.actor)}`;
      const range = idRange(list, 'account', query);
      const rows = await listBrands(ctx, { status: query.status, limit: query.limit, range });
      const page = toPage(list, query, rows);
      return listed({ ...page, items: await showAccounts(ctx, page.items) });
    },
  }),
  defineRoute({
    operationId: 'getBrand',
    method: 'GET',
    path: '/v1/brands/:id',
    tag: 'Accounts',
    summary: 'Get a brand',
    access: access.reads(),
    params: pathId,
    output: Account,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await showAccount(ctx, await getBrand(ctx, params.id))),
  }),
  defineRoute({
    operationId: 'createBrand',
    method: 'POST',
    path: '/v1/brands',
    tag: 'Accounts',
    summary: 'Create a managed brand (partners)',
    access: access.writes(),
    body: BrandCreate,
    output: Account,
    status: [201],
    errors: ['conflict'],
    handle: async (ctx, { body }) => created(await createBrand(ctx, body)),
  }),
  defineRoute({
    operationId: 'updateBrand',
    method: 'PATCH',
    path: '/v1/brands/:id',
    tag: 'Accounts',
    summary: 'Change a managed brand (partners)',
    access: access.writes(),
    params: pathId,
    body: BrandUpdate,
    output: Account,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateBrand(ctx, params.id, body)),
  }),
];
