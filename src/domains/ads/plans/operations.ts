// Operations on plans that only the pages call.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { getNamedSteps } from './get-named-steps.ts';
import { getPlannedChanges } from './get-planned-changes.ts';
import { listPlanOutcomes } from './list-plan-outcomes.ts';

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
  listPlanOutcomes: defineOperation({
    operationId: 'listPlanOutcomes',
    access: access.reads(),
    body: z.object({ plans: z.array(id('adsPlan')).max(100) }),
    handle: async (ctx, { body }) => ok(await listPlanOutcomes(ctx, body.plans)),
  }),
};
