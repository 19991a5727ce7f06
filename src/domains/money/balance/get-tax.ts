import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import { presentTax, type Tax } from './tax.ts';

/** What the acting creator or account was paid by calendar year, and whether a tax ID is required for it. */
export async function getTax(ctx: Ctx): Promise<Tax> {
  const holder = actingId(ctx.actor);
  const [paid, payouts] = await Promise.all([
    ledgerOf(ctx.env, holder).paidByYear(),
    payoutAccountOf(ctx, holder),
  ]);
  return presentTax(paid, ctx.actor.creator !== null, payouts, ctx.now);
}
