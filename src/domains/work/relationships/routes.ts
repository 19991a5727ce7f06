import * as z from 'zod';
import { access, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { evidenceOf } from '../agreement-rules/interface.ts';
import { CONSENTS } from '../creator-consent/consent.ts';
import { getRelationship, listRelationships } from './get-relationship.ts';
import { Relationship, RelationshipUpdate } from './relationship.ts';
import { updateRelationship } from './update-relationship.ts';

export const relationshipRoutes = [
  defineRoute({
    operationId: 'listRelationships',
    method: 'GET',
    path: '/v1/relationships',
    tag: 'Creators',
    summary: 'List what accounts and creators have agreed on',
    description: "An account's own with creators, or as a creator those with accounts.",
    access: access.reads(EVERYONE),
    embeds: ['onboarding'],
    query: z.strictObject({
      status: commaList(CONSENTS),
      account: id('account').optional(),
      creator: id('creator').optional(),
      ...listQuery,
    }),
    output: Relationship,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listRelationships(ctx, query)),
  }),
  defineRoute({
    operationId: 'getRelationship',
    method: 'GET',
    path: '/v1/relationships/:id',
    tag: 'Creators',
    summary: 'Get a relationship',
    access: access.reads(EVERYONE),
    embeds: ['onboarding'],
    params: pathId,
    output: Relationship,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getRelationship(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateRelationship',
    method: 'PATCH',
    path: '/v1/relationships/:id',
    tag: 'Creators',
    summary: 'Answer an invitation or a request, or end a relationship',
    description:
      'agreed and declined are for the side that was asked; who asked may only end it. acceptAgreements is for the creator. Ending closes the applications between the two.',
    access: access.writes(EVERYONE),
    logged: true,
    embeds: ['onboarding.agreements'],
    params: pathId,
    body: RelationshipUpdate,
    output: Relationship,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body, request }) =>
      ok(await updateRelationship(ctx, params.id, body, evidenceOf(request))),
  }),
];
