// What tests and developers tell the simulator: POST /_sim/shopify/<shop>/…, JSON in and out.
import { command } from '../commands.ts';
import { FAULT, FAULT_KINDS, type Fault } from '../faults.ts';
import { announce, announcePrivacy, deliver, ORDERLY, settle, shopNumber, take } from './deliveries.ts';
import { discountCommand } from './discount-commands.ts';
import { appOf, endTokens, installationOf, installLink, saveApp } from './oauth.ts';
import type { Order } from './order.ts';
import { ORDER_CHANGES } from './order-changes.ts';
import { orderPayload } from './order-payload.ts';
import { makeOrder } from './orders.ts';
import { catalogueCommand, productCommand } from './product-changes.ts';
import { type Checkout, checkoutOf, makeHeld, toldCheckout } from './storefront/checkout.ts';
import { setStorefront } from './storefront/settings.ts';
import { uninstall } from './uninstall.ts';
import { type Fields, wrongCommand } from './wire.ts';
import { legacy, type NodeKind, type World } from './world.ts';

const SETTINGS = [
  ...['tokenLives', 'refreshLives', 'autoApprove', 'everlasting'],
  ...['restoreRate', 'bucket', 'protected', 'giftCardsOutside', 'journeyAfter', 'orderLag', 'deliveries'],
  ...['answerWithin', 'bulkTakes', 'bulkAtOnce', 'bulkUrlLives', 'bulkFails', 'bulkLayout', 'bulkHas'],
  ...['draftReadyAfter', 'draftLag', 'oversell'],
];

type Command = (world: World, id: string, verb: string, body: Fields) => unknown;

const clientIn = (body: Fields): string => {
  if (!/^[0-9a-f]{32}$/.test(String(body.client)))
    throw wrongCommand('client must be an app: 32 hex digits.');
  return String(body.client);
};

/** By its whole ID or its number. */
function orderOf(world: World, id: string): Order {
  const order = world.get('order', `gid://shopify/Order/${legacy(decodeURIComponent(id))}`);
  if (!order) throw wrongCommand(`There is no order ${id}.`);
  return order as Order;
}

const told = (order: Order) => ({
  ...{ id: order.id, number: legacy(order.id), name: order.name, updatedAt: order.updatedAt },
  ...{ cartToken: order.cartToken, checkoutToken: order.checkoutToken, createdAt: order.createdAt },
});

