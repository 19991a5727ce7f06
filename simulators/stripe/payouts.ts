// Payouts from a balance to a bank. They arrive when the clock says so.
import { available, book } from './balance.ts';
import { fillFinancialAccount } from './outbound.ts';
import { checkAmount, PAGED, type Params } from './params.ts';
import { refuse } from './wire.ts';
import { type Call, DAY, type Obj, type Route, type World } from './world.ts';

const ARRIVES = { standard: 2 * DAY, instant: 1800 };

function create(call: Call): Obj {
  const { world, account, params } = call;
  const { amount, currency, method = 'standard' as 'standard' | 'instant' } = params;
  checkAmount(amount);
  if (params.payout_method) return fill(call);
  if (!account) throw refuse('This simulator pays out connected accounts only; send Stripe-Account.');
  const holder = world.get('account', account, '');
  if (!holder.payouts_enabled) {
    throw refuse('Payouts are not enabled on this account.', 'payouts_not_allowed');
  }
  const banks: Obj[] = holder.external_accounts.data;
  const bank = params.destination
    ? banks.find((one) => one.id === params.destination)
    : banks.find((one) => one.currency === currency);
  if (params.destination && !bank) {
    throw refuse(`No such external account: '${params.destination}'`, 'resource_missing', 'destination');
  }
  if (!bank) throw refuse(`Sorry, you don't have any external accounts in that currency (${currency}).`);
  // Charged to the hundredth, paid out in whole units.
  if (['huf', 'twd'].includes(currency) && amount % 100 !== 0) {
    throw refuse(`Payouts in ${currency} must be a multiple of 100.`, undefined, 'amount');
  }
  if (method === 'instant' && !bank.available_payout_methods.includes('instant')) {
    throw refuse('The bank does not support instant payouts.', 'instant_payouts_unsupported');
  }
  if (available(world, account, currency) < amount) {
    throw refuse('You have insufficient funds in your Stripe account.', 'balance_insufficient', 'amount');
  }
  const takes = ARRIVES[method as keyof typeof ARRIVES];
  const arrives = world.now() + takes;
  const made = send(call, {
    arrival_date: arrives,
    destination: bank.id,
    method,
    status: 'pending',
    _failing: bank._failing,
    // When it is handed to the bank, then when it arrives.
    _next: arrives - Math.floor(takes / 2),
  });
  call.emit('payout.created', made);
  return made;
}

/** Takes the money from the balance. */
function send({ world, account, params }: Call, fields: Params): Obj {
  const { amount, currency } = params;
  const made = world.add(
    {
      id: world.id('po'),
      object: 'payout',
      amount,
      currency,
      automatic: false,
      balance_transaction: null,
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      description: params.description ?? null,
      destination: null,
      payout_method: null,
      source_type: 'card',
      statement_descriptor: params.statement_descriptor ?? null,
      type: 'bank_account',
      metadata: params.metadata ?? {},
      ...fields,
    },
    account,
  );
  const line = { type: 'payout', amount: -amount, fee: 0, currency, source: made.id };
  made.balance_transaction = book(world, account, { ...line, availableOn: world.now() }).id;
  return world.save(made);
}

/** From our own balance to our financial account, which has it at once. */
function fill(call: Call): Obj {
  const { world, account, params } = call;
  const { amount, currency, payout_method } = params;
  if (account || params.destination || params.method === 'instant') {
    throw refuse('A financial account is paid from the platform, alone and by standard payouts.');
  }
  if (available(world, '', currency) < amount) {
    throw refuse('You have insufficient funds in your Stripe account.', 'balance_insufficient', 'amount');
  }
  fillFinancialAccount(world, payout_method, { amount, currency });
  const made = send(call, { arrival_date: world.now(), method: 'standard', payout_method, status: 'paid' });
  call.emit('payout.created', made);
  call.emit('payout.paid', made);
  return made;
}

/** Gives the money back. A payout that was paid may still fail: that is a bank's return. */
export function fail(call: Pick<Call, 'world' | 'emit'>, payout: Obj, account: string, code: string): Obj {
  if (payout.status === 'failed' || payout.status === 'canceled')
    throw refuse(`The payout is ${payout.status}.`);
  const { amount, currency } = payout;
  const line = { type: 'payout_failure', amount, fee: 0, currency, source: payout.id };
  const back = book(call.world, account, { ...line, availableOn: call.world.now() });
  const message = `The bank refused this payout: ${code}.`;
  const why = { failure_code: code, failure_message: message, failure_balance_transaction: back.id };
  call.world.save(Object.assign(payout, { status: 'failed', ...why }));
  call.emit('payout.failed', payout, account);
  return payout;
}

/** Everything whose time has come. */
export function settlePayouts(call: Pick<Call, 'world' | 'emit'>): void {
  for (const { id, account } of due(call.world)) {
    const payout = call.world.get('payout', id, account);
    if (payout.status === 'pending') {
      call.world.save(Object.assign(payout, { status: 'in_transit', _next: payout.arrival_date }));
      call.emit('payout.updated', payout, account);
    }
    if (payout.arrival_date > call.world.now()) continue;
    if (payout._failing) {
      fail(call, payout, account, payout._failing);
      continue;
    }
    call.world.save(Object.assign(payout, { status: 'paid' }));
    call.emit('payout.paid', payout, account);
  }
}

function due(world: World) {
  return world.sql
    .exec<{ id: string; account: string }>(
      `SELECT id, account FROM objects WHERE kind = 'payout' AND data ->> 'status' IN ('pending', 'in_transit')
       AND data ->> '_next' <= ? ORDER BY seq`,
      world.now(),
    )
    .toArray();
}

export const PAYOUT_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/payouts',
    spec: {
      amount: 'int!',
      currency: 'currency!',
      method: ['standard', 'instant'],
      destination: 'string',
      description: 'string',
      statement_descriptor: 'string',
      payout_method: 'string',
      metadata: 'map',
    },
    handle: create,
  },
  {
    method: 'GET',
    path: '/v1/payouts',
    spec: { ...PAGED, status: ['pending', 'in_transit', 'paid', 'failed', 'canceled'] },
    handle: ({ world, account, params, url }) =>
      world.page('payout', account, url, params, (one) => !params.status || one.status === params.status),
  },
  {
    method: 'GET',
    path: '/v1/payouts/:',
    spec: {},
    handle: ({ world, account, ids }) => world.get('payout', ids[0], account),
  },
  {
    method: 'POST',
    path: '/v1/payouts/:/cancel',
    spec: {},
    handle(call) {
      const payout = call.world.get('payout', call.ids[0], call.account);
      if (payout.status !== 'pending') throw refuse('Payouts can be canceled only while they are pending.');
      const { amount, currency } = payout;
      const line = { type: 'payout_cancel', amount, fee: 0, currency, source: payout.id };
      book(call.world, call.account, { ...line, availableOn: call.world.now() });
      call.world.save(Object.assign(payout, { status: 'canceled' }));
      call.emit('payout.canceled', payout);
      return payout;
    },
  },
];
