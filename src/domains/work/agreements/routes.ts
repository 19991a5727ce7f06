import * as z from 'zod';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { AGREEMENT_STATUSES, AgreementVersion } from '../agreement-rules/agreement.ts';
import {
  Agreement,
  AgreementAcceptance,
  AgreementCreate,
  AgreementUpdate,
  AgreementVersionCreate,
} from './agreement-record.ts';
import { createAgreement } from './create-agreement.ts';
import { createAgreementVersion } from './create-agreement-version.ts';
import { getAgreement, listAgreements } from './get-agreement.ts';
import { getAgreementVersion, listAgreementVersions } from './get-agreement-version.ts';
import { listAgreementAcceptances } from './list-agreement-acceptances.ts';
import { listPendingAcceptances } from './list-pending-acceptances.ts';
import { updateAgreement } from './update-agreement.ts';

const TAG = 'Agreements';

export const agreementRoutes = [
  // This comes before /v1/agreements/:id, which would take it for an ID.
  defineRoute({
    operationId: 'listAgreementAcceptances',
    method: 'GET',
    path: '/v1/agreements/acceptances',
    tag: TAG,
    summary: 'List acceptances with their evidence',
    access: access.reads(['account', 'creator']),
    query: z.strictObject({
      agreement: id('agreement').optional(),
      creator: id('creator').optional(),
      status: z
        .enum(['accepted', 'pending'])
        .optional()
        .describe('accepted unless given. An account lists what is pending of one creator.'),
      ...listQuery,
    }),
    output: AgreementAcceptance,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAgreementAcceptances(ctx, query)),
  }),
  defineRoute({
    operationId: 'createAgreement',
    method: 'POST',
    path: '/v1/agreements',
    tag: TAG,
    summary: 'Create an agreement from a PDF',
    access: access.writes(),
    logged: true,
    body: AgreementCreate,
    output: Agreement,
    status: [201],
    errors: ['conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => created(await createAgreement(ctx, body)),
  }),
  defineRoute({
    operationId: 'listAgreements',
    method: 'GET',
    path: '/v1/agreements',
    tag: TAG,
    summary: 'List agreements',
    access: access.reads(),
    query: z.strictObject({ status: commaList(AGREEMENT_STATUSES), ...listQuery }),
    output: Agreement,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAgreements(ctx, query)),
  }),
  defineRoute({
    operationId: 'getAgreement',
    method: 'GET',
    path: '/v1/agreements/:id',
    tag: TAG,
    summary: 'Get an agreement',
    access: access.reads(),
    params: pathId,
    output: Agreement,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAgreement(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateAgreement',
    method: 'PATCH',
    path: '/v1/agreements/:id',
    tag: TAG,
    summary: 'Change what an agreement applies to, or archive it',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: AgreementUpdate,
    output: Agreement,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updateAgreement(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'createAgreementVersion',
    method: 'POST',
    path: '/v1/agreements/:id/versions',
    tag: TAG,
    summary: 'Put a new document in force',
    description: 'Every creator has to accept the new version before new work is submitted.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: AgreementVersionCreate,
    output: AgreementVersion,
    status: [201],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => created(await createAgreementVersion(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'listPendingAcceptances',
    method: 'GET',
    path: '/v1/agreements/:id/pending-acceptances',
    tag: TAG,
    summary: 'List the creators who have not accepted an agreement',
    description:
      'Everybody who has to accept its newest version, the newest creators first. On a large roster a page may hold fewer than limit: the list ends where nextCursor is null.',
    access: access.reads(),
    params: pathId,
    query: z.strictObject(listQuery),
    output: AgreementAcceptance,
    list: true,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => listed(await listPendingAcceptances(ctx, params.id, query)),
  }),
  defineRoute({
    operationId: 'listAgreementVersions',
    method: 'GET',
    path: '/v1/agreements/:id/versions',
    tag: TAG,
    summary: 'List the versions of an agreement, newest first',
    access: access.reads(),
    params: pathId,
    query: z.strictObject(listQuery),
    output: AgreementVersion,
    list: true,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => listed(await listAgreementVersions(ctx, params.id, query)),
  }),
  defineRoute({
    operationId: 'getAgreementVersion',
    method: 'GET',
    path: '/v1/agreements/:id/versions/:number',
    tag: TAG,
    summary: 'Get one version of an agreement',
    access: access.reads(),
    params: pathId.extend({ number: z.string().min(1).max(64) }),
    output: AgreementVersion,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAgreementVersion(ctx, params.id, params.number)),
  }),
];
