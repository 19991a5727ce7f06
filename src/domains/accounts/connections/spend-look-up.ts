import type { SystemCtx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { WriteSet } from '../../../db/write-set.ts';

/**
 * Counts questions that an account's call puts to an ad platform, before they are put and whatever comes of them: what all
 * accounts ask comes out of one allowance of the service's. Throws rate_limited.
 */
export async function spendLookUp(ctx: SystemCtx, account: string, amount = 1): Promise<void> {
  const most = ctx.vars.AD_LOOKUPS_A_DAY;
  const write = new WriteSet(ctx.env.DB);
  const message = `An account asks ad platforms at most ${most} times a day.`;
  spendQuota(ctx, write, { account, what: 'ad_lookups', amount, most, message });
  await write.commit();
}
