// Global Payouts: our financial account, and payments from it to recipients' banks. They post when the clock says so.
import { available, book } from './balance.ts';
import { convert } from './countries.ts';
import { FAILED } from './recipients.ts';
import { pageV2, shown, time, V2_PAGED } from './v2.ts';
import { Failure, refuse } from './wire.ts';
import { type Call, DAY, type Obj, type Route, type World } from './world.ts';

/** Every world has one, and its balance is kept under its ID like that of a connected account. */
export const FINANCIAL_ACCOUNT = 'fa_test_sim';
const HOLDS = ['usd', 'eur', 'gbp'];
const KIND = 'v2.money_management.outbound_payment';
const METHOD = 'v2.money_management.payout_method';
const POSTS_AFTER = 2 * DAY;
/** How long after posting a bank sends back what it does not take. */
const RETURNS_AFTER = DAY;

type Acting = Pick<Call, 'world' | 'emit'>;

/** A refusal with a type of its own, as version 2 has them. */
function v2Failure(type: string, code: string, message: string): Failure {
  return new Failure(400, { type, code, message });
}

function financialAccount(world: World): Obj {
  const amounts = (of: (currency: string) => number) =>
    Object.fromEntries(HOLDS.map((currency) => [currency, { value: of(currency), currency }]));
  const sending = world.all(KIND, '').filter((one) => one.status === 'processing');
  return {
    id: FINANCIAL_ACCOUNT,
    object: 'v2.money_management.financial_account',
    balance: {
      available: amounts((currency) => available(world, FINANCIAL_ACCOUNT, currency)),
      inbound_pending: amounts(() => 0),
      outbound_pending: amounts((currency) =>
        sending
          .filter((one) => one.amount.currency === currency)
          .reduce((sum, one) => sum + one.amount.value, 0),
      ),
    },
    country: 'US',
    created: time(0),
    display_name: null,
    livemode: false,
    metadata: {},
    status: 'open',
    storage: { holds_currencies: HOLDS, deposit_insurance_eligibility: null },
    type: 'storage',
  };
}

/** Puts money from our own balance into the financial account, at once. Throws a Failure for another one. */
export function fillFinancialAccount(
  world: World,
  id: string,
  line: { amount: number; currency: string },
): void {
  if (id !== FINANCIAL_ACCOUNT)
    throw refuse(`No such payout method: '${id}'`, 'resource_missing', 'payout_method');
  if (!HOLDS.includes(line.currency)) throw refuse(`The financial account holds no ${line.currency}.`);
  const rest = { type: 'payout', fee: 0, source: id, availableOn: world.now() };
  book(world, FINANCIAL_ACCOUNT, { ...line, ...rest });
}

function methodOf(world: World, recipient: Obj, wanted: string | undefined): Obj {
  if (wanted) return world.get(METHOD, wanted, recipient.id, 'to.payout_method');
  const defaults = Object.values(recipient.defaults.payout_methods);
  const method = world.all(METHOD, recipient.id).find((one) => defaults.includes(one.id));
  if (!method) throw refuse('The recipient has no payout method.', undefined, 'to.payout_method');
  return method;
}

/** As Stripe chooses when it is not told: the only currency, or that of the payment. */
function creditedCurrency(method: Obj, wanted: string | undefined, from: string): string {
  const supported: string[] = (method.bank_account ?? method.card).supported_currencies;
  const currency = wanted ?? (supported.length === 1 ? supported[0]! : from);
  if (supported.includes(currency)) return currency;
  throw refuse(`The payout method does not take ${currency}.`, undefined, 'to.currency');
}

