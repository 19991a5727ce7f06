import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { openAccountSession } from '../../../integrations/stripe/connect.ts';
import { invalidField, rejected } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { startCardSetup } from '../../money/cards/start-card-setup.ts';
import { makePayoutAccount } from '../../money/payout-accounts/make-payout-account.ts';
import type { PayoutAccountRow } from '../../money/payout-accounts/payout-account.ts';
import type { ConnectionCreate, ConnectionStart } from './connection.ts';
import { linkToPayouts } from './link-to-payouts.ts';
import { resolveReturnUrl } from './return-url.ts';
import { keepVisit, newVisit } from './visit.ts';

type Input = z.output<typeof ConnectionCreate>;

/**
 * Begins what a person has to finish on a page or form of the provider. Throws operation_rejected, validation_failed
 * for a returnUrl that nobody may be sent to, unavailable or provider_error.
 */
export async function createConnection(ctx: Ctx, input: Input): Promise<ConnectionStart> {
  const returnUrl = returnUrlOf(ctx, input.returnUrl);
  switch (input.provider) {
    case 'card':
      return await connectCard(ctx, input, returnUrl);
    case 'stripe':
      return await connectPayouts(ctx, input, returnUrl);
    default:
      throw rejected('provider_unavailable', `${input.provider} can't be connected here.`, {
        provider: input.provider,
      });
  }
}

function returnUrlOf(ctx: Ctx, value: string | undefined): string | null {
  if (value === undefined) return null;
  const resolved = resolveReturnUrl(value, {
    origins: ctx.actor.origins,
    publicUrl: ctx.vars.PUBLIC_URL,
    allowLocal: ctx.vars.ALLOW_LOCAL_URLS,
  });
  if ('problem' in resolved) throw invalidField('/returnUrl', resolved.problem, 'return_url');
  return resolved.url;
}

async function connectCard(ctx: Ctx, input: Input, returnUrl: string | null): Promise<ConnectionStart> {
  if (ctx.actor.account?.type !== 'brand') {
    throw rejected('brands_only', 'Only a brand has a card. Act as the brand that pays.');
  }
  const account = ctx.actor.account.id;
  const visit = newVisit(ctx);
  const setup = await startCardSetup(ctx, account, { checkout: input.checkout, returnUrl: visit.url });
  keepVisit(ctx, { id: visit.id, provider: 'card', holder: account, returnUrl, subject: setup.id });
  const { url, clientSecret, expiresAt } = setup;
  return { url, clientSecret, component: null, expiresAt: iso(expiresAt) };
}

async function connectPayouts(ctx: Ctx, input: Input, returnUrl: string | null): Promise<ConnectionStart> {
  if (ctx.actor.account?.type === 'brand') {
    throw rejected('not_for_brands', 'A brand has no payouts. Act as a creator or a partner.');
  }
  const holder = actingId(ctx.actor);
  const account = await makePayoutAccount(ctx, holder, input.country);
  if (input.checkout === 'elements') return await formOf(ctx, account);
  const visit = newVisit(ctx);
  const { url, expiresAt } = await linkToPayouts(ctx, account, visit.url);
  keepVisit(ctx, {
    id: visit.id,
    provider: 'stripe',
    holder,
    returnUrl,
    subject: account.processorAccount,
  });
  return { url, clientSecret: null, component: null, expiresAt: iso(expiresAt) };
}

async function formOf(ctx: Ctx, account: PayoutAccountRow): Promise<ConnectionStart> {
  const component = account.identity === 'verified' ? 'account_management' : 'account_onboarding';
  const stripe = await stripeClient(ctx.vars);
  const { clientSecret, expiresAt } = await openAccountSession(stripe, account.processorAccount, component);
  return { url: null, clientSecret, component, expiresAt: iso(expiresAt) };
}
