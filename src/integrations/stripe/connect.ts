// A creator's or partner's connected account. Stripe verifies identity and bank account; we only read the result.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { type Attempt, once, searchFrom } from './once.ts';
import type { Outcome } from './outcome.ts';
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
    errors: z.array(z.object({ requirement: z.string() })).nullish(),
  }),
  individual: z
    .object({ id_number_provided: z.boolean().optional(), ssn_last_4_provided: z.boolean().optional() })
    .nullish(),
  company: z.object({ tax_id_provided: z.boolean().optional() }).nullish(),
  external_accounts: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        last4: z.string(),
        currency: z.string(),
        default_for_currency: z.boolean().nullish(),
        available_payout_methods: z.array(z.string()).nullish(),
      }),
    ),
  }),
});

/** A bank account or debit card that a holder is paid to. */
export interface PayoutBank {
  /** Stripe's ID. */
  id: string;
  last4: string;
  /** ISO 4217, lower case. */
  currency: string;
  /** Whether it supports instant payouts. */
  instant: boolean;
}

export interface PayoutAccount {
  id: string;
  country: string;
  /** The account's default currency; null while Stripe does not report one. */
  currency: string | null;
  identity: 'required' | 'pending' | 'verified' | 'rejected';
  payoutsEnabled: boolean;
  /** One bank account or debit card per currency, the default currency's first. */
  banks: PayoutBank[];
  taxId: 'missing' | 'provided' | 'verified' | 'failed';
}

/**
 * Keeps the first of each currency, so the caller sorts defaults first. The default currency's comes before the others.
 */
export function oneForEach(currency: string | null, banks: PayoutBank[]): PayoutBank[] {
  const first = banks.filter((bank, at) => banks.findIndex((one) => one.currency === bank.currency) === at);
  return first.sort((a, b) => Number(b.currency === currency) - Number(a.currency === currency));
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
  const banks = account.external_accounts.data
    .sort((a, b) => Number(b.default_for_currency ?? false) - Number(a.default_for_currency ?? false))
    .map(({ available_payout_methods: methods, default_for_currency: _, ...bank }) => ({
      ...bank,
      instant: methods?.includes('instant') ?? false,
    }));
  return {
    id,
    country,
    currency,
    identity,
    payoutsEnabled: account.payouts_enabled,
    banks: oneForEach(currency, banks),
    taxId: taxId(account, identity === 'verified'),
  };
}

const ABOUT_TAX_ID = /(id_number|ssn_last_4|tax_id)$/;

function taxId(
  account: Pick<z.output<typeof Account>, 'requirements' | 'individual' | 'company'>,
  verified: boolean,
): PayoutAccount['taxId'] {
  if (account.requirements.errors?.some((error) => ABOUT_TAX_ID.test(error.requirement))) return 'failed';
  const { individual, company } = account;
  const given = individual?.id_number_provided || individual?.ssn_last_4_provided || company?.tax_id_provided;
  if (!given) return 'missing';
  return verified ? 'verified' : 'provided';
}

/** Creates the account of a creator or partner once. Payouts are manual, so money waits until we ask for it. */
export function createPayoutAccount(
  stripe: Stripe,
  holder: { id: string; country: string; email: string | null; person: boolean },
  attempt: Attempt,
): Promise<Outcome<PayoutAccount>> {
  const params: Stripe.AccountCreateParams = {
    country: holder.country,
    ...(holder.person ? { business_type: 'individual' } : {}),
    ...(holder.email ? { email: holder.email } : {}),
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'application',
      stripe_dashboard: { type: 'none' },
    },
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata: { holder: holder.id, attempt: attempt.key },
  };
  const done = (raw: unknown): Outcome<PayoutAccount> => ({ status: 'succeeded', value: present(raw) });
  return once(
    attempt,
    async () => done(await stripe.accounts.create(params, { idempotencyKey: attempt.key })),
    async () => {
      for await (const account of stripe.accounts.list({
        created: { gte: searchFrom(attempt) },
        limit: 100,
      })) {
        if (account.metadata?.attempt === attempt.key) return done(account);
      }
      return null;
    },
  );
}

export async function readPayoutAccount(stripe: Stripe, account: string): Promise<PayoutAccount> {
  return present(await asked(() => stripe.accounts.retrieve(account)));
}

export interface LinkInput {
  account: string;
  type: 'account_onboarding' | 'account_update';
  returnUrl: string;
  /** Where Stripe sends a person whose page has expired. */
  againUrl: string;
}

export interface Link {
  url: string;
  /** In milliseconds. */
  expiresAt: number;
}

/** A page for one visit, to complete or change the account's details. Throws unavailable or provider_error. */
export async function linkToAccount(stripe: Stripe, input: LinkInput): Promise<Link> {
  const { account, type, returnUrl: return_url, againUrl: refresh_url } = input;
  const raw = await asked(() => stripe.accountLinks.create({ account, type, return_url, refresh_url }));
  const { url, expires_at: expires } = read(z.object({ url: z.url(), expires_at: z.int() }), raw);
  return { url, expiresAt: expires * 1000 };
}

/** A client secret for the browser's component. `expiresAt` is in milliseconds. */
export async function openAccountSession(
  stripe: Stripe,
  account: string,
  component: 'account_onboarding' | 'account_management',
): Promise<{ clientSecret: string; expiresAt: number }> {
  const params = { account, components: { [component]: { enabled: true } } };
  const raw = await asked(() => stripe.accountSessions.create(params));
  const made = read(z.object({ client_secret: z.string(), expires_at: z.int() }), raw);
  return { clientSecret: made.client_secret, expiresAt: made.expires_at * 1000 };
}
