import * as z from 'zod';
import { clientQuery } from '../../../http/client.ts';
import { access, BUSINESS, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { clientScope, listQuery } from '../../../resource/list-page.ts';
import { createSubmission } from './create-submission.ts';
import { Creative, CreativeUpdate } from './creative.ts';
import { getCreative } from './get-creative.ts';
import { getSubmission, listSubmissions } from './get-submission.ts';
import { Submission, SubmissionCreate, SubmissionUpdate } from './submission.ts';
import { submissionFilters } from './submission-filters.ts';
import { updateCreative } from './update-creative.ts';
import { updateSubmission } from './update-submission.ts';

export const submissionRoutes = [
  defineRoute({
    operationId: 'createSubmission',
    method: 'POST',
    path: '/v1/submissions',
    tag: 'Submissions',
    summary: 'As a creator, send work in to a program',
    description: 'Needs an approved application and no agreements left to accept.',
    access: access.writes(EVERYONE),
    embeds: ['submissions.submit'],
    body: SubmissionCreate,
    output: Submission,
    status: [201],
    errors: ['conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => created(await createSubmission(ctx, body)),
  }),
  defineRoute({
    operationId: 'listSubmissions',
    method: 'GET',
    path: '/v1/submissions',
    tag: 'Submissions',
    summary: 'List submissions',
    description: "Those to an account's programs, or a creator's own.",
    access: access.reads(EVERYONE),
    embeds: ['submissions'],
    query: z.strictObject({
      ...submissionFilters,
      scope: clientScope,
      ...listQuery,
    }),
    output: Submission,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listSubmissions(ctx, query)),
  }),
  defineRoute({
    operationId: 'getSubmission',
    method: 'GET',
    path: '/v1/submissions/:id',
    tag: 'Submissions',
    summary: 'Get a submission',
    access: access.reads(EVERYONE),
    embeds: ['submissions'],
    params: pathId,
    output: Submission,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getSubmission(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateSubmission',
    method: 'PATCH',
    path: '/v1/submissions/:id',
    tag: 'Submissions',
    summary: 'Review a submission, send it in again or make it live',
    description:
      'The brand approves, rejects, asks for a revision (with a note) or takes a decision back; the creator sends new work in and gives the URL of its post.',
    access: access.writes(EVERYONE),
    logged: true,
    embeds: ['submissions.submit'],
    params: pathId,
    body: SubmissionUpdate,
    output: Submission,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateSubmission(ctx, params.id, body)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'getCreative',
    method: 'GET',
    path: '/creatives/:id',
    summary: 'Get a submission as a creative',
    access: access.scoped('read', ['brand:submissions:read', 'partner:submissions:read'], 'active'),
    params: pathId,
    query: z.strictObject(clientQuery.active),
    output: Creative,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getCreative(ctx, params.id)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'updateCreative',
    method: 'PATCH',
    path: '/creatives/:id',
    summary: 'Review a creative',
    description: 'As PATCH /v1/submissions/:id does it for the brand.',
    access: access.scoped('write', ['brand:submissions:write', 'partner:submissions:write'], 'active'),
    logged: true,
    params: pathId,
    query: z.strictObject(clientQuery.active),
    body: CreativeUpdate,
    output: Creative,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateCreative(ctx, params.id, body)),
  }),
];
