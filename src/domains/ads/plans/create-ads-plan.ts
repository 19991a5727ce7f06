import canonicalize from 'canonicalize';
import { actingAccount, homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/time.ts';
import { hasOwnCallers } from '../campaign-record/has-own-callers.ts';
import { sceneOf } from '../plan-checks/plan-scene.ts';
import { checkRepair } from '../plan-execution/interface.ts';
import { findPlanOfRequest, insertPlan, requireFewOpen, saveSuperseded } from '../plan-record/interface.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import type { PlanInput } from '../plan-record/plan-input.ts';
import { semanticHash } from '../plan-record/semantic-hash.ts';
import { type AdsPlan, presentPlan } from './ads-plan.ts';
import { checkWhole } from './check-whole.ts';
import { noticePlan, tellPlan } from './tell-plan.ts';

const LIFE_MS = DAY_MS;
/** How long before its end a brand is reminded of a partner's plan. */
const REMIND_MS = 4 * HOUR_MS;

/**
 * Makes a plan, which supersedes the caller's open ones for the same, or answers the one that was made by this body.
 * Throws idempotency_conflict for another body under its clientRequestId, and validation_failed with every problem.
 */
export async function createAdsPlan(ctx: Ctx, input: PlanInput): Promise<AdsPlan> {
  const accountId = actingAccount(ctx.actor).id;
  const makerId = homeId(ctx.actor);
  const { clientRequestId, operationType, target } = input;
  const [earlier, scene, repair, isAnswerable] = await Promise.all([
    findPlanOfRequest(ctx, { makerId, accountId, clientRequestId }),
    sceneOf(ctx, accountId, input, { executes: false }),
    checkRepair(ctx, accountId, input),
    // Who makes it for its own account could approve it too.
    makerId === accountId || hasOwnCallers(ctx, accountId),
  ]);
  if (earlier) {
    if (canonicalize(earlier.input) === canonicalize(input)) return presentPlan(earlier, ctx.now);
    throw new AppError('idempotency_conflict', 'The clientRequestId was used with another body.');
  }
  const { problems, facts, campaign } = await checkWhole(ctx, scene, repair);
  if (problems.length > 0)
    throw new AppError('validation_failed', 'The plan is not valid.', { details: problems });
  const { steps: _, ...head } = input;
  const plan: WholePlan = {
    id: newId('adsPlan', ctx.now),
    accountId,
    makerId,
    clientRequestId,
    head,
    input,
    changedFrom: null,
    semanticHash: semanticHash(accountId, input),
    revision: 1,
    changedRecord: null,
    approvalState: isAnswerable ? 'pending_approval' : 'draft',
    executionState: 'planned',
    operationType,
    targetId: target.id,
    campaignId: campaign,
    expiresAt: ctx.now + LIFE_MS,
    answeredBy: null,
    answeredAt: null,
    note: null,
    executedAt: null,
    remindAt: makerId === accountId ? null : ctx.now + LIFE_MS - REMIND_MS,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  saveSuperseded(ctx, plan);
  insertPlan(ctx, plan, facts);
  const { ADS_PLANS_A_DAY: most, OPEN_ADS_PLANS: mostOpen } = ctx.vars;
  const message = `An account can create at most ${most} plans a day.`;
  spendQuota(ctx, ctx.write, { account: accountId, what: 'ads_plans', amount: 1, most, message });
  requireFewOpen(ctx, accountId, mostOpen);
  tellPlan(ctx, plan, 'ads_plan.submitted');
  if (makerId !== accountId) noticePlan(ctx, plan, 'ads_plan.waiting');
  // When two come at once, the second reads again and finds the first's plan.
  ctx.write.onDuplicate('ads_plans.client_request_id', () => new AppError('conflict', 'Somebody was first.'));
  return presentPlan(plan, ctx.now);
}
