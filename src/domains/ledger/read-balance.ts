import { actingId } from '../../auth/actor.ts';
import type { Ctx } from '../../context.ts';
import { type Balance, presentBalance, withdrawalFees } from './balance.ts';
import { ledgerOf } from './ledger-client.ts';
import { payoutCountryOf } from './payout-country.ts';

/** The balances of whoever the caller acts as. */
export async function readBalance(ctx: Ctx): Promise<Balance> {
  const holder = actingId(ctx.actor);
  const [balances, country] = await Promise.all([
    ledgerOf(ctx.env, holder).balances(),
    payoutCountryOf(ctx, holder),
  ]);
  return presentBalance(balances, ctx.actor.creator !== null, withdrawalFees(ctx.vars, country));
}
