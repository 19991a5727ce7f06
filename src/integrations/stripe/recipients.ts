// A creator or partner in a country without connected accounts: a recipient of Global Payouts, which is an account of
// version 2 of the API.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { type Link, type LinkInput, oneForEach, type PayoutAccount } from './connect.ts';
import { type Attempt, once, searchFrom } from './once.ts';
import type { Outcome } from './outcome.ts';
import { asked, read } from './reading.ts';

const IdNumbers = z.object({ id_numbers: z.array(z.unknown()).nullish() }).nullish();
const Recipient = z.object({
  id: z.string(),
  closed: z.boolean().nullish(),
  identity: z.object({ country: z.string(), individual: IdNumbers, business_details: IdNumbers }),
  defaults: z
    .object({
      currency: z.string().nullish(),
      payout_methods: z.record(z.string(), z.string()).nullish(),
    })
    .nullish(),
  configuration: z.object({
    recipient: z.object({
      capabilities: z.object({
        bank_accounts: z.object({
          local: z.object({ status: z.string(), status_details: z.array(z.object({ code: z.string() })) }),
        }),
      }),
    }),
  }),
  requirements: z
    .object({
      entries: z
        .array(
          z.object({
            awaiting_action_from: z.string(),
            minimum_deadline: z.object({ status: z.string() }),
            errors: z.array(z.object({ code: z.string() })),
          }),
        )
        .nullish(),
    })
    .nullish(),
});
type Recipient = z.output<typeof Recipient>;

const Method = z.object({
  id: z.string(),
  archived: z.boolean(),
  restricted: z.boolean(),
  usage_status: z.object({ payments: z.string() }),
  bank_account: z.object({ last4: z.string(), supported_currencies: z.array(z.string()) }).nullish(),
  card: z.object({ last4: z.string(), supported_currencies: z.array(z.string()) }).nullish(),
});

/** Version 2 returns null for each of these unless it is requested. */
const WHOLE: Stripe.V2.Core.AccountRetrieveParams.Include[] = [
  'configuration.recipient',
  'defaults',
  'identity',
  'requirements',
];

function identityOf({ configuration, requirements }: Recipient): PayoutAccount['identity'] {
  const { status, status_details: details } = configuration.recipient.capabilities.bank_accounts.local;
  if (status === 'rejected' || status === 'unsupported') return 'rejected';
  const needed = (requirements?.entries ?? []).filter(
    (entry) => entry.minimum_deadline.status !== 'eventually_due',
  );
  if (needed.some((entry) => entry.awaiting_action_from === 'user')) return 'required';
  if (details.some((detail) => detail.code === 'requirements_past_due')) return 'required';
  return status === 'active' && needed.length === 0 ? 'verified' : 'pending';
}

const ABOUT_TAX_ID = /^(invalid_tax_id|verification_failed_(tax_id|id_number))/;

function taxIdOf({ requirements, identity }: Recipient, verified: boolean): PayoutAccount['taxId'] {
  const errors = (requirements?.entries ?? []).flatMap((entry) => entry.errors);
  if (errors.some((error) => ABOUT_TAX_ID.test(error.code))) return 'failed';
  const given = identity.individual?.id_numbers?.length || identity.business_details?.id_numbers?.length;
  if (!given) return 'missing';
  return verified ? 'verified' : 'provided';
}

function present(raw: unknown, methods: unknown[]): PayoutAccount {
  const account = read(Recipient, raw);
  const defaults = Object.values(account.defaults?.payout_methods ?? {});
  const banks = methods
    .map((method) => read(Method, method))
    .filter((one) => !one.archived && !one.restricted && one.usage_status.payments === 'eligible')
    .sort((a, b) => Number(defaults.includes(b.id)) - Number(defaults.includes(a.id)))
    .flatMap(({ id, bank_account, card }) => {
      const { last4 = '', supported_currencies: [currency] = [] } = bank_account ?? card ?? {};
      return currency ? [{ id, last4, currency, instant: false }] : [];
    });
  const currency = account.defaults?.currency ?? banks[0]?.currency ?? null;
  const identity = identityOf(account);
  const { status } = account.configuration.recipient.capabilities.bank_accounts.local;
  return {
    id: account.id,
    country: account.identity.country.toUpperCase(),
    currency,
    identity,
    payoutsEnabled: status === 'active' && !account.closed,
    banks: oneForEach(currency, banks),
    taxId: taxIdOf(account, identity === 'verified'),
  };
}

/**
 * Creates the recipient of a creator or partner once. Its owner adds identity and bank account through
 * `linkToRecipient`.
 */
export function createRecipient(
  stripe: Stripe,
  holder: { id: string; country: string; email: string | null; person: boolean },
  attempt: Attempt,
): Promise<Outcome<PayoutAccount>> {
  const params: Stripe.V2.Core.AccountCreateParams = {
    ...(holder.email ? { contact_email: holder.email } : {}),
    dashboard: 'none',
    identity: {
      country: holder.country.toLowerCase(),
      ...(holder.person ? { entity_type: 'individual' } : {}),
    },
    configuration: { recipient: { capabilities: { bank_accounts: { local: { requested: true } } } } },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    include: WHOLE,
    metadata: { holder: holder.id, attempt: attempt.key },
  };
  const done = (raw: unknown): Outcome<PayoutAccount> => ({ status: 'succeeded', value: present(raw, []) });
  return once(
    attempt,
    async () => done(await stripe.v2.core.accounts.create(params, { idempotencyKey: attempt.key })),
    async () => {
      const from = searchFrom(attempt) * 1000;
      // The list cannot be limited to a range; it begins with the newest.
      for await (const account of stripe.v2.core.accounts.list({
        applied_configurations: ['recipient'],
        limit: 20,
      })) {
        if (Date.parse(account.created) < from) break;
        if (account.metadata?.attempt !== attempt.key) continue;
        return done(await stripe.v2.core.accounts.retrieve(account.id, { include: WHOLE }));
      }
      return null;
    },
  );
}

/** The current state of a recipient. Throws unavailable or provider_error. */
export async function readRecipient(stripe: Stripe, account: string): Promise<PayoutAccount> {
  const listed = async () => {
    const methods: unknown[] = [];
    const list = stripe.v2.moneyManagement.payoutMethods.list({ limit: 20 }, { stripeContext: account });
    for await (const method of list) methods.push(method);
    return methods;
  };
  const [raw, methods] = await Promise.all([
    asked(() => stripe.v2.core.accounts.retrieve(account, { include: WHOLE })),
    asked(() => listed()),
  ]);
  return present(raw, methods);
}

/** The same as linkToAccount, for a recipient. */
export async function linkToRecipient(stripe: Stripe, input: LinkInput): Promise<Link> {
  const { account, type, returnUrl: return_url, againUrl: refresh_url } = input;
  const use_case = { type, [type]: { return_url, refresh_url } };
  const raw = await asked(() => stripe.v2.core.accountLinks.create({ account, use_case }));
  const { url, expires_at: expires } = read(z.object({ url: z.url(), expires_at: z.iso.datetime() }), raw);
  return { url, expiresAt: Date.parse(expires) };
}
