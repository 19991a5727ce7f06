// Setting a card up: SetupIntents, and Checkout sessions in setup mode.
import { attach, cardOf } from './cards.ts';
import { failure, refuse } from './wire.ts';
import { type Call, DAY, type Obj, type Route } from './world.ts';

type Acting = Pick<Call, 'world' | 'emit'>;

function newSetup({ world, emit }: Acting, input: Record<string, unknown>): Obj {
  const id = world.id('seti');
  const setup = world.add(
    {
      id,
      object: 'setup_intent',
      client_secret: `${id}_secret_${crypto.randomUUID().slice(0, 8)}`,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: null,
      usage: 'off_session',
      payment_method_types: ['card'],
      ...input,
    },
    '',
  );
  emit('setup_intent.created', setup);
  return setup;
}

/** Throws the decline of a card that its bank refuses; the intent then waits for another card. */
function confirmSetup(acting: Acting, setup: Obj, cardId: string): Obj {
  const { world, emit } = acting;
  if (!['requires_payment_method', 'requires_confirmation'].includes(setup.status)) {
    throw refuse(
      `You cannot confirm this SetupIntent in state ${setup.status}.`,
      'setup_intent_unexpected_state',
    );
  }
  const card = cardOf(world, cardId, 'payment_method');
  try {
    if (setup.customer) attach(acting, card, setup.customer);
  } catch (error) {
    const body = (error as ReturnType<typeof failure>).body.error;
    world.save(Object.assign(setup, { last_setup_error: body, status: 'requires_payment_method' }));
    emit('setup_intent.setup_failed', setup);
    throw failure(402, { ...body, setup_intent: setup });
  }
  world.save(Object.assign(setup, { status: 'succeeded', payment_method: card.id, last_setup_error: null }));
  emit('setup_intent.succeeded', setup);
  return setup;
}

/** What the hosted page does when a person gives a card. Throws what the person is shown. */
export function completeSession(acting: Acting, id: string, cardId: string): Obj {
  const session = openSession(acting, id);
  const setup = acting.world.get('setup_intent', session.setup_intent, '');
  confirmSetup(acting, setup, cardId);
  acting.world.save(Object.assign(session, { status: 'complete', url: null }));
  acting.emit('checkout.session.completed', session);
  return session;
}

export function openSession({ world }: Acting, id: string): Obj {
  const session = world.get('checkout.session', id, '');
  if (session.status === 'open' && session.expires_at <= world.now()) {
    world.save(Object.assign(session, { status: 'expired', url: null }));
  }
  if (session.status !== 'open') throw refuse(`This session is ${session.status}.`);
  return session;
}

const SETUP = { customer: 'string', metadata: 'map', description: 'string' } as const;

export const CHECKOUT_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    spec: {
      ...SETUP,
      usage: ['off_session', 'on_session'],
      payment_method: 'string',
      payment_method_types: 'list',
      automatic_payment_methods: { enabled: 'bool', allow_redirects: ['always', 'never'] },
      confirm: 'bool',
      return_url: 'string',
    },
    handle(call) {
      const {
        customer = null,
        metadata = {},
        usage = 'off_session',
        confirm,
        payment_method: card,
      } = call.params;
      if (customer) call.world.get('customer', customer, '', 'customer');
      const setup = newSetup(call, { customer, metadata, usage });
      if (!confirm) return setup;
      if (!card)
        throw refuse('You must give a payment_method to confirm.', 'parameter_missing', 'payment_method');
      return confirmSetup(call, setup, card);
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:',
    spec: {},
    handle: ({ world, ids }) => world.get('setup_intent', ids[0], ''),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:/confirm',
    spec: { payment_method: 'string!', return_url: 'string' },
    handle: (call) =>
      confirmSetup(call, call.world.get('setup_intent', call.ids[0], ''), call.params.payment_method),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    spec: {
      mode: ['setup'],
      customer: 'string',
      currency: 'currency',
      allowed_payment_method_types: 'list',
      success_url: 'string',
      cancel_url: 'string',
      return_url: 'string',
      ui_mode: ['hosted_page', 'embedded_page', 'elements', 'form'],
      client_reference_id: 'string',
      metadata: 'map',
      setup_intent_data: { metadata: 'map', description: 'string' },
    },
    handle(call) {
      const { world, params } = call;
      const { mode, ui_mode: ui = 'hosted_page', customer = null, currency = null } = params;
      if (!mode) throw refuse('Missing required param: mode.', 'parameter_missing', 'mode');
      const hosted = ui === 'hosted_page';
      const needed = hosted ? 'success_url' : 'return_url';
      if (!params[needed]) throw refuse(`Missing required param: ${needed}.`, 'parameter_missing', needed);
      const foreign = hosted ? 'return_url' : 'success_url';
      if (params[foreign])
        throw refuse(`\`${foreign}\` is not allowed with ui_mode ${ui}.`, undefined, foreign);
      if (!currency && !params.allowed_payment_method_types) {
        throw refuse('Missing required param: currency.', 'parameter_missing', 'currency');
      }
      if (customer) world.get('customer', customer, '', 'customer');
      const setup = newSetup(call, { customer, metadata: params.setup_intent_data?.metadata ?? {} });
      const id = world.id('cs_test');
      return world.add(
        {
          id,
          object: 'checkout.session',
          mode,
          ui_mode: ui,
          status: 'open',
          payment_status: 'no_payment_required',
          customer,
          currency,
          setup_intent: setup.id,
          payment_intent: null,
          allowed_payment_method_types: params.allowed_payment_method_types ?? null,
          payment_method_types: params.allowed_payment_method_types ?? ['card'],
          success_url: params.success_url ?? null,
          cancel_url: params.cancel_url ?? null,
          return_url: params.return_url ?? null,
          client_reference_id: params.client_reference_id ?? null,
          client_secret: hosted ? null : `${id}_secret_${crypto.randomUUID().slice(0, 8)}`,
          url: hosted ? `${world.origin}/stripe/checkout/${world.name}/${id}` : null,
          metadata: params.metadata ?? {},
          expires_at: world.now() + DAY,
        },
        '',
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:',
    spec: {},
    handle: ({ world, ids }) => world.get('checkout.session', ids[0], ''),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:/expire',
    spec: {},
    handle(call) {
      const session = openSession(call, call.ids[0]!);
      call.world.save(Object.assign(session, { status: 'expired', url: null }));
      call.emit('checkout.session.expired', session);
      return session;
    },
  },
];