const COMMANDS: Record<string, Command> = {
  orders(world, id, verb, body) {
    if (id === '') {
      const { times = 1, ...one } = body;
      const made = Array.from({ length: times }, () => told(makeOrder(world, one)));
      return times === 1 ? made[0] : { made };
    }
    const change = ORDER_CHANGES[verb];
    if (!change) throw wrongCommand(`An order can be told ${Object.keys(ORDER_CHANGES).join(', ')}.`);
    const order = orderOf(world, id);
    const answer = change(world, order, body);
    return answer === order ? told(order) : answer;
  },
  shop(world, _, __, body) {
    const known = Object.keys(world.owner());
    for (const name of Object.keys(body))
      if (!known.includes(name)) throw wrongCommand(`A shop has ${known.join(', ')}.`);
    world.set('shop', { ...world.setting('shop', {}), ...body });
    announce(world, 'SHOP_UPDATE', { id: shopNumber(world), myshopify_domain: world.shop });
    return world.owner();
  },
  products: productCommand,
  discounts: discountCommand,
  catalogue: (world, _, __, body) => catalogueCommand(world, body),
  storefront: (world, _, __, body) => setStorefront(world, body),
  /** All of them, or one whose order was held and is made now. */
  checkouts(world, token, verb) {
    if (token === '') return { data: (world.all('checkout') as Checkout[]).map(toldCheckout) };
    const found = checkoutOf(world, token);
    if (!found || verb !== 'make') throw wrongCommand('checkouts, or checkouts/<token>/make.');
    return toldCheckout(makeHeld(world, found));
  },
  app(world, _, __, body) {
    const { title, url, privacy, redirects } = { ...appOf(world, clientIn(body)), ...body };
    return saveApp(world, { ...appOf(world, clientIn(body)), title, url, privacy, redirects });
  },
  async 'install-link'(world, _, __, body) {
    const url = body.url ?? appOf(world, clientIn(body)).url;
    if (!URL.canParse(url ?? '')) throw wrongCommand('The app has no url: tell it by `app`, or here.');
    return { url: (await installLink(world, clientIn(body), url)).href };
  },
  scopes(world, _, __, body) {
    const installation = installationOf(world, clientIn(body));
    if (!installation) throw wrongCommand('The app is not installed.');
    const previous = installation.scopes;
    world.save({ ...installation, scopes: body.granted });
    announce(
      world,
      'APP_SCOPES_UPDATE',
      { id: installation.number, previous, current: body.granted },
      body.client,
    );
    return { granted: body.granted };
  },
  tokens(world, _, __, body) {
    endTokens(world, clientIn(body), body.renewals !== false);
    return { ended: body.client };
  },
  uninstall: (world, _, __, body) => ({ uninstalled: uninstall(world, clientIn(body)) }),
  /** What happens to webhooks from now on. */
  webhooks(world, _, __, body) {
    for (const name of Object.keys(body))
      if (!Object.hasOwn(ORDERLY, name))
        throw wrongCommand(`webhooks takes ${Object.keys(ORDERLY).join(', ')}.`);
    world.set('webhooks', body);
    return { ...ORDERLY, ...body };
  },
  flush: async (world, _, __, body) => ({ sent: await deliver(world, body) }),
  take: async (world, _, __, body) => ({ deliveries: await take(world, body) }),
  answered(world, _, __, { id, status }) {
    settle(world, Number(id), status >= 200 && status < 300);
    return { id };
  },
  subscriptions: (world) => ({ data: world.all('subscription').reverse() }),
  /** Something that the simulator does not make by itself. */
  announce(world, _, __, { topic, payload, order }) {
    announce(
      world,
      topic,
      order === undefined ? payload : orderPayload(world, orderOf(world, String(order))),
    );
    return { topic };
  },
  privacy(world, _, __, body) {
    const { topic, order: number, payload = {} } = body;
    if (!/^(customers\/(data_request|redact)|shop\/redact)$/.test(topic))
      throw wrongCommand('topic is customers/data_request, customers/redact or shop/redact.');
    const order = number === undefined ? null : orderOf(world, String(number));
    const { number: id = null, email = null, phone = null } = order?.customer ?? {};
    const orders = order ? [Number(legacy(order.id))] : [];
    const about =
      topic === 'shop/redact'
        ? {}
        : {
            customer: { id, email: email ?? order?.email ?? null, phone },
            ...(topic === 'customers/redact'
              ? { orders_to_redact: orders }
              : { orders_requested: orders, data_request: { id: world.number() } }),
          };
    const sent = { shop_id: shopNumber(world), shop_domain: world.shop, ...about, ...payload };
    if (!announcePrivacy(world, clientIn(body), topic, sent))
      throw wrongCommand('The app has no privacy address: tell it by `app`.');
    return { topic, payload: sent };
  },
};

export async function admin(world: World, path: string, body: Fields): Promise<unknown> {
  const [what = '', id = '', verb = ''] = path.split('/');
  const own = Object.hasOwn(COMMANDS, what) ? COMMANDS[what] : undefined;
  if (own) return await own(world, id, verb, body);
  return command<NodeKind, Fault>(world, path, body, {
    faultKinds: [...FAULT_KINDS, 'cut'],
    fault: { ...FAULT, status: 200 },
    settings: SETTINGS,
    refuse: wrongCommand,
    edited: () => undefined,
  });
}
