import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { listNamed } from '../campaign-record/interface.ts';

/** The names of the acting account's campaigns among these, and the currencies of their budgets, by ID. */
export async function listCampaignNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Record<string, { name: string; currency: string }>> {
  if (ids.length === 0) return {};
  const named = await listNamed(ctx, actingAccount(ctx.actor).id, ids);
  return Object.fromEntries(named.map(({ id, ...named }) => [id, named]));
}
