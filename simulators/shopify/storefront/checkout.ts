// From a cart, or from one product at once, to an order: what the shop's checkout does.
import { offOf } from '../discount.ts';
import type { Order } from '../order.ts';
import { makeOrder } from '../orders.ts';
import { type Fields, random, wrongCommand } from '../wire.ts';
import { legacy, type Node, type World } from '../world.ts';
import { addItem, type Cart, codesThatHold, newCart } from './cart.ts';
import { storefrontSettings } from './settings.ts';

export interface Checkout extends Node {
  token: string;
  cart: Pick<Cart, 'token' | 'note' | 'attributes' | 'lines' | 'codes'>;
  /** What the visitor typed; null until they have paid. */
  buyer: Fields | null;
  /** What its codes took off, once it was paid. */
  held: Fields[] | null;
  order: { id: string; name: string } | null;
  /** The number that the order has, or will have. */
  orderNumber: number | null;
  visit: Fields;
  /** Whether the page that tells pixels of the order was shown. */
  told: boolean;
}

const contents = ({ token, note, attributes, lines, codes }: Checkout['cart']) => ({
  ...{ token, note, attributes, lines, codes },
});

function begin(world: World, cart: Cart, visit: Fields): Checkout {
  const token = random(32);
  const rest = { buyer: null, held: null, order: null, orderNumber: null, told: false, visit };
  return world.add('checkout', '', {
    id: `checkout:${token}`,
    token,
    cart: contents(cart),
    ...rest,
  }) as Checkout;
}

/** The checkout of a cart holds what is in the cart now. */
export function checkOut(world: World, cart: Cart, visit: Fields): Checkout {
  const known = checkoutOf(world, world.setting(`checkout of ${cart.token}`, ''));
  if (known && known.buyer === null) return world.save({ ...known, cart: contents(cart) }) as Checkout;
  const made = begin(world, cart, visit);
  world.set(`checkout of ${cart.token}`, made.token);
  return made;
}

/** "Buy it now" and express buttons leave the visitor's cart as it is, and nothing of it comes along. */
export function buyNow(world: World, item: Fields, visit: Fields): Checkout {
  const alone = newCart();
  addItem(world, alone, item);
  return begin(world, alone, visit);
}

export const checkoutOf = (world: World, token: string): Checkout | null =>
  world.get('checkout', `checkout:${token}`) as Checkout | null;

/** What the order is made of, once there is somebody who pays. */
export function askedOf(world: World, { token, cart, visit, buyer, held, orderNumber }: Checkout): Fields {
  const { shipping, taxes } = storefrontSettings(world);
  const { email = null, phone = null, firstName = null, lastName = null, ...address } = buyer ?? {};
  return {
    number: orderNumber,
    lines: cart.lines.map(({ variant, quantity, properties }) => ({
      variant,
      quantity,
      attributes: properties,
    })),
    attributes: cart.attributes,
    discounts: held ?? codesThatHold(world, cart, email ?? phone).map(offOf),
    note: cart.note,
    ...{ cartToken: cart.token, checkoutToken: token, taxes, ...(shipping !== null && { shipping }) },
    ...(email !== null || phone !== null ? { customer: { email, phone, firstName, lastName } } : {}),
    address: { firstName, lastName, phone, ...address },
    ...visit,
  };
}

/** Pays. The order is made at once, unless orders are held. */
export function complete(world: World, checkout: Checkout, buyer: Fields): Checkout {
  const orderNumber = world.number();
  const held = codesThatHold(world, checkout.cart, buyer.email ?? buyer.phone ?? null).map(offOf);
  const paid = world.save({ ...checkout, buyer, held, orderNumber }) as Checkout;
  return storefrontSettings(world).orders === 'held' ? paid : makeHeld(world, paid);
}

/** Makes the order of a checkout that was paid for. */
export function makeHeld(world: World, checkout: Checkout): Checkout {
  if (checkout.buyer === null) throw wrongCommand('Nobody has paid yet.');
  if (checkout.order) throw wrongCommand('Its order was made already.');
  const order: Order = makeOrder(world, askedOf(world, checkout));
  return world.save({ ...checkout, order: { id: order.id, name: order.name } }) as Checkout;
}

export const orderIdOf = (world: World, { orderNumber }: Checkout): string | null =>
  orderNumber === null
    ? null
    : storefrontSettings(world).orderIds === 'bare'
      ? String(orderNumber)
      : `gid://shopify/OrderIdentity/${orderNumber}`;

/** For the one who scripts: what there is by its token. */
export const toldCheckout = ({ token, order, orderNumber, cart }: Checkout) => ({
  token,
  cartToken: cart.token,
  order: order && { ...order, number: legacy(order.id) },
  orderNumber: orderNumber === null ? null : String(orderNumber),
});
