// Operations on submissions that the pages have and the API does not.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { countSubmissions } from './count-submissions.ts';
import { getAdjacentSubmissions } from './get-adjacent-submissions.ts';
import { SUBMISSION_STATUSES } from './submission.ts';
import { submissionFilters } from './submission-filters.ts';

export const submissionOperations = {
  countSubmissions: defineOperation({
    operationId: 'countSubmissions',
    access: access.reads(),
    query: z.strictObject({ status: z.enum(SUBMISSION_STATUSES) }),
    handle: async (ctx, { query }) => ok(await countSubmissions(ctx, [query.status])),
  }),
  getAdjacentSubmissions: defineOperation({
    operationId: 'getAdjacentSubmissions',
    access: access.reads(),
    params: pathId,
    query: z.strictObject(submissionFilters),
    handle: async (ctx, { params, query }) => ok(await getAdjacentSubmissions(ctx, params.id, query)),
  }),
};
