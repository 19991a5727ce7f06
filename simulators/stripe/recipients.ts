// Accounts of version 2, as recipients of Global Payouts, and what their owners give: identity and bank.
import { RECIPIENTS } from './countries.ts';
import { pageV2, shown, time, V2_PAGED } from './v2.ts';
import { refuse } from './wire.ts';
import type { Call, Obj, Route } from './world.ts';

const KIND = 'v2.core.account';
/** What a bank can say no with, before the money has left or after. */
export const FAILED = `payout_method_amount_limit_exceeded payout_method_declined payout_method_does_not_exist
  payout_method_expired payout_method_unsupported payout_method_usage_frequency_limit_exceeded unknown_failure`.split(
  /\s+/,
);
const RETURNED = `payout_method_canceled_by_customer payout_method_closed payout_method_currency_unsupported
  payout_method_holder_address_incorrect payout_method_holder_details_incorrect payout_method_holder_name_incorrect
  payout_method_invalid_account_number payout_method_restricted recalled`.split(/\s+/);

/** These are null unless asked for. */
const INCLUDABLE = ['configuration.customer', 'configuration.merchant', 'configuration.recipient'].concat([
  'defaults',
  'future_requirements',
  'identity',
  'requirements',
]);

type Acting = Pick<Call, 'world' | 'emit'>;

function show({ params: { include = [] } }: Call, account: Obj): Obj {
  const strange = include.find((name: string) => !INCLUDABLE.includes(name));
  if (strange) throw refuse(`Invalid include: ${strange}.`);
  const { configuration, ...rest } = shown(account);
  const asked = (name: string, value: unknown) => (include.includes(name) ? value : null);
  const parts = ['defaults', 'future_requirements', 'identity', 'requirements'];
  return {
    ...(rest as Obj),
    ...Object.fromEntries(parts.map((name) => [name, asked(name, account[name])])),
    configuration: include.some((name: string) => name.startsWith('configuration.'))
      ? {
          customer: null,
          merchant: null,
          recipient: asked('configuration.recipient', configuration.recipient),
        }
      : null,
  };
}

function entry(description: string, awaiting: 'user' | 'stripe', deadline: string) {
  return {
    description,
    awaiting_action_from: awaiting,
    errors: [],
    impact: { restricts_capabilities: [] },
    minimum_deadline: { status: deadline },
    requested_reasons: [{ code: 'routine_onboarding' }],
  };
}

function requirements(entries: ReturnType<typeof entry>[]) {
  const first = entries[0]?.minimum_deadline;
  return { entries, summary: first ? { minimum_deadline: { ...first, time: null } } : null };
}

function setStatus(account: Obj, status: string, code: string | null): void {
  const details = code ? [{ code, resolution: 'provide_info' }] : [];
  account.configuration.recipient.capabilities.bank_accounts.local = { status, status_details: details };
}

function create(call: Call): Obj {
  const { world, params } = call;
  const wanted = params.configuration?.recipient?.capabilities?.bank_accounts?.local?.requested;
  if (!wanted) throw refuse('This simulator has recipients with bank_accounts.local only.');
  if (!params.contact_email) throw refuse('contact_email is required to configure a recipient.');
  const country = String(params.identity?.country ?? '').toUpperCase();
  const currency = RECIPIENTS[country];
  if (!currency) throw refuse(`Recipients can't be in '${country}'.`);
  const responsibilities = params.defaults?.responsibilities ?? {};
  const account: Obj = {
    id: world.id('acct').replace('acct_sim', 'acct_1sim'),
    object: KIND,
    applied_configurations: ['recipient'],
    closed: false,
    configuration: { recipient: { applied: true, capabilities: { bank_accounts: {} } } },
    contact_email: params.contact_email,
    contact_phone: null,
    dashboard: params.dashboard ?? null,
    defaults: {
      currency,
      locales: null,
      payout_methods: {},
      profile: null,
      responsibilities: { ...responsibilities, requirements_collector: 'stripe' },
    },
    display_name: params.display_name ?? null,
    future_requirements: requirements([]),
    identity: {
      country,
      entity_type: params.identity.entity_type ?? null,
      individual: null,
      business_details: null,
    },
    requirements: requirements([entry('identity.individual.given_name', 'user', 'currently_due')]),
    metadata: params.metadata ?? {},
  };
  setStatus(account, 'restricted', 'requirements_past_due');
  const made = world.add(account, '');
  call.emit('v2.core.account.created', made);
  return show(call, made);
}

