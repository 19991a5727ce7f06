// What happens to an order after it was made: payments, refunds, edits, cancellations, shipments, redaction.
import { moveStock } from './catalogue.ts';
import { announce } from './deliveries.ts';
import { fulfil } from './fulfilments.ts';
import { minor } from './money.ts';
import {
  type Address,
  current,
  type Line,
  type Order,
  priceOf,
  type Refunded,
  sumsOf,
  taxOf,
} from './order.ts';
import { announceOrder, refundPayload } from './order-payload.ts';
import { lineOf, pairs } from './orders.ts';
import { type Fields, wrongCommand } from './wire.ts';
import { gid, legacy, type World } from './world.ts';

type Change = (world: World, order: Order, body: Fields) => unknown;

const sumsIn = (world: World, order: Order) => sumsOf(order, world.setting('giftCardsOutside', false));

/** Saved with its new time, and told. */
function changed(world: World, order: Order, topics: string[]): Order {
  order.updatedAt = world.at();
  world.save(order);
  announceOrder(world, order, topics);
  return order;
}

const pay: Change = (world, order, { amount }) => {
  const { outstanding } = sumsIn(world, order);
  const paid = amount === undefined ? outstanding : minor(amount, order.currency);
  if (order.cancelledAt) throw wrongCommand('A cancelled order is not paid.');
  const open = order.transactions.find(({ status }) => status === 'PENDING');
  if (open && paid === open.amount) Object.assign(open, { status: 'SUCCESS', at: world.at() });
  else {
    if (open) open.status = 'FAILURE';
    const kind = order.held === 'AUTHORIZED' ? ('CAPTURE' as const) : ('SALE' as const);
    const gateway = open?.gateway ?? 'shopify_payments';
    order.transactions.push({
      number: world.number(),
      kind,
      status: 'SUCCESS',
      gateway,
      amount: paid,
      at: world.at(),
    });
  }
  order.held = null;
  return changed(world, order, sumsIn(world, order).outstanding <= 0 ? ['ORDERS_PAID'] : []);
};

/** By its place in the list, or by its number. */
function lineAt(order: Order, at: unknown): Line {
  const found =
    order.lines[Number(at)] ?? order.lines.find(({ number }) => String(number) === legacy(String(at)));
  if (!found) throw wrongCommand(`There is no line ${at}.`);
  return found;
}

/**
 * `lines` is what comes back, `all` everything that is left; `shipping` an amount. `amount` is what is paid back where that
 * is not what those come to: the rest is an adjustment, and the order's subtotal stays as it is.
 */
const refund: Change = (world, order, body) => {
  const { all = false, note = null, restock: back = true } = body;
  const sums = sumsIn(world, order);
  const wanted: Fields[] = all
    ? order.lines
        .map((line, at) => ({ line: at, quantity: current(line) }))
        .filter(({ quantity }) => quantity > 0)
    : (body.lines ?? []);
  const lines = wanted.map(({ line: at, quantity = 1 }) => {
    const line = lineAt(order, at);
    if (quantity > current(line)) throw wrongCommand(`Only ${current(line)} of line ${at} are left.`);
    const subtotal = priceOf(line, current(line)) - priceOf(line, current(line) - quantity);
    const tax = taxOf(line, current(line)) - taxOf(line, current(line) - quantity);
    line.refunded += quantity;
    if (back && line.variant) moveStock(world, line.variant, quantity);
    const restocked = back ? (order.fulfilments.length > 0 ? 'RETURN' : 'CANCEL') : 'NO_RESTOCK';
    return { number: world.number(), line: line.number, quantity, subtotal, tax, restock: restocked };
  });
  const shipping = all
    ? sums.currentShipping
    : body.shipping === undefined
      ? 0
      : minor(body.shipping, order.currency);
  if (shipping > sums.currentShipping) throw wrongCommand('That is more than the shipping cost.');
  const taxBefore = sums.currentTax;
  if (order.shipping) order.shipping.refunded += shipping;
  const after = sumsIn(world, order);
  const left = sums.received - sums.refunded;
  // What edits took out was paid as well, and goes back with all the rest.
  const suggested = all ? left : Math.min(sums.currentTotal - after.currentTotal, left);
  const total = body.amount === undefined ? suggested : minor(body.amount, order.currency);
  if (total > left) throw wrongCommand('That is more than was paid.');
  const made: Refunded = {
    ...{ number: world.number(), at: world.at(), note, lines, shipping, total },
    adjustment: body.amount === undefined ? 0 : suggested - total,
  };
  order.refunds.push(made);
  if (total > 0)
    order.transactions.push({
      ...{
        number: world.number(),
        kind: 'REFUND',
        status: body.pending ? 'PENDING' : 'SUCCESS',
        amount: total,
      },
      ...{ gateway: order.transactions.at(-1)?.gateway ?? 'manual', at: world.at() },
    } as Order['transactions'][number]);
  changed(world, order, []);
  announce(world, 'REFUNDS_CREATE', refundPayload(order, made));
  return { id: gid('Refund', made.number), total, tax: taxBefore - after.currentTax };
};

