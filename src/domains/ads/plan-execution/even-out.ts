import type { SystemCtx } from '../../../context.ts';
import { type AdSetRow, isThere } from '../campaign-record/campaign-row.ts';
import { saveAdSet, unlessOver } from '../campaign-record/interface.ts';
import { sharesAsOne } from '../campaign-record/shares.ts';

/**
 * Where a platform's ad sets spend as one, no step says their shares: they follow, in the caller's batch, from which ad sets there are.
 * @param sets all of them as the batch leaves them; one that it adds has no row yet.
 * @returns the shares by ID; nothing where steps say them.
 */
export async function evenOut(
  ctx: SystemCtx,
  platform: string,
  sets: readonly AdSetRow[],
  added?: AdSetRow,
): Promise<ReadonlyMap<string, number>> {
  const { capabilities } = await ctx.reactions.adPlatforms[platform]!();
  if (capabilities.shares) return new Map();
  const there = sets.filter((one) => one.platform === platform && isThere(one));
  const shares = sharesAsOne(added ? [...there, added] : there);
  for (const { id, share } of there)
    if (share !== shares.get(id)) saveAdSet(ctx, id, { share: shares.get(id)! }, unlessOver.adSet);
  return shares;
}
