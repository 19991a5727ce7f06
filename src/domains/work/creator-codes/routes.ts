import * as z from 'zod';
import { access, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { createCreatorCode } from './create-creator-code.ts';
import { CreatorCode, CreatorCodeCreate, CreatorCodeUpdate } from './creator-code.ts';
import { getCreatorCode, listCreatorCodes } from './get-creator-code.ts';
import { STATUSES } from './transitions.ts';
import { updateCreatorCode } from './update-creator-code.ts';

export const creatorCodeRoutes = [
  defineRoute({
    operationId: 'createCreatorCode',
    method: 'POST',
    path: '/v1/creator-codes',
    tag: 'Creator codes',
    summary: 'Give a creator a code',
    description:
      'With a connection the discount is made in that shop within a minute: `shop` in the record says how it went.',
    access: access.writes(),
    body: CreatorCodeCreate,
    output: CreatorCode,
    status: [201],
    errors: ['conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => created(await createCreatorCode(ctx, body)),
  }),
  defineRoute({
    operationId: 'listCreatorCodes',
    method: 'GET',
    path: '/v1/creator-codes',
    tag: 'Creator codes',
    summary: 'List creators’ codes, newest first',
    description: "An account's, or those of the creator acted as. Archived ones only when asked for.",
    access: access.reads(EVERYONE),
    query: z.strictObject({
      program: id('program').optional(),
      creator: id('creator').optional(),
      status: commaList(STATUSES),
      ...listQuery,
    }),
    output: CreatorCode,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listCreatorCodes(ctx, query)),
  }),
  defineRoute({
    operationId: 'getCreatorCode',
    method: 'GET',
    path: '/v1/creator-codes/:id',
    tag: 'Creator codes',
    summary: 'Get a creator’s code',
    access: access.reads(EVERYONE),
    params: pathId,
    output: CreatorCode,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getCreatorCode(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateCreatorCode',
    method: 'PATCH',
    path: '/v1/creator-codes/:id',
    tag: 'Creator codes',
    summary: 'Pause, resume or archive a code, or answer its flag',
    access: access.writes(),
    params: pathId,
    body: CreatorCodeUpdate,
    output: CreatorCode,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateCreatorCode(ctx, params.id, body)),
  }),
];
