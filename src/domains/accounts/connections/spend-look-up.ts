import type { SystemCtx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { WriteSet } from '../../../db/write-set.ts';

/**
 * Counts a question that an account's call puts to an ad platform, before it is put and whatever comes of it: what all
 * accounts ask comes out of one allowance of the service's. Throws rate_limited.
 */
export async function spendLookUp(ctx: SystemCtx, account: string): Promise<void> {
  const most = ctx.vars.AD_LOOKUPS_A_DAY;
  const write = new WriteSet(ctx.env.DB);
  const message = `An account asks ad platforms at most ${most} times a day.`;
  spendQuota(ctx, write, { account, what: 'ad_lookups', amount: 1, most, message });
  await write.commit();
}
