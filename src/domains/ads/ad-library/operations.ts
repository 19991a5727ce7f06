// Operations with which the pages read from ad platforms. They are not part of the API.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { OBJECTIVES } from '../campaign-terms/terms.ts';
import { listFieldChoices } from './list-field-choices.ts';

const ChoicesQuery = z.strictObject({
  objective: z.enum(OBJECTIVES).describe('What the campaign is for at the platform.'),
  paths: z.string().max(2000).describe('JSON pointers of fields, with commas between them.'),
});

export const adLibraryOperations = {
  listFieldChoices: defineOperation({
    operationId: 'listFieldChoices',
    access: access.reads(),
    params: pathId,
    query: ChoicesQuery,
    handle: async (ctx, { params, query: { objective, paths } }) =>
      ok(await listFieldChoices(ctx, params.id, { objective, paths: paths.split(',') })),
  }),
};
