// Connected accounts: what a creator's identity and bank are to Stripe.
import { CONNECTED } from './countries.ts';
import { CURRENCIES, PAGED, type Spec } from './params.ts';
import { failure, refuse } from './wire.ts';
import type { Call, Obj, Route } from './world.ts';

const NEEDED = ['external_account', 'individual.first_name', 'individual.last_name', 'tos_acceptance.date'];

function requirements(due: string[], disabled: string | null) {
  const none = { pending_verification: [], alternatives: [], errors: [], current_deadline: null };
  return { currently_due: due, eventually_due: due, past_due: [], disabled_reason: disabled, ...none };
}

/**
 * Fills in what a person would: identity, and a bank account that takes payouts or fails them with `failing`; one more
 * for each of `currencies`.
 */
export function onboard(
  call: Pick<Call, 'world' | 'emit'>,
  id: string,
  failing: string | null,
  currencies: string[],
): Obj {
  const account = call.world.get('account', id, '');
  const wanted = new Set([account.default_currency, ...currencies]);
  if (currencies.some((one) => !CURRENCIES.has(one)))
    throw refuse('currencies must be ISO 4217, lower case.');
  const banks = [...wanted].map((currency) => bank(call, account, currency, failing));
  for (const capability of Object.keys(account.capabilities)) account.capabilities[capability] = 'active';
  Object.assign(account, {
    details_submitted: true,
    payouts_enabled: true,
    individual: account.business_type === 'individual' ? { id_number_provided: true } : null,
    company: account.business_type === 'individual' ? null : { tax_id_provided: true },
    requirements: requirements([], null),
  });
  account.external_accounts.data = banks;
  call.emit('account.updated', call.world.save(account), id);
  return account;
}

function bank({ world }: Pick<Call, 'world'>, account: Obj, currency: string, failing: string | null): Obj {
  return world.add(
    {
      id: world.id('ba'),
      object: 'bank_account',
      account: account.id,
      bank_name: 'STRIPE TEST BANK',
      last4: failing === null ? '6789' : '1116',
      country: account.country,
      currency,
      default_for_currency: true,
      status: 'new',
      available_payout_methods: failing === null ? ['standard', 'instant'] : ['standard'],
      _failing: failing,
    },
    account.id,
  );
}

/** The identity needs another look (`pending`), another document (`due`), or is refused for good (`rejected`). */
export function review(
  call: Pick<Call, 'world' | 'emit'>,
  id: string,
  to: 'pending' | 'due' | 'rejected',
): Obj {
  const account = call.world.get('account', id, '');
  const reason = {
    pending: 'requirements.pending_verification',
    due: 'requirements.past_due',
    rejected: 'rejected.other',
  };
  const document = ['individual.verification.document'];
  const fresh = requirements(to === 'due' ? document : [], reason[to]);
  account.requirements = to === 'pending' ? { ...fresh, pending_verification: document } : fresh;
  account.payouts_enabled = false;
  call.emit('account.updated', call.world.save(account), id);
  return account;
}

const COMPONENT: Spec = { enabled: 'bool', features: 'any' };
const COMPONENTS =
  'account_onboarding account_management payouts balances payouts_list notification_banner documents'.split(
    ' ',
  );

const ACCOUNT: Spec = {
  email: 'string',
  business_type: ['individual', 'company', 'non_profit', 'government_entity'],
  business_profile: { url: 'string', mcc: 'string', product_description: 'string', name: 'string' },
  settings: {
    payouts: {
      schedule: { interval: ['manual', 'daily', 'weekly', 'monthly'] },
      statement_descriptor: 'string',
    },
  },
  metadata: 'map',
};

