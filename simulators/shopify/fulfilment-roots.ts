// Parcels, as the merchant's own apps tell the shop of them.
import type { Roots } from './call.ts';
import { fulfil } from './fulfilments.ts';
import { type Order, toSend } from './order.ts';
import { fulfilmentView } from './order-view.ts';
import type { Fields } from './wire.ts';
import { gid, numberIn, type World } from './world.ts';

const refused = (what: string, field: string, message: string) => ({
  [what]: null,
  userErrors: [{ field: [field], message }],
});

function create({ fulfillment: input }: Fields, world: World) {
  const asked: string[] = input.lineItemsByFulfillmentOrder.map((one: Fields) => one.fulfillmentOrderId);
  const wrong = (message: string) => refused('fulfillment', 'fulfillment', message);
  if (asked.length === 0) return wrong('Line items by fulfillment order must not be empty.');
  if (new Set(asked).size > 1) return wrong('All fulfillment orders must be of the same order.');
  const number = numberIn('FulfillmentOrder', asked[0]);
  const order = number === null ? null : (world.get('order', gid('Order', number)) as Order | null);
  if (!order) return wrong('Fulfillment order does not exist.');
  const status = toSend(order);
  if (status !== 'OPEN' && status !== 'IN_PROGRESS')
    return wrong(`Fulfillment order ${number} has an unfulfillable status= ${status.toLowerCase()}.`);
  const { company = null, number: one, numbers, url, urls } = input.trackingInfo ?? {};
  const { id } = fulfil(world, order, {
    ...{ company, tracking: one ?? numbers?.[0] ?? null, url: url ?? urls?.[0] ?? null },
  });
  if (input.notifyCustomer && order.email !== null) world.count('mail shipping confirmation');
  return { fulfillment: viewOf(world, id), userErrors: [] };
}

function found(world: World, id: string): { order: Order; place: number } | null {
  for (const order of world.all('order') as Order[]) {
    const place = order.fulfilments.findIndex((one) => gid('Fulfillment', one.number) === id);
    if (place >= 0) return { order, place };
  }
  return null;
}

function viewOf(world: World, id: string) {
  const { order, place } = found(world, id)!;
  return fulfilmentView(order.fulfilments[place]!, order, world);
}

function createEvent({ fulfillmentEvent: input }: Fields, world: World) {
  const { fulfillmentId, status, happenedAt, message = null } = input;
  const known = found(world, fulfillmentId);
  const wrong = (text: string) => refused('fulfillmentEvent', 'fulfillmentEvent', text);
  if (!known) return wrong('Fulfillment does not exist.');
  const { order, place } = known;
  if (order.fulfilments[place]!.status === 'CANCELLED') return wrong('Fulfillment is cancelled.');
  fulfil(world, order, { fulfilment: place, status, happenedAt });
  const at = world.at();
  const id = gid('FulfillmentEvent', world.number());
  const event = { __typename: 'FulfillmentEvent', id, status, message, createdAt: at };
  return { fulfillmentEvent: { ...event, happenedAt: happenedAt ?? at }, userErrors: [] };
}

export const FULFILMENT_ROOTS: Roots = {
  Mutation: {
    fulfillmentCreate: (args, { world }) => create(args, world),
    fulfillmentEventCreate: (args, { world }) => createEvent(args, world),
  },
};
