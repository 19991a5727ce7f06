import * as z from 'zod';
import { access, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery, nameQuery, sortQuery } from '../../../resource/list-page.ts';
import {
  PROGRAM_PLATFORMS,
  PROGRAM_STATUSES,
  Program,
  ProgramCreate,
  ProgramUpdate,
} from '../program-terms/program.ts';
import { createProgram } from './create-program.ts';
import { getProgram, listPrograms } from './get-program.ts';
import { updateProgram } from './update-program.ts';

export const programRoutes = [
  defineRoute({
    operationId: 'createProgram',
    method: 'POST',
    path: '/v1/programs',
    tag: 'Programs',
    summary: 'Create a program',
    access: access.writes(),
    logged: true,
    body: ProgramCreate,
    output: Program,
    status: [201],
    errors: ['conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => created(await createProgram(ctx, body)),
  }),
  defineRoute({
    operationId: 'listPrograms',
    method: 'GET',
    path: '/v1/programs',
    tag: 'Programs',
    summary: 'List programs',
    description:
      "An account's own programs, or those that a creator applied to or was invited to; archived ones only when asked for.",
    access: access.reads(EVERYONE),
    embeds: ['programs', 'earnings', 'submissions', 'onboarding'],
    query: z.strictObject({
      status: commaList(PROGRAM_STATUSES),
      ...nameQuery,
      account: id('account').optional().describe('Only programs of this brand.'),
      agreement: id('agreement')
        .optional()
        .describe('Only your own programs that name this agreement, without scope.'),
      platform: z
        .enum(PROGRAM_PLATFORMS)
        .optional()
        .describe('Only programs that take videos for this platform, or for any.'),
      scope: z
        .literal('network')
        .optional()
        .describe('network lists the live programs that other accounts show to everyone.'),
      ...sortQuery,
      ...listQuery,
    }),
    output: Program,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listPrograms(ctx, query)),
  }),
  defineRoute({
    operationId: 'getProgram',
    method: 'GET',
    path: '/v1/programs/:id',
    tag: 'Programs',
    summary: 'Get a program',
    access: access.reads(EVERYONE),
    embeds: ['programs', 'submissions'],
    params: pathId,
    output: Program,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getProgram(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateProgram',
    method: 'PATCH',
    path: '/v1/programs/:id',
    tag: 'Programs',
    summary: 'Change a program: all of it or nothing',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: ProgramUpdate,
    output: Program,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateProgram(ctx, params.id, body)),
  }),
];
