// What domains above ask of campaigns besides their verbs.
import type { SystemCtx } from '../../../context.ts';
import type { WholeCampaign } from './campaign.ts';
import { findWhole } from './store.ts';

/** A campaign of an account with all that belongs to it; null for anybody else's. */
export async function campaignOf(
  ctx: SystemCtx,
  accountId: string,
  id: string,
): Promise<WholeCampaign | null> {
  const whole = await findWhole(ctx, id);
  return whole?.row.accountId === accountId ? whole : null;
}
