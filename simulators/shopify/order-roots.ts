// Orders that can be asked for: the last 60 days, unless the app may read all.
import type { Call, Roots } from './call.ts';
import { connection, type Paging, search, type Terms } from './lists.ts';
import { financialStatus, fulfilmentStatus, type Order, sumsOf } from './order.ts';
import { orderView } from './order-view.ts';
import type { Fields } from './wire.ts';
import { DAY, iso, legacy } from './world.ts';

const REACH = 60 * DAY;

const oldest = ({ world, scopes }: Call) => (scopes.has('read_all_orders') ? '' : iso(world.now() - REACH));

export function readOrder(id: unknown, call: Call): Fields | null {
  const order = call.world.get('order', id) as Order | null;
  return order && order.createdAt >= oldest(call) ? orderView(order, call.world) : null;
}

const status = (order: Order) =>
  order.cancelledAt
    ? ['any', 'cancelled']
    : order.closedAt
      ? ['any', 'closed']
      : ['any', 'open', 'not_closed'];

const TERMS: Terms<Order> = {
  id: (order) => Number(legacy(order.id)),
  name: (order) => order.name,
  created_at: (order) => order.createdAt,
  updated_at: (order) => order.updatedAt,
  processed_at: (order) => order.processedAt,
  test: (order) => order.test,
  status,
  tag: (order) => order.tags,
  source_name: (order) => order.source,
  discount_code: (order) => order.codes,
  cart_token: (order) => order.cartToken ?? '',
  checkout_token: (order) => order.checkoutToken ?? '',
  financial_status: (order) => financialStatus(order, sumsOf(order, false)).toLowerCase(),
  fulfillment_status: (order) => fulfilmentStatus(order).toLowerCase(),
};

const KEYS: Record<string, (order: Order) => string | number> = {
  CREATED_AT: (order) => order.createdAt,
  UPDATED_AT: (order) => order.updatedAt,
  PROCESSED_AT: (order) => order.processedAt,
  ID: (order) => Number(legacy(order.id)),
  ORDER_NUMBER: (order) => order.number,
};

function orders({ query }: Fields, call: Call): Order[] {
  const from = oldest(call);
  const lag = call.world.setting('orderLag', 0);
  const indexed = iso(call.world.now() - lag);
  const all = (call.world.all('order') as Order[]).filter(
    (order) => order.createdAt >= from && (lag === 0 || order.updatedAt <= indexed),
  );
  return search(all, query, TERMS, call, 'orders');
}

export const ORDER_ROOTS: Roots = {
  QueryRoot: {
    order: ({ id }, call) => readOrder(id, call),
    orders(args, call) {
      const key = KEYS[args.sortKey ?? 'PROCESSED_AT'];
      if (!key) throw new Error(`The simulator does not sort orders by ${args.sortKey}`);
      const listed = orders(args, call).map((order) => ({ id: order.id, key: key(order), order }));
      return connection(listed, args as Paging, ({ order }) => orderView(order, call.world));
    },
    ordersCount(args, call) {
      const count = Math.min(orders(args, call).length, args.limit ?? 10_000);
      return { count, precision: count === args.limit ? 'AT_LEAST' : 'EXACT' };
    },
  },
};
