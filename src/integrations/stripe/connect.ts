// A creator's connected account: identity and bank are Stripe's business, we read what it says of them.
import { z } from 'zod';
import type { Stripe } from './client.ts';
import { asked, read } from './reading.ts';

const Account = z.object({
  id: z.string(),
  country: z.string(),
  default_currency: z.string(),
  details_submitted: z.boolean(),
  payouts_enabled: z.boolean(),
  requirements: z.object({
    currently_due: z.array(z.string()),
    past_due: z.array(z.string()),
    pending_verification: z.array(z.string()),
    disabled_reason: z.string().nullable(),
  }),
  external_accounts: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        last4: z.string(),
        available_payout_methods: z.array(z.string()).nullish(),
      }),
    ),
  }),
});

export interface PayoutAccount {
  id: string;
  country: string;
  currency: string;
  identity: 'required' | 'pending' | 'verified' | 'rejected';
  payoutsEnabled: boolean;
  bank: { id: string; last4: string; instant: boolean } | null;
}

function present(raw: unknown): PayoutAccount {
  const { id, country, default_currency: currency, ...account } = read(Account, raw);
  const { currently_due, past_due, pending_verification, disabled_reason } = account.requirements;
  const identity = disabled_reason?.startsWith('rejected.')
    ? 'rejected'
    : currently_due.length + past_due.length > 0
      ? 'required'
      : pending_verification.length > 0 || disabled_reason
        ? 'pending'
        : account.details_submitted && account.payouts_enabled
          ? 'verified'
          : 'required';
  const bank = account.external_accounts.data[0];
  const instant = bank?.available_payout_methods?.includes('instant') ?? false;
  return {
    id,
    country,
    currency,
    identity,
    payoutsEnabled: account.payouts_enabled,
    bank: bank ? { id: bank.id, last4: bank.last4, instant } : null,
  };
}

/** The account of a creator, made once. Payouts wait until we ask for them. Throws unavailable or provider_error. */
export async function createPayoutAccount(
  stripe: Stripe,
  creator: { id: string; country: string; email: string | null },
): Promise<PayoutAccount> {
  const params: Stripe.AccountCreateParams = {
    country: creator.country,
    business_type: 'individual',
    ...(creator.email ? { email: creator.email } : {}),
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'application',
      stripe_dashboard: { type: 'none' },
    },
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata: { creator: creator.id },
  };
  return present(await asked(stripe.accounts.create(params, { idempotencyKey: `${creator.id}:account` })));
}

export async function readPayoutAccount(stripe: Stripe, account: string): Promise<PayoutAccount> {
  return present(await asked(stripe.accounts.retrieve(account)));
}

/** A page for one visit. `expiresAt` in milliseconds. */
export async function linkToOnboarding(
  stripe: Stripe,
  account: string,
  returnUrl: string,
): Promise<{ url: string; expiresAt: number }> {
  const params = {
    account,
    type: 'account_onboarding',
    refresh_url: returnUrl,
    return_url: returnUrl,
  } as const;
  const raw = await asked(stripe.accountLinks.create(params));
  const { url, expires_at: expires } = read(z.object({ url: z.url(), expires_at: z.int() }), raw);
  return { url, expiresAt: expires * 1000 };
}

/** A secret for the browser's component. `expiresAt` in milliseconds. */
export async function openAccountSession(
  stripe: Stripe,
  account: string,
  component: 'account_onboarding' | 'account_management',
): Promise<{ clientSecret: string; expiresAt: number }> {
  const params = { account, components: { [component]: { enabled: true } } };
  const raw = await asked(stripe.accountSessions.create(params));
  const made = read(z.object({ client_secret: z.string(), expires_at: z.int() }), raw);
  return { clientSecret: made.client_secret, expiresAt: made.expires_at * 1000 };
}
