import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { listEndings } from '../plan-execution/interface.ts';
import type { EndedState } from '../plan-execution/operation-state.ts';

/** How the operations of the acting account's plans among these have ended, by plan. */
export async function listPlanOutcomes(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Record<string, EndedState[]>> {
  if (ids.length === 0) return {};
  const endings = await listEndings(ctx, actingAccount(ctx.actor).id, ids);
  const byPlan = Map.groupBy(endings, ({ planId }) => planId);
  return Object.fromEntries([...byPlan].map(([id, own]) => [id, own.map(({ endedAs }) => endedAs)]));
}
