import type { SystemCtx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { WriteSet } from '../../../db/write-set.ts';

/**
 * Counts an account's questions to an ad platform before they are asked, whatever the outcome, because all accounts
 * share one allowance of the service. Throws rate_limited.
 */
export async function spendLookUp(ctx: SystemCtx, account: string, amount = 1): Promise<void> {
  const most = ctx.vars.AD_LOOKUPS_A_DAY;
  const write = new WriteSet(ctx.env.DB);
  const message = `An account asks ad platforms at most ${most} times a day.`;
  spendQuota(ctx, write, { account, what: 'ad_lookups', amount, most, message });
  await write.commit();
}