/** The money of refunds that were on their way arrives, or comes back: `SUCCESS` or `FAILURE`. */
const settle: Change = (world, order, { to = 'SUCCESS' }) => {
  if (to !== 'SUCCESS' && to !== 'FAILURE') throw wrongCommand('to is SUCCESS or FAILURE.');
  const open = order.transactions.filter(({ kind, status: is }) => kind === 'REFUND' && is === 'PENDING');
  if (open.length === 0) throw wrongCommand('No refund is on its way.');
  for (const one of open) Object.assign(one, { status: to, at: world.at() });
  return changed(world, order, []);
};

/** `add` lines, `set` the quantity of others, give `attributes` or `tags`. */
const edit: Change = (world, order, { add = [], set = [], attributes, tags }) => {
  const added: Fields[] = [];
  const taken: Fields[] = [];
  for (const asked of add as Fields[]) {
    const line = lineOf(world, asked, order.currency);
    const rates = order.lines[0]?.taxes ?? [];
    line.taxes = rates.map((tax) => ({ ...tax, amount: Math.round(line.price * line.quantity * tax.rate) }));
    order.lines.push(line);
    added.push({ id: line.number, delta: line.quantity });
    if (line.variant) moveStock(world, line.variant, -line.quantity);
  }
  for (const { line: at, quantity } of set as Fields[]) {
    const line = lineAt(order, at);
    if (quantity > current(line)) throw wrongCommand('An edit of the simulator only takes out.');
    const delta = current(line) - quantity;
    line.removed += delta;
    taken.push({ id: line.number, delta });
    if (line.variant) moveStock(world, line.variant, delta);
  }
  if (attributes) order.attributes = pairs(attributes);
  if (tags) order.tags = tags;
  const lines = add.length + set.length > 0;
  if (lines) order.edited = true;
  changed(world, order, []);
  // The edit has a payload of its own, in which the order's ID has another name.
  if (lines)
    announce(world, 'ORDERS_EDITED', {
      order_edit: {
        ...{ id: world.number(), app_id: null, created_at: world.at(), order_id: Number(legacy(order.id)) },
        ...{ notify_customer: false, staff_note: '', user_id: null },
        line_items: { additions: added, removals: taken },
        discounts: { line_item: { additions: [], removals: [] } },
        shipping_lines: { additions: [], removals: [] },
      },
    });
  return order;
};

/** Everything that was paid goes back, unless `refund` is false. */
const cancel: Change = (world, order, { reason = 'CUSTOMER', refund: back = true }) => {
  if (order.cancelledAt) throw wrongCommand('It was cancelled already.');
  order.cancelledAt = world.at();
  order.cancelReason = reason;
  order.closedAt = world.at();
  for (const one of order.transactions) if (one.status === 'PENDING') one.status = 'FAILURE';
  const { received, refunded } = sumsIn(world, order);
  if (received === 0) {
    for (const line of order.lines) {
      if (line.variant) moveStock(world, line.variant, current(line));
      line.removed += current(line);
    }
    if (order.shipping) order.shipping.refunded = order.shipping.price;
    order.held = null;
  } else if (back && received > refunded) refund(world, order, { all: true, note: 'cancelled' });
  changed(world, order, ['ORDERS_CANCELLED']);
  return order;
};

/** A payment that was authorized and never taken, or ran out. */
const status: Change = (world, order, { to }) => {
  if (!['EXPIRED', 'VOIDED', 'AUTHORIZED'].includes(to))
    throw wrongCommand('to is EXPIRED, VOIDED or AUTHORIZED.');
  order.held = to;
  return changed(world, order, []);
};

/** The customer is no longer known: their request was carried out. */
const redact: Change = (world, order) => {
  const { customer, email, phone } = order;
  Object.assign(order, {
    customer: null,
    email: null,
    phone: null,
    address: null,
    clientIp: null,
    note: null,
  });
  world.save(order);
  return { customer: { id: customer?.number ?? null, email, phone } };
};

const remove: Change = (world, order) => {
  world.remove(order.id);
  announce(world, 'ORDERS_DELETE', { id: Number(legacy(order.id)) });
  return { deleted: order.id };
};

/** Anything else that somebody changes by hand, at a moment of its own if need be. */
const change: Change = (world, order, body) => {
  const { address, ...rest } = body;
  if (address) order.address = { ...order.address, ...address } as Address;
  Object.assign(order, rest);
  if (rest.updatedAt === undefined) return changed(world, order, []);
  world.save(order);
  return order;
};

export const ORDER_CHANGES: Record<string, Change> = {
  ...{ pay, refund, settle, edit, cancel, status, redact, fulfil, change, delete: remove },
};
