import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { partyOf } from '../plan-record/interface.ts';
import type { AdsPlan } from './ads-plan.ts';
import { answerAdsPlan } from './answer-ads-plan.ts';
import { requireOwnPlan } from './get-ads-plan.ts';

/** The brand cancels each of its plans, a partner those that it made itself. Throws not_found, gone and conflict. */
export async function cancelAdsPlan(ctx: Ctx, id: string): Promise<AdsPlan> {
  const plan = await requireOwnPlan(ctx, id);
  if (partyOf(ctx, plan) === 'partner' && homeId(ctx.actor) !== plan.makerId)
    throw new AppError('permission_denied', 'A partner cancels the plans alone that it made.');
  return answerAdsPlan(ctx, plan, 'cancel');
}
