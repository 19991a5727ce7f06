import * as z from 'zod';
import { clientQuery } from '../../../http/client.ts';
import { access, BUSINESS, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { Account } from './account.ts';
import { AccountUpdate, BrandCreate, BrandUpdate } from './account-input.ts';
import { createBrand } from './create-brand.ts';
import { getAccount } from './get-account.ts';
import { getBrand, listBrands } from './get-brand.ts';
import { getOrganizationProfile } from './get-organization-profile.ts';
import { OrganizationProfile, OrganizationProfileUpdate } from './organization-profile.ts';
import { updateAccount } from './update-account.ts';
import { updateBrand } from './update-brand.ts';
import { updateOrganizationProfile } from './update-organization-profile.ts';

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
    handle: async (ctx) => ok(await getAccount(ctx)),
  }),
  defineRoute({
    operationId: 'updateAccount',
    method: 'PATCH',
    path: '/v1/account',
    tag: 'Accounts',
    summary: 'Change the account that the key acts as',
    access: access.writes(),
    logged: true,
    body: AccountUpdate,
    output: Account,
    status: [200],
    errors: ['version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => ok(await updateAccount(ctx, body)),
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
    handle: async (ctx, { query }) => listed(await listBrands(ctx, query)),
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
    handle: async (ctx, { params }) => ok(await getBrand(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'createBrand',
    method: 'POST',
    path: '/v1/brands',
    tag: 'Accounts',
    summary: 'Create a managed brand (partners)',
    access: access.writes(),
    logged: true,
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
    logged: true,
    params: pathId,
    body: BrandUpdate,
    output: Account,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateBrand(ctx, params.id, body)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'getOrganizationProfile',
    method: 'GET',
    path: '/organization/profile',
    summary: "Get an organization's profile",
    access: access.scoped('read', ['brand:organization:read', 'partner:organization:read'], 'active'),
    query: z.strictObject(clientQuery.active),
    output: OrganizationProfile,
    status: [200],
    errors: [],
    handle: async (ctx) => ok(await getOrganizationProfile(ctx)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'updateOrganizationProfile',
    method: 'PATCH',
    path: '/organization/profile',
    summary: "Change an organization's profile",
    description: 'What is left out stays.',
    access: access.scoped('write', ['brand:organization:write', 'partner:organization:write'], 'active'),
    logged: true,
    query: z.strictObject(clientQuery.active),
    body: OrganizationProfileUpdate,
    output: OrganizationProfile,
    status: [200],
    errors: ['version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => ok(await updateOrganizationProfile(ctx, body)),
  }),
];
