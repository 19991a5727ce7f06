// Operations on programs that the pages have and the API does not.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, EVERYONE, ok } from '../../../http/define-route.ts';
import { PROGRAM_STATUSES } from '../program-terms/program.ts';
import { countPrograms } from './count-programs.ts';
import { listProgramNames, MOST_NAMED } from './list-program-names.ts';

export const programOperations = {
  countPrograms: defineOperation({
    operationId: 'countPrograms',
    access: access.reads(),
    query: z.strictObject({ status: z.enum(PROGRAM_STATUSES) }),
    handle: async (ctx, { query }) => ok(await countPrograms(ctx, [query.status])),
  }),
  listProgramNames: defineOperation({
    operationId: 'listProgramNames',
    access: access.reads(EVERYONE),
    body: z.strictObject({
      programs: z.array(z.string().max(64)).max(MOST_NAMED),
      newest: z.boolean().default(false),
    }),
    handle: async (ctx, { body }) =>
      ok(await listProgramNames(ctx, { ids: body.programs, newest: body.newest })),
  }),
};
