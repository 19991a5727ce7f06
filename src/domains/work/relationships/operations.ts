// What the pages run besides the routes.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { getRelationshipWith } from './get-relationship-with.ts';

export const relationshipOperations = {
  /** The same as GET /v1/relationships/:id, for a creator that knows the account. */
  getRelationshipWith: defineOperation({
    operationId: 'getRelationshipWith',
    access: access.reads(['creator']),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getRelationshipWith(ctx, params.id)),
  }),
};