/** Fills in what a person would: identity, and a bank account in the country's currency, or one that fails so. */
export function onboardRecipient({ world, emit }: Acting, account: Obj, failing: string | null): Obj {
  if (failing !== null && ![...FAILED, ...RETURNED].includes(failing)) {
    throw refuse(`failing must be one of ${[...FAILED, ...RETURNED].join(', ')}.`);
  }
  const { country, entity_type } = account.identity;
  const { currency } = account.defaults;
  const method = world.add(
    {
      id: world.id('usba'),
      object: 'v2.money_management.payout_method',
      archived: false,
      restricted: false,
      type: 'bank_account',
      bank_account: {
        bank_account_type: 'checking',
        bank_name: 'STRIPE TEST BANK',
        country,
        last4: failing === null ? '6789' : '1116',
        supported_currencies: [currency],
      },
      card: null,
      latest_outbound_setup_intent: null,
      usage_status: { payments: 'eligible', transfers: 'ineligible' },
      _failing: failing,
    },
    account.id,
  );
  account.defaults.payout_methods = { [currency]: method.id };
  const person = entity_type === 'individual';
  account.identity.individual = person ? { id_numbers: [] } : null;
  account.identity.business_details = person ? null : { id_numbers: [] };
  account.requirements = requirements([]);
  setStatus(account, 'active', null);
  world.save(account);
  emit('v2.money_management.payout_method.created', method, account.id);
  emit('v2.core.account[requirements].updated', account);
  emit('v2.core.account[configuration.recipient].capability_status_updated', account);
  return account;
}

/** The identity needs another look (`pending`), another document (`due`), or is refused for good (`rejected`). */
export function reviewRecipient({ world, emit }: Acting, account: Obj, to: string): Obj {
  const document = 'identity.individual.documents.primary_verification';
  const entries = {
    pending: [entry(document, 'stripe', 'currently_due')],
    due: [entry(document, 'user', 'past_due')],
    rejected: [],
  };
  if (!Object.hasOwn(entries, to)) throw refuse('to must be pending, due or rejected.');
  account.requirements = requirements(entries[to as keyof typeof entries]);
  if (to === 'pending') setStatus(account, 'pending', 'requirements_pending_verification');
  else if (to === 'due') setStatus(account, 'restricted', 'requirements_past_due');
  else setStatus(account, 'rejected', 'rejected_other');
  world.save(account);
  emit('v2.core.account[requirements].updated', account);
  emit('v2.core.account[configuration.recipient].capability_status_updated', account);
  return account;
}

const RETURNING = {
  refresh_url: 'string!',
  return_url: 'string',
  collection_options: {
    fields: ['currently_due', 'eventually_due'],
    future_requirements: ['include', 'omit'],
  },
} as const;

function link({ world, params }: Call) {
  const { account, use_case: use } = params;
  const { type } = use ?? {};
  const terms = type ? use[type] : undefined;
  if (!terms || Object.keys(use).length !== 2)
    throw refuse('use_case needs a type, and what that type needs.');
  world.get(KIND, account, '', 'account');
  const { return_url = null, refresh_url } = terms;
  const hidden = { id: world.id('alnk'), account, return_url, refresh_url };
  const { id, created } = world.add({ ...hidden, object: 'account_link' }, '');
  return {
    object: 'v2.core.account_link',
    account,
    created: time(created),
    expires_at: time(created + 300),
    livemode: false,
    url: `${world.origin}/stripe/onboarding/${world.name}/${id}`,
    use_case: { account_onboarding: null, account_update: null, type, [type]: terms },
  };
}

export const RECIPIENT_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v2/core/accounts',
    spec: {
      contact_email: 'string',
      display_name: 'string',
      dashboard: ['none', 'express', 'full'],
      identity: {
        country: 'string!',
        entity_type: ['individual', 'company', 'non_profit', 'government_entity'],
      },
      configuration: {
        recipient: { capabilities: { bank_accounts: { local: { requested: 'bool!' } } } },
      },
      defaults: {
        responsibilities: {
          fees_collector: ['application', 'application_custom', 'application_express', 'stripe'],
          losses_collector: ['application', 'stripe'],
        },
      },
      include: 'list',
      metadata: 'map',
    },
    handle: create,
  },
  {
    method: 'GET',
    path: '/v2/core/accounts',
    spec: { ...V2_PAGED, applied_configurations: 'list', closed: 'bool' },
    handle(call) {
      const { applied_configurations: applied = [], closed = false } = call.params;
      const all = call.world
        .all(KIND, '')
        .filter((one) => applied.every((name: string) => one.applied_configurations.includes(name)))
        .filter((one) => one.closed === closed);
      return pageV2(call, all, (one) => show({ ...call, params: {} }, one));
    },
  },
  {
    method: 'GET',
    path: '/v2/core/accounts/:',
    spec: { include: 'list' },
    handle: (call) => show(call, call.world.get(KIND, call.ids[0], '')),
  },
  {
    method: 'POST',
    path: '/v2/core/account_links',
    spec: {
      account: 'string!',
      use_case: {
        type: ['account_onboarding', 'account_update'],
        account_onboarding: RETURNING,
        account_update: RETURNING,
      },
    },
    handle: link,
  },
];
