import * as z from 'zod';
import { access, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { evidenceOf } from '../agreement-rules/interface.ts';
import { createRetainer } from './create-retainer.ts';
import { getRetainer, listRetainers } from './get-retainer.ts';
import { RETAINER_STATUSES, Retainer, RetainerCreate, RetainerUpdate } from './retainer.ts';
import { updateRetainer } from './update-retainer.ts';

export const retainerRoutes = [
  defineRoute({
    operationId: 'createRetainer',
    method: 'POST',
    path: '/v1/retainers',
    tag: 'Retainers',
    summary: 'Offer a retainer to a creator',
    description:
      'One at a time for each creator; while one is being cancelled, another can be offered that starts when it is over.',
    access: access.writes(),
    logged: true,
    body: RetainerCreate,
    output: Retainer,
    status: [201],
    errors: ['conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => created(await createRetainer(ctx, body)),
  }),
  defineRoute({
    operationId: 'listRetainers',
    method: 'GET',
    path: '/v1/retainers',
    tag: 'Retainers',
    summary: 'List retainers',
    description: "An account's, or those of the creator acted as.",
    access: access.reads(EVERYONE),
    query: z.strictObject({
      program: id('program').optional(),
      creator: id('creator').optional(),
      status: commaList(RETAINER_STATUSES),
      ...listQuery,
    }),
    output: Retainer,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listRetainers(ctx, query)),
  }),
  defineRoute({
    operationId: 'getRetainer',
    method: 'GET',
    path: '/v1/retainers/:id',
    tag: 'Retainers',
    summary: 'Get a retainer',
    access: access.reads(EVERYONE),
    params: pathId,
    output: Retainer,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getRetainer(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateRetainer',
    method: 'PATCH',
    path: '/v1/retainers/:id',
    tag: 'Retainers',
    summary: 'Answer an offer, cancel a retainer or change its words',
    description:
      'The creator accepts, and with it the agreements that the retainer shows, or rejects; the brand withdraws its offer and edits deliverables and notes; either side cancels. An active one becomes canceling and ends with its period.',
    access: access.writes(EVERYONE),
    logged: true,
    params: pathId,
    body: RetainerUpdate,
    output: Retainer,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body, request }) =>
      ok(await updateRetainer(ctx, params.id, body, evidenceOf(request))),
  }),
];
