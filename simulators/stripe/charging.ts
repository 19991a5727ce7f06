// PaymentIntents, their charges, and refunds.

import { available, book } from './balance.ts';
import { cardOf, declined } from './cards.ts';
import { checkUndisputed, dispute } from './disputes.ts';
import { ofPayment } from './of-payment.ts';
import { checkAmount, PAGED } from './params.ts';
import { failure, refuse } from './wire.ts';
import { type Call, DAY, type Obj, type Route } from './world.ts';

const HOLD = 2 * DAY;

/** 2.9 % and 30, which the platform's balance never sees. */
function feeOf(amount: number): number {
  return Math.round((amount * 29) / 1000) + 30;
}

function confirm(call: Call, intent: Obj, cardId: string, offSession: boolean): Obj {
  const { world } = call;
  const card = cardOf(world, cardId, 'payment_method');
  if (card._detached || (card.customer && card.customer !== intent.customer)) {
    throw refuse(
      'The payment method does not belong to the customer you supplied.',
      undefined,
      'payment_method',
    );
  }
  if (offSession && !card.customer) {
    throw refuse('This PaymentMethod is not attached to the customer, which off_session needs.');
  }
  const scripted = world.setting<string[]>('declines', []);
  if (scripted.length > 0) world.set('declines', scripted.slice(1));
  const own = card._test.charge === 'authentication_required' && !offSession ? undefined : card._test.charge;
  const refusal = scripted[0] ?? card._test.attach ?? own;
  const charge = world.add(
    {
      id: world.id('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: refusal ? 0 : intent.amount,
      amount_refunded: 0,
      balance_transaction: null,
      currency: intent.currency,
      customer: intent.customer,
      failure_code: refusal ? declined(refusal).code : null,
      failure_message: refusal ? declined(refusal).message : null,
      paid: !refusal,
      captured: !refusal,
      refunded: false,
      disputed: false,
      payment_intent: intent.id,
      payment_method: card.id,
      status: refusal ? 'failed' : 'succeeded',
      transfer_group: intent.transfer_group,
      metadata: intent.metadata,
    },
    '',
  );
  intent.latest_charge = charge.id;
  if (refusal) {
    const error = { ...declined(refusal), charge: charge.id, payment_method: card };
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: error,
    });
    world.save(intent);
    call.emit('charge.failed', charge);
    call.emit('payment_intent.payment_failed', intent);
    const { payment_method: _, ...rest } = error;
    throw failure(402, { ...rest, payment_intent: intent, payment_method: card });
  }
  const line = book(world, '', {
    type: 'charge',
    amount: intent.amount,
    fee: feeOf(intent.amount),
    currency: intent.currency,
    source: charge.id,
    availableOn: card._test.instant ? world.now() : world.now() + HOLD,
  });
  world.save(Object.assign(charge, { balance_transaction: line.id }));
  const done = { status: 'succeeded', amount_received: intent.amount, payment_method: card.id };
  world.save(Object.assign(intent, done, { last_payment_error: null }));
  call.emit('charge.succeeded', charge);
  call.emit('payment_intent.succeeded', intent);
  if (card._test.disputes) dispute(call, charge);
  return intent;
}

const INTENT = {
  amount: 'int!',
  currency: 'currency!',
  customer: 'string',
  payment_method: 'string',
  payment_method_types: 'list',
  automatic_payment_methods: { enabled: 'bool', allow_redirects: ['always', 'never'] },
  off_session: 'bool',
  confirm: 'bool',
  error_on_requires_action: 'bool',
  description: 'string',
  statement_descriptor_suffix: 'string',
  metadata: 'map',
  transfer_group: 'string',
} as const;

