import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { payoutAccountOf } from './interface.ts';
import type { PayoutAccountRow } from './payout-account.ts';

export interface PayoutSetup
  extends Pick<PayoutAccountRow, 'country' | 'identity' | 'payoutsEnabled' | 'taxId'> {
  /** Paid each Monday without a request. */
  weekly: boolean;
  /** One for each currency. */
  banks: { currency: string; last4: string }[];
}

/** How far the acting creator's or partner's set-up for payouts is; null before it was begun. */
export async function getPayoutSetup(ctx: Ctx): Promise<PayoutSetup | null> {
  const account = await payoutAccountOf(ctx, actingId(ctx.actor));
  if (account === null) return null;
  const { country, identity, payoutsEnabled, taxId, kind, banks } = account;
  return {
    country,
    identity,
    payoutsEnabled,
    taxId,
    weekly: kind === 'recipient',
    banks: banks.map(({ currency, last4 }) => ({ currency, last4 })),
  };
}
