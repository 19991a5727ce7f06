import * as z from 'zod';
import { clientQuery } from '../../../http/client.ts';
import { accepted, access, BUSINESS, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { APPROVAL_STATES, EXECUTION_STATES, formProblems } from '../plan-record/interface.ts';
import { PlanInput } from '../plan-record/plan-input.ts';
import { AdsPlan, AdsPlanExecution, AdsPlanSummary, PlanApproval, PlanRejection } from './ads-plan.ts';
import { approveAdsPlan } from './approve-ads-plan.ts';
import { cancelAdsPlan } from './cancel-ads-plan.ts';
import { createAdsPlan } from './create-ads-plan.ts';
import { executeAdsPlan } from './execute-ads-plan.ts';
import { getAdsPlan, listAdsPlans } from './get-ads-plan.ts';
import { rejectAdsPlan } from './reject-ads-plan.ts';

const BODY_LIMIT = 512 * 1024;

const bound = z.strictObject(clientQuery.bound);

export const adsPlanRoutes = [
  defineRoute({
    ...BUSINESS,
    operationId: 'createAdsPlan',
    method: 'POST',
    path: '/ads/plans',
    summary: 'Plan changes on ad platforms',
    description:
      'Everything is checked before anything is kept, and each problem names its step. The brand then approves exactly this plan. It supersedes the open ones that the same account made for the same target and operationType. The same body again answers the same plan.',
    access: access.scoped('write', ['brand:ads:plan', 'partner:ads:plan'], 'bound'),
    query: bound,
    body: PlanInput,
    bodyLimit: BODY_LIMIT,
    bodyProblems: formProblems,
    output: AdsPlan,
    status: [201],
    errors: ['idempotency_conflict', 'conflict'],
    rereads: true,
    handle: async (ctx, { body }) => created(await createAdsPlan(ctx, body)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'listAdsPlans',
    method: 'GET',
    path: '/ads/plans',
    summary: 'List plans, newest first',
    description: 'Without their steps.',
    access: access.scoped('read', ['brand:ads:read', 'partner:ads:read'], 'bound'),
    query: z.strictObject({
      ...clientQuery.bound,
      approvalState: z.enum(APPROVAL_STATES).optional().describe('Only those in this state.'),
      executionState: z.enum(EXECUTION_STATES).optional().describe('Only those in this state.'),
      campaignId: z.string().min(1).max(200).optional().describe('Only those that change this campaign.'),
      limit: listQuery.limit,
      cursor: listQuery.cursor,
    }),
    output: AdsPlanSummary,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAdsPlans(ctx, query)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'getAdsPlan',
    method: 'GET',
    path: '/ads/plans/:id',
    summary: 'Get a plan',
    access: access.scoped('read', ['brand:ads:read', 'partner:ads:read'], 'bound'),
    params: pathId,
    query: bound,
    output: AdsPlan,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAdsPlan(ctx, params.id)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'approveAdsPlan',
    method: 'PUT',
    path: '/ads/plans/:id/approval',
    summary: 'Approve a plan',
    description: "The brand's own callers alone, and exactly what they have read.",
    access: access.scoped('write', ['brand:ads:approve'], null),
    logged: true,
    params: pathId,
    body: PlanApproval,
    output: AdsPlan,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'gone'],
    rereads: true,
    handle: async (ctx, { params, body }) => ok(await approveAdsPlan(ctx, params.id, body)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'rejectAdsPlan',
    method: 'PUT',
    path: '/ads/plans/:id/rejection',
    summary: 'Reject a plan',
    description: "The brand's own callers alone, and until its execution begins.",
    access: access.scoped('write', ['brand:ads:approve'], null),
    logged: true,
    params: pathId,
    body: PlanRejection,
    output: AdsPlan,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'gone'],
    rereads: true,
    handle: async (ctx, { params, body }) => ok(await rejectAdsPlan(ctx, params.id, body)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'executeAdsPlan',
    method: 'POST',
    path: '/ads/plans/:id/executions',
    summary: 'Execute an approved plan',
    description: 'Its operations tell what became of each step. A repetition answers what there is by then.',
    access: access.scoped('write', ['brand:ads:execute', 'partner:ads:execute'], 'bound'),
    logged: true,
    params: pathId,
    query: bound,
    body: PlanApproval,
    output: AdsPlanExecution,
    status: [202],
    errors: ['not_found', 'version_conflict', 'conflict', 'gone'],
    rereads: true,
    handle: async (ctx, { params, body }) => accepted(await executeAdsPlan(ctx, params.id, body)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'cancelAdsPlan',
    method: 'POST',
    path: '/ads/plans/:id/cancellations',
    summary: 'Cancel a plan',
    description: 'Until its execution begins: the brand each of its plans, a partner those that it made.',
    access: access.scoped('write', ['brand:ads:plan', 'partner:ads:plan'], 'bound'),
    logged: true,
    params: pathId,
    query: bound,
    output: AdsPlan,
    status: [200],
    errors: ['not_found', 'permission_denied', 'conflict', 'gone'],
    rereads: true,
    handle: async (ctx, { params }) => ok(await cancelAdsPlan(ctx, params.id)),
  }),
];
