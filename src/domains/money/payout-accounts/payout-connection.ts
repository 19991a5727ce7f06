import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { openAccountSession } from '../../../integrations/stripe/connect.ts';
import { rejected } from '../../../kit/error.ts';
import { isCreator } from '../../../kit/holder.ts';
import { iso } from '../../../kit/time.ts';
import type { ConnectionStart } from '../../accounts/connections/connection.ts';
import type { Provider } from '../../accounts/connections/interface.ts';
import { awaitsPerson } from '../../work/creator-consent/interface.ts';
import { payoutAccountOf } from './interface.ts';
import { linkToPayouts } from './link-to-payouts.ts';
import { makePayoutAccount } from './make-payout-account.ts';
import type { PayoutAccountRow } from './payout-account.ts';
import { refreshPayoutAccount } from './refresh-payout-account.ts';

/** The provider `stripe`: a creator or partner sets up its payouts. */
export const payoutConnection: Provider = {
  async begin(ctx, { checkout, country }, visitUrl) {
    if (ctx.actor.account?.type === 'brand') {
      throw rejected('not_for_brands', 'A brand has no payouts. Act as a creator or a partner.');
    }
    const holder = actingId(ctx.actor);
    const account = await makePayoutAccount(ctx, holder, country);
    if (checkout === 'elements') return { holder, subject: null, start: await formOf(ctx, account) };
    const { url, expiresAt } = await linkToPayouts(ctx, account, visitUrl);
    return {
      holder,
      subject: account.processorAccount,
      start: { url, clientSecret: null, component: null, expiresAt: iso(expiresAt) },
    };
  },

  async finish(ctx, processorAccount) {
    const account = await refreshPayoutAccount(ctx, processorAccount);
    return account?.identity === 'pending' || account?.identity === 'verified' ? 'connected' : 'error';
  },

  async renew(ctx, holder, visitUrl) {
    if (isCreator(holder) && (await awaitsPerson(ctx, holder))) return null;
    const account = await payoutAccountOf(ctx, holder);
    return account ? (await linkToPayouts(ctx, account, visitUrl)).url : null;
  },
};

async function formOf(ctx: Ctx, account: PayoutAccountRow): Promise<ConnectionStart> {
  const component = account.identity === 'verified' ? 'account_management' : 'account_onboarding';
  const stripe = await stripeClient(ctx.vars);
  const { clientSecret, expiresAt } = await openAccountSession(stripe, account.processorAccount, component);
  return { url: null, clientSecret, component, expiresAt: iso(expiresAt) };
}
