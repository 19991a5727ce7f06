import type { Ctx } from '../../../context.ts';
import { WHOLE_BPS } from '../../../kit/money.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { type AdSetRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { saveAdSet } from '../campaign-record/interface.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import { equalShares, shareChanges } from '../campaign-record/shares.ts';

/**
 * Makes room for a copy of an ad set, in the caller's batch. The batch fails when the campaign changed since it was
 * read, because the ad sets that share the budget may have been archived meanwhile.
 * @returns the copy's share: null beside ad sets that share the budget, because the copy has a budget of its own.
 */
export function roomForCopy(
  ctx: Ctx,
  whole: WholeCampaign,
  { platform, budget }: Pick<AdSetRow, 'platform' | 'budget'>,
): number | null {
  const there = whole.adSets.filter((one) => one.platform === platform && isThere(one));
  if (budget !== null) {
    moveCampaign(ctx, whole, {}, 'edit');
    return there.some(({ share }) => share !== null) ? null : WHOLE_BPS;
  }
  // The campaign has one budget, so the copy shares it equally with the other ad sets.
  const shares = equalShares(there.length + 1);
  const after = there.map((one, n) => ({ ...one, share: shares[n]! }));
  for (const { id, share } of after) saveAdSet(ctx, id, { share });
  const details = { fields: ['adSets'], shares: shareChanges(platform, there, after) };
  addEntry(ctx, { campaign: whole.row.id, what: 'edited', platform, details });
  moveCampaign(ctx, whole, {}, 'edit');
  return shares.at(-1)!;
}
