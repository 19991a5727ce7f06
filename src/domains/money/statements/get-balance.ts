import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { type Balance, presentBalance } from './balance.ts';
import { payoutTermsOf } from './payout-terms.ts';

/** The balances of whoever the caller acts as. */
export async function getBalance(ctx: Ctx): Promise<Balance> {
  const holder = actingId(ctx.actor);
  const [balances, terms] = await Promise.all([
    ledgerOf(ctx.env, holder).balances(),
    payoutTermsOf(ctx, holder),
  ]);
  return presentBalance(balances, ctx.actor.creator !== null, ctx.vars, terms);
}
