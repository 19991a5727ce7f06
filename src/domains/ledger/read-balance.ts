import { actingId } from '../../auth/actor.ts';
import type { Ctx } from '../../context.ts';
import { type Balance, presentBalance, withdrawalFees } from './balance.ts';
import { ledgerOf } from './ledger-client.ts';

/** The balances of whoever the caller acts as. */
export async function readBalance(ctx: Ctx, payoutCountry: string | null): Promise<Balance> {
  const balances = await ledgerOf(ctx.env, actingId(ctx.actor)).balances();
  return presentBalance(balances, ctx.actor.creator !== null, withdrawalFees(ctx.vars, payoutCountry));
}
