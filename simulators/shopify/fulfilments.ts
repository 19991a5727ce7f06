// Parcels of an order: sent, on their way, delivered, or called back.
import { announce } from './deliveries.ts';
import { current, fulfilmentStatus, type Order } from './order.ts';
import { announceOrder, fulfilmentPayload } from './order-payload.ts';
import { type Fields, wrongCommand } from './wire.ts';
import { gid, type World } from './world.ts';

const STATES = [
  ...['FULFILLED', 'LABEL_PRINTED', 'CONFIRMED', 'READY_FOR_PICKUP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY'],
  ...[
    'DELAYED',
    'ATTEMPTED_DELIVERY',
    'DELIVERED',
    'FAILURE',
    'NOT_DELIVERED',
    'CANCELED',
    'LABEL_PURCHASED',
  ],
  'CARRIER_PICKED_UP',
];

/** A parcel with all that is not sent yet or `quantity` of it; with `fulfilment` (its place) one that goes on. */
export function fulfil(world: World, order: Order, body: Fields): { id: string } {
  const { fulfilment, company = 'DHL', tracking = null, url = null, status = 'FULFILLED' } = body;
  if (!STATES.includes(status)) throw wrongCommand(`status must be one of ${STATES.join(', ')}.`);
  const known = fulfilment === undefined ? undefined : order.fulfilments[Number(fulfilment)];
  if (fulfilment !== undefined && !known) throw wrongCommand(`There is no fulfilment ${fulfilment}.`);
  if (known?.status === 'CANCELLED') throw wrongCommand('A cancelled fulfilment goes nowhere.');
  const now = world.at();
  const one = known ?? {
    ...{ number: world.number(), name: `${order.name}.${order.fulfilments.length + 1}`, at: now },
    ...{ updatedAt: now, status: 'SUCCESS', display: status, quantity: quantityFor(order, body.quantity) },
    ...{ company, tracking, url, deliveredAt: null, inTransitAt: null },
  };
  if (!known) order.fulfilments.push(one);
  Object.assign(one, {
    display: status,
    updatedAt: now,
    status: status === 'CANCELED' ? 'CANCELLED' : 'SUCCESS',
  });
  if (body.tracking !== undefined) Object.assign(one, { company, tracking, url });
  if (status === 'DELIVERED') one.deliveredAt = body.happenedAt ?? now;
  if (/TRANSIT|DELIVER/.test(status)) one.inTransitAt ??= now;
  order.updatedAt = now;
  world.save(order);
  const whole = fulfilmentStatus(order) === 'FULFILLED';
  announceOrder(world, order, known ? [] : [whole ? 'ORDERS_FULFILLED' : 'ORDERS_PARTIALLY_FULFILLED']);
  announce(world, known ? 'FULFILLMENTS_UPDATE' : 'FULFILLMENTS_CREATE', fulfilmentPayload(order, one));
  return { id: gid('Fulfillment', one.number) };
}

function quantityFor(order: Order, asked: unknown): number {
  const sent = order.fulfilments
    .filter(({ status }) => status === 'SUCCESS')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const left = order.lines.filter((line) => !line.tip).reduce((sum, line) => sum + current(line), 0) - sent;
  const wanted = Number(asked ?? left);
  if (order.cancelledAt) throw wrongCommand('A cancelled order is not sent.');
  if (wanted < 1 || wanted > left) throw wrongCommand(`${left} are left to send.`);
  return wanted;
}
