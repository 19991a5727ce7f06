import type { SystemCtx } from '../../../context.ts';
import type { NoSale, ShopOrder } from '../../../integrations/shops/platform.ts';
import { readCartLanding } from '../../../pixel/cart-landing.ts';
import { hashUser } from '../../../pixel/hash-user.ts';
import { recordShopOrders } from '../../measurement/pixel-events/record-shop-orders.ts';
import { listForgottenOrders } from './privacy-store.ts';
import type { ShopRow } from './shop.ts';
import { saveTestOrder } from './store.ts';

const NO_SALES: Record<NoSale, 'test' | 'sample' | 'draft' | 'renewal' | 'free'> = {
  test: 'test',
  sample: 'sample',
  draft: 'draft',
  renewal: 'renewal',
  zero: 'free',
};

/**
 * Records orders that were just read, as events of the shop's pixel. Customers' addresses are hashed here and go no
 * further. @returns the numbers of those that could not be recorded.
 */
export async function recordOrders(
  ctx: SystemCtx,
  { id, accountId, pixelId, pixelSince }: Pick<ShopRow, 'id' | 'accountId' | 'pixelId' | 'pixelSince'>,
  read: readonly ShopOrder[],
): Promise<ReadonlySet<string>> {
  // On another pixel, an older order would be a second sale.
  const orders = read.filter(({ createdAt }) => createdAt >= pixelSince);
  if (pixelId === null || orders.length === 0) return new Set();
  const numbers = orders.map((order) => order.id);
  const forgotten = await listForgottenOrders(ctx, accountId, numbers);
  const told = orders.map(({ channel, noSale, attribute, email, phone, codes, name, ...order }) => ({
    id: order.id,
    name,
    checkoutToken: order.checkoutToken ?? undefined,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    readAt: ctx.now,
    currency: order.currency,
    value: order.value,
    returned: order.returned,
    paidAt: order.paidAt,
    cancelledAt: order.cancelledAt,
    channel: channel === 'pos' ? ('pos' as const) : ('online' as const),
    noSale: noSale === null ? null : NO_SALES[noSale],
    country: order.country ?? undefined,
    landing: attribute === null ? undefined : (readCartLanding(attribute, ctx.now) ?? undefined),
    discountCodes: codes,
    referrers: order.journey?.ready ? order.journey.referrers : undefined,
    customer: hashUser({ email, phone }),
    forgotten: forgotten.has(order.id),
  }));
  await noteTest(ctx, id, orders);
  const { failed } = await recordShopOrders(ctx, { accountId, pixelId }, told);
  return new Set(failed);
}

/** A test order is no sale, but merchants want to see that it came. */
async function noteTest(ctx: SystemCtx, id: string, orders: readonly ShopOrder[]): Promise<void> {
  const [newest] = orders.filter(({ noSale }) => noSale === 'test').sort((a, b) => b.createdAt - a.createdAt);
  if (!newest) return;
  const { id: order, name, createdAt } = newest;
  await saveTestOrder(ctx, id, { id: order, name, createdAt, readAt: ctx.now });
}
