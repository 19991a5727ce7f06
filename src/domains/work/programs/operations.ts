// Operations on programs that the pages have and the API does not.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { PROGRAM_STATUSES } from '../program-terms/program.ts';
import { countPrograms } from './count-programs.ts';

export const programOperations = {
  countPrograms: defineOperation({
    operationId: 'countPrograms',
    access: access.reads(),
    query: z.strictObject({ status: z.enum(PROGRAM_STATUSES) }),
    handle: async (ctx, { query }) => ok(await countPrograms(ctx, [query.status])),
  }),
};
