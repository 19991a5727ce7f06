import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { isShop } from '../../accounts/connections/connection.ts';
import { requireOwnConnection } from '../../accounts/connections/interface.ts';
import { findCatalogueOf } from '../catalogues/interface.ts';
import { listDataRequestRows } from './data-request-store.ts';
import { presentSync, type Sync } from './shop.ts';
import { countDueOrders, findShop } from './store.ts';

/** The most customers' requests that are shown. */
const MOST_REQUESTS = 50;

/** How a shop's orders arrive. */
export interface ShopState {
  /** The pixel that its orders are events of; null before the shop was read for the first time. */
  pixel: string | null;
  /** When a webhook last told of it, to the minute. */
  heardAt: string | null;
  /** When its changed orders are listed next; null while it is not read. */
  listedNextAt: string | null;
  ordersDue: number;
  /** The last listing that found orders of which no webhook had told. */
  missed: { orders: number; at: string } | null;
  testOrder: { id: string; name: string; createdAt: string; readAt: string } | null;
  /** The last sync that a person asked for. */
  sync: Sync | null;
  /** When the shop ends the connection unless it is used before or made again. */
  endsAt: string | null;
  /** Customers who asked for their data, open requests first. */
  dataRequests: { id: string; orders: readonly string[]; createdAt: string; answeredAt: string | null }[];
}

/** Throws not_found, and operation_rejected for a connection that is no shop. */
export async function getShop(ctx: Ctx, id: string): Promise<ShopState> {
  const [{ provider, endsAt }, shop, ordersDue, catalogue, requests] = await Promise.all([
    requireOwnConnection(ctx, id),
    findShop(ctx, id),
    countDueOrders(ctx, id),
    findCatalogueOf(ctx, id),
    listDataRequestRows(ctx, id, MOST_REQUESTS),
  ]);
  if (!isShop(provider) || !shop) throw rejected('no_shop', 'This connection is not a shop.');
  const { missed, missedAt, testOrder: test } = shop;
  return {
    pixel: shop.pixelId,
    heardAt: isoOrNull(shop.heardAt),
    listedNextAt: shop.dueAt === null ? null : iso(Math.max(shop.sweepAt, ctx.now)),
    ordersDue,
    missed: missedAt === null ? null : { orders: missed, at: iso(missedAt) },
    testOrder: test && {
      id: test.id,
      name: test.name,
      createdAt: iso(test.createdAt),
      readAt: iso(test.readAt),
    },
    sync: shop.syncStartedAt === null ? null : presentSync(shop, catalogue),
    endsAt: isoOrNull(endsAt),
    dataRequests: requests.map((one) => ({
      id: one.id,
      orders: one.orders,
      createdAt: iso(one.createdAt),
      answeredAt: isoOrNull(one.answeredAt),
    })),
  };
}
