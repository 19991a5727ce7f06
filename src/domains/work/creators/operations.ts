import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { listCreatorNames, MOST_NAMED } from './list-creator-names.ts';

export const creatorOperations = {
  listCreatorNames: defineOperation({
    operationId: 'listCreatorNames',
    access: access.reads(),
    body: z.object({ creators: z.array(z.string().max(64)).max(MOST_NAMED) }),
    handle: async (ctx, { body }) => ok(await listCreatorNames(ctx, body.creators)),
  }),
};