function create(call: Call): Obj {
  const { world, params } = call;
  const { country = 'US', controller = {}, capabilities = {} } = params;
  if (!CONNECTED[country]) throw refuse(`Country '${country}' is unknown.`, 'country_unsupported', 'country');
  if (params.type && params.controller) throw refuse('You may not provide both type and controller.');
  const wanted = Object.entries(capabilities as Record<string, { requested: boolean }>)
    .filter(([, one]) => one.requested)
    .map(([name]) => [name, 'inactive']);
  const id = world.id('acct').replace('acct_sim', 'acct_1sim');
  const account = world.add(
    {
      id,
      object: 'account',
      type: params.type ?? 'none',
      country,
      default_currency: CONNECTED[country],
      email: params.email ?? null,
      business_type: params.business_type ?? null,
      business_profile: params.business_profile ?? {},
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      capabilities: Object.fromEntries(wanted),
      controller: { type: 'application', is_controller: true, ...controller },
      requirements: requirements(NEEDED, 'requirements.past_due'),
      future_requirements: requirements([], null),
      external_accounts: {
        object: 'list',
        data: [],
        has_more: false,
        url: `/v1/accounts/${id}/external_accounts`,
      },
      settings: { payouts: { schedule: { interval: 'daily' }, ...params.settings?.payouts } },
      tos_acceptance: params.tos_acceptance ?? {},
      metadata: params.metadata ?? {},
    },
    '',
  );
  return account;
}

export const CONNECT_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/accounts',
    spec: {
      ...ACCOUNT,
      country: 'string',
      type: ['express', 'standard', 'custom'],
      controller: {
        fees: { payer: ['account', 'application'] },
        losses: { payments: ['stripe', 'application'] },
        requirement_collection: ['stripe', 'application'],
        stripe_dashboard: { type: ['express', 'full', 'none'] },
      },
      capabilities: { transfers: { requested: 'bool' }, card_payments: { requested: 'bool' } },
      tos_acceptance: { service_agreement: ['full', 'recipient'] },
    },
    handle: create,
  },
  {
    method: 'GET',
    path: '/v1/accounts',
    spec: PAGED,
    handle: ({ world, params, url }) => world.page('account', '', url, params, () => true),
  },
  {
    method: 'GET',
    path: '/v1/accounts/:',
    spec: {},
    handle: ({ world, ids }) => world.find('account', ids[0], '') ?? unreachable(ids[0]!),
  },
  {
    method: 'POST',
    path: '/v1/accounts/:',
    spec: ACCOUNT,
    handle(call) {
      const account = call.world.find('account', call.ids[0], '') ?? unreachable(call.ids[0]!);
      const { settings, metadata, expand: _, ...rest } = call.params;
      Object.assign(account, rest);
      Object.assign(account.metadata, metadata);
      Object.assign(account.settings.payouts, settings?.payouts);
      call.emit('account.updated', account, account.id);
      return call.world.save(account);
    },
  },
  {
    method: 'POST',
    path: '/v1/account_links',
    spec: {
      account: 'string!',
      type: ['account_onboarding', 'account_update'],
      refresh_url: 'string',
      return_url: 'string',
      collection_options: {
        fields: ['currently_due', 'eventually_due'],
        future_requirements: ['include', 'omit'],
      },
    },
    handle({ world, params }) {
      for (const name of ['type', 'refresh_url', 'return_url']) {
        if (!params[name]) throw refuse(`Missing required param: ${name}.`, 'parameter_missing', name);
      }
      world.get('account', params.account, '', 'account');
      const { account, return_url, refresh_url } = params;
      const hidden = { id: world.id('alnk'), account, return_url, refresh_url };
      const { id, created } = world.add({ ...hidden, object: 'account_link' }, '');
      const url = `${world.origin}/stripe/onboarding/${world.name}/${id}`;
      return { object: 'account_link', created, expires_at: created + 300, url };
    },
  },
  {
    method: 'POST',
    path: '/v1/account_sessions',
    spec: { account: 'string!', components: Object.fromEntries(COMPONENTS.map((name) => [name, COMPONENT])) },
    handle({ world, params }) {
      const components = params.components ?? {};
      if (Object.keys(components).length === 0) {
        throw refuse('Missing required param: components.', 'parameter_missing', 'components');
      }
      world.get('account', params.account, '', 'account');
      const whole = COMPONENTS.map((name) => [name, components[name] ?? { enabled: false, features: {} }]);
      return {
        object: 'account_session',
        account: params.account,
        client_secret: `accs_secret__${crypto.randomUUID().replaceAll('-', '')}`,
        components: Object.fromEntries(whole),
        expires_at: world.now() + 3600,
        livemode: false,
      };
    },
  },
];

function unreachable(id: string): never {
  const message = `The provided key does not have access to account '${id}' (or that account does not exist).`;
  throw failure(403, { code: 'account_invalid', message });
}