function create(call: Call): Obj {
  const { world, params } = call;
  const { amount, from, to } = params;
  if (!amount || !from || !to) throw refuse('amount, from and to are needed.');
  const { value, currency } = amount;
  if (value < 1) throw refuse('Invalid amount.value: must be positive.');
  if (currency !== from.currency) throw refuse('This simulator takes amounts in from.currency only.');
  if (from.financial_account !== FINANCIAL_ACCOUNT) {
    throw refuse(`No such financial account: '${from.financial_account}'`, 'resource_missing');
  }
  if (!HOLDS.includes(currency)) throw refuse(`The financial account holds no ${currency}.`);
  const recipient = world.get('v2.core.account', to.recipient, '', 'to.recipient');
  if (recipient.configuration.recipient.capabilities.bank_accounts.local.status !== 'active') {
    throw v2Failure(
      'capability_not_enabled',
      'capability_not_enabled',
      'The recipient takes no payments now.',
    );
  }
  const method = methodOf(world, recipient, to.payout_method);
  if (method.archived || method.restricted || method.usage_status.payments !== 'eligible') {
    throw v2Failure('invalid_payout_method', 'invalid_payout_method', 'The payout method takes no payments.');
  }
  const credited = creditedCurrency(method, to.currency, currency);
  if (available(world, FINANCIAL_ACCOUNT, currency) < value) {
    const message = 'The balance of the financial account is not enough for this payment.';
    throw v2Failure('insufficient_funds', 'outbound_payment_insufficient_funds', message);
  }
  const posts = world.now() + POSTS_AFTER;
  const made = world.add(
    {
      id: world.id('obp'),
      object: KIND,
      amount,
      cancelable: true,
      description: params.description ?? null,
      expected_arrival_date: time(posts),
      from: { debited: amount, financial_account: FINANCIAL_ACCOUNT },
      payout_intent: null,
      recipient_notification: params.recipient_notification ?? { setting: 'configured' },
      recipient_verification: null,
      statement_descriptor: params.statement_descriptor ?? 'STRIPE',
      status: 'processing',
      status_details: null,
      status_transitions: { canceled_at: null, failed_at: null, posted_at: null, returned_at: null },
      to: {
        credited: { value: convert(value, currency, credited), currency: credited },
        payout_method: method.id,
        recipient: recipient.id,
      },
      tracking_details: { status: 'pending', type: 'bank_account' },
      metadata: params.metadata ?? {},
      _failing: method._failing,
      // When something happens to it next; null when nothing will.
      _next: posts,
    },
    '',
  );
  move(world, made, -1, 'outbound_payment');
  call.emit(`${KIND}.created`, made);
  return shown(made);
}

function move(world: World, { amount, id }: Obj, sign: 1 | -1, type: string): void {
  const line = { type, fee: 0, source: id, availableOn: world.now() };
  book(world, FINANCIAL_ACCOUNT, { ...line, amount: sign * amount.value, currency: amount.currency });
}

/** Takes the payment to another status, and gives the money back unless it is posted. */
function become(call: Acting, payment: Obj, status: string, reason: string | null): Obj {
  payment.status = status;
  payment.cancelable = false;
  payment.status_transitions[`${status}_at`] = time(call.world.now());
  payment.status_details = reason === null ? null : { [status]: { reason } };
  payment._next = null;
  if (status !== 'posted') {
    payment.expected_arrival_date = null;
    move(call.world, payment, 1, `outbound_payment_${status}`);
  }
  call.world.save(payment);
  call.emit(`${KIND}.${status}`, payment);
  return payment;
}

/** The bank sends a payment back, even after it was posted. */
export function returnPayment(call: Acting, id: string, reason: string): Obj {
  const payment = call.world.get(KIND, id, '');
  if (!['processing', 'posted'].includes(payment.status)) throw refuse(`The payment is ${payment.status}.`);
  return become(call, payment, 'returned', reason);
}

