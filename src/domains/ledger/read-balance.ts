import { actingId } from '../../auth/actor.ts';
import type { Ctx } from '../../context.ts';
import { payoutAccountOf } from '../payout-accounts/payout-account-of.ts';
import { type Balance, presentBalance, withdrawalFees } from './balance.ts';
import { ledgerOf } from './ledger-client.ts';

/** The balances of whoever the caller acts as. */
export async function readBalance(ctx: Ctx): Promise<Balance> {
  const holder = actingId(ctx.actor);
  const [balances, payouts] = await Promise.all([
    ledgerOf(ctx.env, holder).balances(),
    payoutAccountOf(ctx, holder),
  ]);
  return presentBalance(
    balances,
    ctx.actor.creator !== null,
    withdrawalFees(ctx.vars, payouts?.country ?? null),
  );
}
