// Making an order, as a checkout, a till, staff or a subscription does: POST /_sim/shopify/<shop>/orders.

import { moveStock, variantOf } from './catalogue.ts';
import { countUses, discountByCode, offOf } from './discount.ts';
import { minor, spread } from './money.ts';
import type { Customer, Line, Order, Tax } from './order.ts';
import { financialStatus, sumsOf } from './order.ts';
import { announceOrder } from './order-payload.ts';
import { type Fields, random, wrongCommand } from './wire.ts';
import { gid, iso, MINUTE, type World } from './world.ts';

/** Where an order comes from: only a checkout has tokens and a visit. */
const SOURCES = { web: 'web', pos: 'pos', draft: 'shopify_draft_order', renewal: 'subscription_contract' };

const taxed = (amount: number, rate: number, included: boolean) =>
  included ? Math.round((amount * rate) / (1 + rate)) : Math.round(amount * rate);

const taxesOf = (amount: number, rates: Fields[], included: boolean): Tax[] =>
  rates.map(({ title = 'Tax', rate }) => ({ title, rate, amount: taxed(amount, Number(rate), included) }));

/** A line by a variant of the shop's, or as the command has it. */
export function lineOf(world: World, asked: Fields, currency: string): Line {
  const variant = asked.variant === undefined ? null : variantOf(world, String(asked.variant));
  if (asked.variant !== undefined && !variant) throw wrongCommand(`There is no variant ${asked.variant}.`);
  const price = asked.price === undefined ? variant?.variant.price : minor(asked.price, currency);
  if (price === undefined) throw wrongCommand('A line needs a price or a variant.');
  const quantity = Number(asked.quantity ?? 1);
  if (!Number.isInteger(quantity) || quantity < 1)
    throw wrongCommand('quantity must be a whole number from 1.');
  const special = asked.tip === true;
  return {
    number: world.number(),
    title: special ? 'Tip' : (asked.title ?? variant?.product.title ?? 'Roast'),
    product: variant?.product.id ?? null,
    variant: variant ? gid('ProductVariant', variant.variant.number) : null,
    variantTitle: variant?.variant.title ?? null,
    sku: variant?.variant.sku ?? asked.sku ?? null,
    vendor: variant?.product.vendor ?? null,
    quantity,
    removed: 0,
    refunded: 0,
    price,
    discount: 0,
    taxes: [],
    giftCard: asked.giftCard ?? variant?.product.giftCard ?? false,
    tip: special,
    plan: asked.plan ?? null,
    ships: !special && !(asked.giftCard ?? variant?.product.giftCard ?? false),
    attributes: pairs(asked.attributes),
  };
}

export const pairs = (attributes: unknown): { key: string; value: string }[] =>
  Array.isArray(attributes)
    ? attributes
    : Object.entries((attributes ?? {}) as Fields).map(([key, value]) => ({ key, value: String(value) }));

/** The customer with this email or phone; a new one where there is none. */
function customerOf(world: World, asked: Fields | null): Customer | null {
  if (!asked) return null;
  const key = `customer ${asked.email ?? asked.phone ?? random(8)}`;
  const number = world.setting(key, 0) || world.number();
  world.set(key, number);
  const { firstName = null, lastName = null, email = null, phone = null } = asked;
  return { number, firstName, lastName, email, phone };
}

const EMPTY_ADDRESS = {
  ...{ firstName: null, lastName: null, company: null, address1: null, address2: null, city: null },
  ...{ provinceCode: null, countryCode: null, zip: null, phone: null },
};

