import type { SystemCtx } from '../../../context.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { linkToAccount } from '../../../integrations/stripe/connect.ts';
import { linkToRecipient } from '../../../integrations/stripe/recipients.ts';
import type { PayoutAccountRow } from './payout-account.ts';

/** A single-use page at the processor for adding or changing payout details. Times in milliseconds. */
export async function linkToPayouts(
  ctx: SystemCtx,
  account: PayoutAccountRow,
  visitUrl: string,
): Promise<{ url: string; expiresAt: number }> {
  const link = account.kind === 'recipient' ? linkToRecipient : linkToAccount;
  return await link(await stripeClient(ctx.vars), {
    account: account.processorAccount,
    type: account.identity === 'verified' ? 'account_update' : 'account_onboarding',
    returnUrl: visitUrl,
    againUrl: `${visitUrl}/again`,
  });
}
