import type { Ctx } from '../../../context.ts';
import { isThere, type WholeCampaign } from './campaign.ts';
import { addEntry } from './entries.ts';
import { moveCampaign } from './move-campaign.ts';
import { equalShares } from './pack-ad-sets.ts';
import { shareChanges } from './shares.ts';
import { saveAdSet } from './store.ts';

/** Adds to the batch that the ad sets of a platform make room for one more. @returns the share of that one. */
export function shareAlike(ctx: Ctx, whole: WholeCampaign, platform: string): number {
  const there = whole.adSets.filter((one) => one.platform === platform && isThere(one));
  const shares = equalShares(there.length + 1);
  const after = there.map((one, n) => ({ ...one, share: shares[n]! }));
  for (const { id, share } of after) saveAdSet(ctx, id, { share });
  const details = { fields: ['adSets'], shares: shareChanges(platform, there, after) };
  addEntry(ctx, { campaign: whole.row.id, what: 'edited', platform, details });
  moveCampaign(ctx, whole, {}, 'edit');
  return shares.at(-1)!;
}
