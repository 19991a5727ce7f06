import * as z from 'zod';
import { access, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery, sortQuery } from '../../../resource/list-page.ts';
import {
  AdAuthorization,
  AdAuthorizationCreate,
  AdAuthorizationUpdate,
  AUTHORIZATION_PLATFORMS,
  AUTHORIZATION_STATUSES,
} from './ad-authorization.ts';
import { createAdAuthorization } from './create-ad-authorization.ts';
import { getAdAuthorization, listAdAuthorizations } from './get-ad-authorization.ts';
import { updateAdAuthorization } from './update-ad-authorization.ts';

export const adAuthorizationRoutes = [
  defineRoute({
    operationId: 'createAdAuthorization',
    method: 'POST',
    path: '/v1/ad-authorizations',
    tag: 'Campaigns',
    summary: 'Ask a creator to authorize ads with a submission',
    description: 'One at a time for a submission and platform.',
    access: access.writes(),
    logged: true,
    body: AdAuthorizationCreate,
    output: AdAuthorization,
    status: [201],
    errors: ['conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => created(await createAdAuthorization(ctx, body)),
  }),
  defineRoute({
    operationId: 'listAdAuthorizations',
    method: 'GET',
    path: '/v1/ad-authorizations',
    tag: 'Campaigns',
    summary: 'List ad authorizations',
    description: 'What an account asked for, or what the creator acted as was asked for.',
    access: access.reads(EVERYONE),
    query: z.strictObject({
      submission: id('submission').optional(),
      platform: z.enum(AUTHORIZATION_PLATFORMS).optional(),
      status: commaList(AUTHORIZATION_STATUSES),
      ...sortQuery,
      ...listQuery,
    }),
    output: AdAuthorization,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAdAuthorizations(ctx, query)),
  }),
  defineRoute({
    operationId: 'getAdAuthorization',
    method: 'GET',
    path: '/v1/ad-authorizations/:id',
    tag: 'Campaigns',
    summary: 'Get an ad authorization',
    access: access.reads(EVERYONE),
    params: pathId,
    output: AdAuthorization,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAdAuthorization(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateAdAuthorization',
    method: 'PATCH',
    path: '/v1/ad-authorizations/:id',
    tag: 'Campaigns',
    summary: 'Grant, renew or revoke an ad authorization',
    description:
      'The creator grants it, and grants it again to renew it with a new code or end; either side revokes. The code is never shown.',
    access: access.writes(EVERYONE),
    logged: true,
    params: pathId,
    body: AdAuthorizationUpdate,
    output: AdAuthorization,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updateAdAuthorization(ctx, params.id, body)),
  }),
];
