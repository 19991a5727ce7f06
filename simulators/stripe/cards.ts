// Customers and their cards. The test cards behave as Stripe's do.
import { PAGED } from './params.ts';
import { failure, refuse } from './wire.ts';
import type { Call, Obj, Route, World } from './world.ts';

interface TestCard {
  brand: string;
  last4: string;
  /** Refused already when it is attached. */
  attach?: string;
  /** Refused when it is charged. */
  charge?: string;
  /** What it brings is available at once. */
  instant?: boolean;
  /** Its holder disputes each charge at once. */
  disputes?: boolean;
}

const TEST_CARDS: Record<string, TestCard> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_bypassPending: { brand: 'visa', last4: '0077', instant: true },
  pm_card_createDispute: { brand: 'visa', last4: '0259', disputes: true },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', charge: 'generic_decline' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', charge: 'authentication_required' },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', attach: 'generic_decline' },
  pm_card_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', attach: 'insufficient_funds' },
  pm_card_chargeDeclinedExpiredCard: { brand: 'visa', last4: '0069', attach: 'expired_card' },
};

/** The error object of a decline. */
export function declined(code: string) {
  if (code === 'authentication_required') {
    const message = 'Your card was declined. This transaction requires authentication.';
    return { type: 'card_error', code, decline_code: code, message } as const;
  }
  if (code === 'expired_card') {
    return { type: 'card_error', code, decline_code: code, message: 'Your card has expired.' } as const;
  }
  const why = code === 'insufficient_funds' ? 'Your card has insufficient funds.' : 'Your card was declined.';
  return { type: 'card_error', code: 'card_declined', decline_code: code, message: why } as const;
}

/** A card by its ID; one of the shared test IDs makes a card of its own. Throws the 404 of an unknown ID. */
export function cardOf(world: World, id: string, param: string): Obj {
  const test = Object.hasOwn(TEST_CARDS, id) ? TEST_CARDS[id]! : null;
  if (!test) return world.get('payment_method', id, '', param);
  return world.add(
    {
      id: world.id('pm'),
      object: 'payment_method',
      type: 'card',
      allow_redisplay: 'unspecified',
      billing_details: { address: null, email: null, name: null, phone: null },
      card: {
        brand: test.brand,
        country: 'US',
        exp_month: 12,
        exp_year: 2034,
        fingerprint: `fp_${test.last4}`,
        funding: 'credit',
        last4: test.last4,
      },
      customer: null,
      _test: test,
    },
    '',
  );
}

/** Throws the decline of a card that its bank refuses. */
export function attach(call: Pick<Call, 'world' | 'emit'>, card: Obj, customer: string): Obj {
  if (card.customer && card.customer !== customer) {
    throw refuse(
      'The payment method has already been attached to a customer.',
      'payment_method_unexpected_state',
    );
  }
  if (card._detached) throw refuse('This PaymentMethod was detached and may not be used again.');
  if (card._test.attach) throw failure(402, declined(card._test.attach));
  if (card.customer === customer) return card;
  call.world.save(Object.assign(card, { customer }));
  call.emit('payment_method.attached', card);
  return card;
}

const CUSTOMER = {
  name: 'string',
  email: 'string',
  description: 'string',
  metadata: 'map',
  invoice_settings: { default_payment_method: 'string' },
} as const;

function checkDefault(call: Call, customer: string): void {
  const id = call.params.invoice_settings?.default_payment_method;
  if (id === undefined || id === '') return;
  const card = call.world.get('payment_method', id, '', 'invoice_settings[default_payment_method]');
  if (card.customer !== customer) throw refuse('The customer does not have a payment method with this ID.');
}

export const CARD_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    spec: CUSTOMER,
    handle(call) {
      const { name = null, email = null, description = null, metadata = {} } = call.params;
      const id = call.world.id('cus');
      checkDefault(call, id);
      const fresh = { id, object: 'customer', name, email, description, metadata };
      const customer = call.world.add({ ...fresh, invoice_settings: { default_payment_method: null } }, '');
      call.emit('customer.created', customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    spec: { ...PAGED, email: 'string' },
    handle: ({ world, params, url }) =>
      world.page(
        'customer',
        '',
        url,
        params,
        (one) => params.email === undefined || one.email === params.email,
      ),
  },
  {
    method: 'GET',
    path: '/v1/customers/:',
    spec: {},
    handle: ({ world, ids }) => world.get('customer', ids[0], ''),
  },
  {
    method: 'POST',
    path: '/v1/customers/:',
    spec: CUSTOMER,
    handle(call) {
      const customer = call.world.get('customer', call.ids[0], '');
      checkDefault(call, customer.id);
      const { invoice_settings: settings, metadata, expand: _, ...rest } = call.params;
      Object.assign(customer, rest);
      Object.assign(customer.metadata, metadata);
      Object.assign(customer.invoice_settings, settings);
      call.emit('customer.updated', customer);
      return call.world.save(customer);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:/payment_methods',
    spec: { ...PAGED, type: 'string' },
    handle({ world, ids, params, url }) {
      world.get('customer', ids[0], '');
      return world.page('payment_method', '', url, params, (one) => one.customer === ids[0]);
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:',
    spec: {},
    handle: ({ world, ids }) => world.get('payment_method', ids[0], ''),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:/attach',
    spec: { customer: 'string!' },
    handle(call) {
      const customer = call.world.get('customer', call.params.customer, '', 'customer');
      return attach(call, cardOf(call.world, call.ids[0]!, 'payment_method'), customer.id);
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:/detach',
    spec: {},
    handle(call) {
      const card = call.world.get('payment_method', call.ids[0], '');
      if (!card.customer) throw refuse('The payment method you provided is not attached to a customer.');
      const customer = call.world.get('customer', card.customer, '');
      if (customer.invoice_settings.default_payment_method === card.id) {
        customer.invoice_settings.default_payment_method = null;
        call.world.save(customer);
      }
      call.world.save(Object.assign(card, { customer: null, _detached: true }));
      call.emit('payment_method.detached', card);
      return card;
    },
  },
];
