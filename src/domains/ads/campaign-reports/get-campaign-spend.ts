import type { Ctx } from '../../../context.ts';
import { sumOwnSpend } from '../campaign-record/interface.ts';

/**
 * The spend of the acting account's campaigns by campaign ID, as the platforms report it, each in the campaign's
 * currency.
 */
export async function getCampaignSpend(
  ctx: Ctx,
  campaigns: readonly string[],
): Promise<Record<string, number>> {
  if (campaigns.length === 0) return {};
  const sums = await sumOwnSpend(ctx, campaigns);
  return Object.fromEntries(sums.map(({ id, spent }) => [id, spent]));
}