/** Everything whose time has come. */
export function settleOutbound(call: Acting): void {
  const due = (one: Obj) => one._next !== null && one._next <= call.world.now();
  for (const payment of call.world.all(KIND, '').filter(due).reverse()) {
    const { _failing: failing, _next: at } = payment;
    if (payment.status === 'processing' && FAILED.includes(failing)) {
      become(call, payment, 'failed', failing);
      continue;
    }
    if (payment.status === 'processing') {
      become(call, payment, 'posted', null);
      if (!failing) continue;
      call.world.save(Object.assign(payment, { _next: at + RETURNS_AFTER }));
      if (!due(payment)) continue;
    }
    become(call, payment, 'returned', failing);
  }
}

function cancel(call: Call): Obj {
  const payment = call.world.get(KIND, call.ids[0], '');
  if (payment.status === 'canceled') {
    throw v2Failure('already_canceled', 'already_canceled', 'The payment is canceled.');
  }
  if (!payment.cancelable) throw v2Failure('not_cancelable', 'not_cancelable', 'It is too late to cancel.');
  return shown(become(call, payment, 'canceled', null));
}

const USAGE = ['eligible', 'ineligible', 'invalid', 'requires_action', 'disabled'];

export const OUTBOUND_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v2/money_management/financial_accounts',
    spec: { ...V2_PAGED, statuses: 'list', include: 'list' },
    handle(call) {
      const { statuses = ['open'] } = call.params;
      const all = statuses.includes('open') ? [financialAccount(call.world)] : [];
      return pageV2(call, all, (one) => one);
    },
  },
  {
    method: 'GET',
    path: '/v2/money_management/financial_accounts/:',
    spec: { include: 'list' },
    handle({ world, ids }) {
      if (ids[0] === FINANCIAL_ACCOUNT) return financialAccount(world);
      throw new Failure(404, { code: 'resource_missing', message: `No such financial account: '${ids[0]}'` });
    },
  },
  {
    method: 'GET',
    path: '/v2/money_management/payout_methods',
    spec: { ...V2_PAGED, usage_status: { payments: 'list', transfers: 'list' } },
    handle(call) {
      const { payments = USAGE, transfers = USAGE } = call.params.usage_status ?? {};
      const fits = ({ usage_status: usage }: Obj) =>
        payments.includes(usage.payments) && transfers.includes(usage.transfers);
      return pageV2(call, call.world.all(METHOD, call.account).filter(fits));
    },
  },
  {
    method: 'GET',
    path: '/v2/money_management/payout_methods/:',
    spec: {},
    handle: ({ world, account, ids }) => shown(world.get(METHOD, ids[0], account)),
  },
  {
    method: 'POST',
    path: '/v2/money_management/payout_methods/:/archive',
    spec: {},
    handle(call) {
      const method = call.world.get(METHOD, call.ids[0], call.account);
      call.emit(`${METHOD}.updated`, call.world.save(Object.assign(method, { archived: true })));
      return shown(method);
    },
  },
  {
    method: 'POST',
    path: '/v2/money_management/outbound_payments',
    spec: {
      amount: { value: 'int!', currency: 'currency!' },
      from: { financial_account: 'string!', currency: 'currency!' },
      to: { recipient: 'string!', payout_method: 'string', currency: 'currency' },
      description: 'string',
      statement_descriptor: 'string',
      recipient_notification: { setting: ['configured', 'none'] },
      metadata: 'map',
    },
    handle: create,
  },
  {
    method: 'GET',
    path: '/v2/money_management/outbound_payments',
    spec: { ...V2_PAGED, recipient: 'string', status: 'list' },
    handle(call) {
      const { recipient, status } = call.params;
      const fits = (one: Obj) =>
        (!recipient || one.to.recipient === recipient) && (!status || status.includes(one.status));
      return pageV2(call, call.world.all(KIND, '').filter(fits));
    },
  },
  {
    method: 'GET',
    path: '/v2/money_management/outbound_payments/:',
    spec: {},
    handle: ({ world, ids }) => shown(world.get(KIND, ids[0], '')),
  },
  { method: 'POST', path: '/v2/money_management/outbound_payments/:/cancel', spec: {}, handle: cancel },
];
