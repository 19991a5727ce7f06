import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { listEndings } from '../plan-execution/interface.ts';
import { type OperationState, planOutcome } from '../plan-execution/operation-state.ts';

/** What became of the acting account's plans among these, by plan: of those with an operation that has ended. */
export async function listPlanOutcomes(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Record<string, OperationState>> {
  if (ids.length === 0) return {};
  const endings = await listEndings(ctx, actingAccount(ctx.actor).id, ids);
  const byPlan = Map.groupBy(endings, ({ planId }) => planId);
  return Object.fromEntries(
    [...byPlan].map(([id, own]) => [id, planOutcome(own.map(({ endedAs }) => endedAs))!]),
  );
}
