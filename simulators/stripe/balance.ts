// Balances are sums of balance transactions, here as at Stripe. Top-ups and transfers move between them.
import { checkAmount, PAGED } from './params.ts';
import { refuse } from './wire.ts';
import type { Call, Obj, Route, World } from './world.ts';

interface Line {
  type: string;
  amount: number;
  fee: number;
  currency: string;
  source: string;
  availableOn: number;
}

export function book(world: World, account: string, line: Line): Obj {
  const { type, amount, fee, currency, source, availableOn } = line;
  const status = availableOn <= world.now() ? 'available' : 'pending';
  const fixed = { id: world.id('txn'), object: 'balance_transaction', type, amount, fee, net: amount - fee };
  return world.add({ ...fixed, currency, source, status, available_on: availableOn }, account);
}

/** What can be spent in a currency, in its smallest unit; `all` counts what is still pending too. */
export function available(world: World, account: string, currency: string, all = false): number {
  return world
    .all('balance_transaction', account)
    .filter((line) => line.currency === currency && (all || line.available_on <= world.now()))
    .reduce((sum, line) => sum + line.net, 0);
}

/** All there is in a currency, what is still pending too: ours, and that of the connected accounts together. */
export function cash(world: World, currency: string): { platform: number; connected: number } {
  const connected = world
    .all('account', '')
    .reduce((sum, account) => sum + available(world, account.id, currency, true), 0);
  return { platform: available(world, '', currency, true), connected };
}

function balance({ world, account }: Call) {
  const currencies = new Set([
    'usd',
    ...world.all('balance_transaction', account).map((line) => line.currency),
  ]);
  const rows = [...currencies].map((currency) => {
    const now = available(world, account, currency);
    return { currency, now, later: available(world, account, currency, true) - now };
  });
  const row = (currency: string, amount: number) => ({ amount, currency, source_types: { card: amount } });
  return {
    object: 'balance',
    livemode: false,
    available: rows.map((one) => row(one.currency, one.now)),
    pending: rows.map((one) => row(one.currency, one.later)),
    ...(account ? { instant_available: rows.map((one) => row(one.currency, Math.max(0, one.now))) } : {}),
  };
}

function transfer(call: Call): Obj {
  const { world, params } = call;
  const { amount, currency } = params;
  checkAmount(amount);
  const destination = world.get('account', params.destination, '', 'destination');
  if (destination.capabilities.transfers !== 'active') {
    const message = 'Your destination account needs the transfers capability enabled.';
    throw refuse(message, 'insufficient_capabilities_for_transfer', 'destination');
  }
  let availableOn = world.now();
  if (params.source_transaction) {
    const charge = world.get('charge', params.source_transaction, '', 'source_transaction');
    if (charge.currency !== currency || charge.amount < amount) {
      throw refuse('The transfer does not fit its source_transaction.', undefined, 'source_transaction');
    }
    availableOn = world.get('balance_transaction', charge.balance_transaction, '').available_on;
  } else if (available(world, '', currency) < amount) {
    throw refuse('You have insufficient available funds in your Stripe account.', 'balance_insufficient');
  }
  const made = world.add(
    {
      id: world.id('tr'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      reversed: false,
      currency,
      description: params.description ?? null,
      destination: destination.id,
      destination_payment: world.id('py'),
      source_transaction: params.source_transaction ?? null,
      source_type: 'card',
      transfer_group: params.transfer_group ?? null,
      balance_transaction: null,
      reversals: { object: 'list', data: [], has_more: false, url: '' },
      metadata: params.metadata ?? {},
    },
    '',
  );
  const line = { type: 'transfer', amount: -amount, fee: 0, currency, source: made.id, availableOn };
  made.balance_transaction = book(world, '', line).id;
  made.reversals.url = `/v1/transfers/${made.id}/reversals`;
  book(world, destination.id, { ...line, type: 'payment', amount, source: made.destination_payment });
  call.emit('transfer.created', made);
  return world.save(made);
}

function reverse(call: Call): Obj {
  const { world, params } = call;
  const whole = world.get('transfer', call.ids[0], '');
  const { currency } = whole;
  const left = whole.amount - whole.amount_reversed;
  const amount = checkAmount(params.amount ?? left);
  if (amount > left)
    throw refuse(`Amount is greater than what is left of the transfer (${left}).`, undefined, 'amount');
  if (available(world, whole.destination, currency) < amount) {
    throw refuse('The connected account has insufficient funds for this reversal.', 'balance_insufficient');
  }
  const id = world.id('trr');
  const line = { fee: 0, currency, source: id, availableOn: world.now() };
  const gain = book(world, '', { ...line, type: 'transfer_refund', amount });
  book(world, whole.destination, { ...line, type: 'payment_refund', amount: -amount });
  const fresh = { id, object: 'transfer_reversal', amount, currency, transfer: whole.id };
  const made = world.add({ ...fresh, balance_transaction: gain.id, metadata: params.metadata ?? {} }, '');
  whole.amount_reversed += amount;
  whole.reversed = whole.amount_reversed === whole.amount;
  whole.reversals.data.unshift(made);
  call.emit('transfer.reversed', world.save(whole));
  return made;
}

export const BALANCE_ROUTES: Route[] = [
  { method: 'GET', path: '/v1/balance', spec: {}, handle: balance },
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    spec: { ...PAGED, type: 'string', source: 'string', payout: 'string', currency: 'currency' },
    handle(call) {
      const { type, source, payout, currency } = call.params;
      const page = call.world.page('balance_transaction', call.account, call.url, call.params, (one) =>
        [type ?? one.type, source ?? one.source, payout ?? one.source, currency ?? one.currency].every(
          (wanted, index) => wanted === [one.type, one.source, one.source, one.currency][index],
        ),
      );
      const status = (one: Obj) => (one.available_on <= call.world.now() ? 'available' : 'pending');
      return { ...page, data: page.data.map((one) => ({ ...one, status: status(one) })) };
    },
  },
  {
    method: 'POST',
    path: '/v1/topups',
    spec: { amount: 'int!', currency: 'currency!', description: 'string', metadata: 'map' },
    handle(call) {
      const { amount, currency, metadata = {} } = call.params;
      checkAmount(amount);
      const fresh = {
        id: call.world.id('tu'),
        object: 'topup',
        amount,
        currency,
        metadata,
        status: 'succeeded',
      };
      const made = call.world.add(fresh, '');
      const line = { type: 'topup', amount, fee: 0, currency, source: made.id };
      book(call.world, '', { ...line, availableOn: call.world.now() });
      call.emit('topup.succeeded', made);
      return made;
    },
  },
  {
    method: 'POST',
    path: '/v1/transfers',
    spec: {
      amount: 'int!',
      currency: 'currency!',
      destination: 'string!',
      source_transaction: 'string',
      transfer_group: 'string',
      description: 'string',
      metadata: 'map',
    },
    handle: transfer,
  },
  {
    method: 'GET',
    path: '/v1/transfers',
    spec: { ...PAGED, destination: 'string', transfer_group: 'string' },
    handle: ({ world, params, url }) =>
      world.page(
        'transfer',
        '',
        url,
        params,
        (one) =>
          (!params.destination || one.destination === params.destination) &&
          (!params.transfer_group || one.transfer_group === params.transfer_group),
      ),
  },
  {
    method: 'GET',
    path: '/v1/transfers/:',
    spec: {},
    handle: ({ world, ids }) => world.get('transfer', ids[0], ''),
  },
  {
    method: 'POST',
    path: '/v1/transfers/:/reversals',
    spec: { amount: 'int', metadata: 'map', description: 'string' },
    handle: reverse,
  },
];