/** What an order would come to, without making it. */
export function buildOrder(world: World, asked: Fields): Order {
  const owner = world.owner();
  const kind = (asked.kind ?? 'web') as keyof typeof SOURCES;
  if (!Object.hasOwn(SOURCES, kind))
    throw wrongCommand(`kind must be one of ${Object.keys(SOURCES).join(', ')}`);
  const currency: string = asked.currency ?? owner.currency;
  // Every renewal is of a subscription, which its lines name.
  const plan = kind === 'renewal' ? 'Monthly' : null;
  const lines: Line[] =
    asked.built ??
    ((asked.lines ?? [{ price: '50.00' }]) as Fields[]).map((one) =>
      lineOf(world, { plan, ...one }, currency),
    );
  // A code that the shop has takes off what it says.
  const codes: Fields[] = (asked.discounts ?? []).map((one: Fields | string) => {
    if (typeof one !== 'string') return one;
    const known = discountByCode(world, one);
    return known ? offOf(known) : { code: one, amount: 0 };
  });
  const offs = discount(lines, codes, currency);
  const included: boolean = asked.taxesIncluded ?? owner.taxesIncluded;
  const rates: Fields[] = asked.taxes ?? [];
  for (const line of lines)
    if (!line.giftCard && !line.tip)
      line.taxes = taxesOf(line.price * line.quantity - line.discount, rates, included);
  const shipping = asked.shipping === undefined ? null : minor(asked.shipping, currency);
  const made = asked.createdAt === undefined ? world.at() : iso(Date.parse(asked.createdAt));
  const number = asked.number ?? world.number();
  const checkout = kind === 'web';
  const order = {
    id: gid('Order', number),
    number: 0,
    name: asked.name ?? '',
    createdAt: made,
    processedAt: asked.processedAt ?? made,
    updatedAt: made,
    currency,
    presentment: {
      currency: asked.presentment?.currency ?? currency,
      rate: Number(asked.presentment?.rate ?? 1),
    },
    taxesIncluded: included,
    test: asked.test ?? false,
    source: asked.source ?? SOURCES[kind],
    lines,
    shipping:
      shipping === null
        ? null
        : {
            ...{ number: world.number(), title: 'Standard', price: shipping, refunded: 0 },
            taxes: taxesOf(shipping, rates, included),
          },
    codes: codes.map(({ code }) => String(code)),
    offs,
    attributes: pairs(asked.attributes),
    customer: customerOf(world, asked.customer ?? null),
    email: asked.email ?? asked.customer?.email ?? null,
    phone: asked.phone ?? asked.customer?.phone ?? null,
    address: asked.address ? { ...EMPTY_ADDRESS, ...asked.address } : null,
    clientIp: checkout ? (asked.clientIp ?? '203.0.113.9') : null,
    cartToken: checkout && asked.cartToken !== null ? (asked.cartToken ?? random(32)) : null,
    checkoutToken: checkout && asked.checkoutToken !== null ? (asked.checkoutToken ?? random(32)) : null,
    transactions: [],
    refunds: [],
    fulfilments: [],
    ...{ cancelledAt: null, cancelReason: null, closedAt: null, edited: false, held: null },
    tags: asked.tags ?? [],
    note: asked.note ?? null,
    visit: checkout ? visitOf(world, asked, made) : null,
    journeyAt: world.now() + world.setting('journeyAfter', 5 * MINUTE),
    app: null,
    pos: kind === 'pos',
    original: 0,
  } as unknown as Order;
  order.original = sumsOf(order, world.setting('giftCardsOutside', false)).total;
  return order;
}

/** Makes an order of what was built, and tells who listens. */
export function makeOrder(world: World, asked: Fields): Order {
  const order = placeOrder(world, buildOrder(world, asked), asked);
  const paid = financialStatus(order, sumsOf(order, false)) === 'PAID';
  announceOrder(world, order, ['ORDERS_CREATE', ...(paid ? ['ORDERS_PAID'] : [])]);
  return order;
}

/** Gives it its name, takes the payment, and takes the goods and the codes. */
export function placeOrder(world: World, order: Order, asked: Fields): Order {
  const { prefix, suffix } = world.owner();
  order.number = world.count1('order', 1000);
  order.name ||= `${prefix}${order.number}${suffix}`;
  pay(world, order, asked.pay ?? (order.original === 0 ? 'nothing' : 'paid'), asked);
  world.add('order', '', order);
  for (const { variant, quantity } of order.lines) if (variant) moveStock(world, variant, -quantity);
  countUses(world, order.codes, order.email ?? order.phone);
  return order;
}

/** Codes take an amount or a percentage off what they apply to: neither gift cards nor tips. @returns what each took off. */
function discount(lines: Line[], codes: Fields[], currency: string): number[] {
  const apply = lines.filter((line) => !line.giftCard && !line.tip);
  return codes.map(({ amount, percent, minor: whole }) => {
    const left = apply.map((line) => line.price * line.quantity - line.discount);
    const all = left.reduce((sum, one) => sum + one, 0);
    const off =
      percent === undefined
        ? (whole ?? minor(amount ?? 0, currency))
        : Math.round((all * Number(percent)) / 100);
    spread(Math.min(off, all), left).forEach((share, at) => {
      apply[at]!.discount += share;
    });
    return Math.min(off, all);
  });
}

const visitOf = (world: World, { landing = null, referrer = null, utm = null }: Fields, at: string) =>
  landing === null && referrer === null
    ? null
    : { number: world.number(), landingPage: landing, referrer, utm, at };

/** `paid`, `pending`, `authorized`, or an amount; `giftCard` says how much of it a gift card paid. */
function pay(world: World, order: Order, how: unknown, { giftCard }: Fields): void {
  if (how === 'nothing') return;
  const at = order.createdAt;
  const add = (
    kind: 'SALE' | 'AUTHORIZATION',
    gateway: string,
    amount: number,
    status: 'SUCCESS' | 'PENDING',
  ) => order.transactions.push({ number: world.number(), kind, status, gateway, amount, at });
  if (how === 'pending') {
    add('SALE', 'bank_deposit', order.original, 'PENDING');
    return;
  }
  if (how === 'authorized') {
    add('AUTHORIZATION', 'shopify_payments', order.original, 'SUCCESS');
    order.held = 'AUTHORIZED';
    return;
  }
  const amount = how === 'paid' ? order.original : minor(how, order.currency);
  const card = giftCard === undefined ? 0 : Math.min(amount, minor(giftCard, order.currency));
  if (card > 0) add('SALE', 'gift_card', card, 'SUCCESS');
  if (amount > card) add('SALE', 'shopify_payments', amount - card, 'SUCCESS');
}
