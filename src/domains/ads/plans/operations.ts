// Operations on plans that only the pages call.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { getNamedSteps } from './get-named-steps.ts';
import { getPlannedChanges } from './get-planned-changes.ts';

export const planOperations = {
  getPlannedChanges: defineOperation({
    operationId: 'getPlannedChanges',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getPlannedChanges(ctx, params.id)),
  }),
  getNamedSteps: defineOperation({
    operationId: 'getNamedSteps',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getNamedSteps(ctx, params.id)),
  }),
};
