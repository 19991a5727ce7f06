import type { Ctx } from '../../../context.ts';
import { sumOwnSpend } from '../campaign-record/interface.ts';

/** What campaigns of the acting account have spent by their platforms' reports, by their IDs; in each one's currency. */
export async function getCampaignSpend(
  ctx: Ctx,
  campaigns: readonly string[],
): Promise<Record<string, number>> {
  if (campaigns.length === 0) return {};
  const sums = await sumOwnSpend(ctx, campaigns);
  return Object.fromEntries(sums.map(({ id, spent }) => [id, spent]));
}