export const CHARGING_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    spec: INTENT,
    handle(call) {
      const { world, params } = call;
      checkAmount(params.amount, 50);
      if (params.off_session && !params.confirm) {
        throw refuse('off_session needs confirm=true.', undefined, 'off_session');
      }
      if (params.confirm && !params.payment_method) {
        throw refuse('You cannot confirm without a payment method.', 'payment_intent_unexpected_state');
      }
      if (params.customer) world.get('customer', params.customer, '', 'customer');
      const known = params.payment_method?.startsWith('pm_card_');
      if (params.payment_method && !known) {
        world.get('payment_method', params.payment_method, '', 'payment_method');
      }
      const id = world.id('pi');
      const intent = world.add(
        {
          id,
          object: 'payment_intent',
          amount: params.amount,
          amount_received: 0,
          currency: params.currency,
          customer: params.customer ?? null,
          client_secret: `${id}_secret_${crypto.randomUUID().slice(0, 8)}`,
          description: params.description ?? null,
          capture_method: 'automatic_async',
          cancellation_reason: null,
          canceled_at: null,
          last_payment_error: null,
          latest_charge: null,
          next_action: null,
          payment_method: null,
          payment_method_types: ['card'],
          status: 'requires_payment_method',
          transfer_group: params.transfer_group ?? null,
          metadata: params.metadata ?? {},
        },
        '',
      );
      call.emit('payment_intent.created', intent);
      return params.confirm
        ? confirm(call, intent, params.payment_method, params.off_session === true)
        : intent;
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    spec: { ...PAGED, customer: 'string' },
    handle: ({ world, params, url }) =>
      world.page(
        'payment_intent',
        '',
        url,
        params,
        (one) => !params.customer || one.customer === params.customer,
      ),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:',
    spec: {},
    handle: ({ world, ids }) => world.get('payment_intent', ids[0], ''),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:/confirm',
    spec: { payment_method: 'string!', off_session: 'bool', return_url: 'string' },
    handle(call) {
      const intent = call.world.get('payment_intent', call.ids[0], '');
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw refuse(`This PaymentIntent is already ${intent.status}.`, 'payment_intent_unexpected_state');
      }
      return confirm(call, intent, call.params.payment_method, call.params.off_session === true);
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:/cancel',
    spec: { cancellation_reason: ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] },
    handle(call) {
      const intent = call.world.get('payment_intent', call.ids[0], '');
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw refuse(
          `You cannot cancel a PaymentIntent in state ${intent.status}.`,
          'payment_intent_unexpected_state',
        );
      }
      const reason = call.params.cancellation_reason ?? null;
      Object.assign(intent, {
        status: 'canceled',
        cancellation_reason: reason,
        canceled_at: call.world.now(),
      });
      call.emit('payment_intent.canceled', intent);
      return call.world.save(intent);
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/:',
    spec: {},
    handle: ({ world, ids }) => world.get('charge', ids[0], ''),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    spec: {
      payment_intent: 'string',
      charge: 'string',
      amount: 'int',
      reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
      metadata: 'map',
    },
    handle: refund,
  },
  ...ofPayment('refund'),
];

function refund(call: Call): Obj {
  const { world, params } = call;
  if (!params.payment_intent && !params.charge) {
    throw refuse('One of charge or payment_intent is needed.', 'parameter_missing', 'payment_intent');
  }
  const intent = params.payment_intent
    ? world.get('payment_intent', params.payment_intent, '', 'payment_intent')
    : null;
  const charge = world.get('charge', params.charge ?? intent!.latest_charge, '', 'charge');
  if (charge.status !== 'succeeded') throw refuse('This charge did not succeed; nothing can be refunded.');
  checkUndisputed(world, charge);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw refuse(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const amount = checkAmount(params.amount ?? left);
  if (amount > left) {
    throw refuse(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      undefined,
      'amount',
    );
  }
  if (available(world, '', charge.currency, true) < amount) {
    throw refuse('Insufficient funds in your Stripe balance to refund this amount.', 'balance_insufficient');
  }
  const made = world.add(
    {
      id: world.id('re'),
      object: 'refund',
      amount,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      currency: charge.currency,
      reason: params.reason ?? null,
      status: 'succeeded',
      balance_transaction: null,
      metadata: params.metadata ?? {},
    },
    '',
  );
  const line = { type: 'refund', amount: -amount, fee: 0, currency: charge.currency, source: made.id };
  made.balance_transaction = book(world, '', { ...line, availableOn: world.now() }).id;
  world.save(made);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.save(charge);
  call.emit('refund.created', made);
  call.emit('charge.refunded', charge);
  return made;
}

/** The card's bank sends a refund back: the money is ours again, and the charge no longer counts as refunded. */
export function failRefund(call: Pick<Call, 'world' | 'emit'>, id: string): Obj {
  const { world } = call;
  const made = world.get('refund', id, '');
  if (made.status !== 'succeeded') throw refuse(`The refund is ${made.status}.`);
  const { amount, currency } = made;
  const line = { type: 'refund_failure', amount, fee: 0, currency, source: id };
  const back = book(world, '', { ...line, availableOn: world.now() }).id;
  world.save(
    Object.assign(made, {
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: back,
    }),
  );
  const charge = world.get('charge', made.charge, '');
  charge.amount_refunded -= amount;
  charge.refunded = false;
  world.save(charge);
  call.emit('refund.failed', made);
  call.emit('refund.updated', made);
  call.emit('charge.refund.updated', made);
  return made;
}
