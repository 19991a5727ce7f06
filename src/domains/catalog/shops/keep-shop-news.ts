import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { ShopNewsMessage } from '../../../env.ts';
import { SHOP_PLATFORMS } from '../../../integrations/shop-platforms.ts';
import { keepProductNews, listCataloguesOf } from '../catalogues/interface.ts';
import { insertDueOrders, listShopsNamed, saveDue, saveHeard } from './store.ts';

const KINDS: ReadonlySet<string> = new Set(['order', 'parcel', 'product', 'shop', 'uninstalled']);

/**
 * Notes which orders and products have to be read, and which shops have to be looked at, whatever number of webhooks told
 * so. News of
 * shops that are not in use is dropped: connecting one reads what it missed.
 * @returns the shops that are due.
 */
export async function keepShopNews(ctx: SystemCtx, news: readonly ShopNewsMessage[]): Promise<string[]> {
  const due = new Set<string>();
  for (const provider of SHOP_PLATFORMS) {
    const these = news.filter((one) => one.provider === provider && KINDS.has(one.kind));
    if (these.length === 0) continue;
    const ids = await listShopsNamed(ctx, provider, [...new Set(these.map(({ shop }) => shop))]);
    const orders = new Map<string, { shopId: string; orderId: string }>();
    const told = new Map<string, { shopId: string; orderId: string }>();
    const products = new Map<string, Set<string>>();
    const [read, looked] = [new Set<string>(), new Set<string>()];
    for (const { shop, order, product, kind } of these) {
      for (const shopId of ids.get(shop) ?? []) {
        if (kind === 'product') {
          if (product !== null) products.set(shopId, (products.get(shopId) ?? new Set()).add(product));
          continue;
        }
        if (order !== null) told.set(`${shopId} ${order}`, { shopId, orderId: order });
        // Where a parcel is changes nothing about a sale.
        if (kind === 'parcel') continue;
        if (order !== null) orders.set(`${shopId} ${order}`, { shopId, orderId: order });
        // Whether a shop has uninstalled the app is seen when it is read: the webhook may be an old one.
        (kind === 'order' ? read : looked).add(shopId);
        due.add(shopId);
      }
    }
    if (products.size > 0) await keepProductNews(ctx, products);
    const heard = await ordersHeard(ctx, [...told.values()]);
    await inOneBatch(ctx, (own) => {
      heard(own);
      insertDueOrders(own, [...orders.values()]);
      saveHeard(own, [...read, ...looked]);
      saveDue(own, [...looked], true);
      saveDue(
        own,
        [...read].filter((id) => !looked.has(id)),
        false,
      );
    });
  }
  return [...due];
}

/** Tells the domains above in a batch of orders of which webhooks told. */
async function ordersHeard(
  ctx: SystemCtx,
  told: readonly { shopId: string; orderId: string }[],
): Promise<(own: SystemCtx) => void> {
  if (told.length === 0) return () => {};
  const [found, ...hear] = await Promise.all([
    listCataloguesOf(
      ctx,
      told.map(({ shopId }) => shopId),
    ),
    ...ctx.reactions.shopOrdersHeard.map((load) => load()),
  ]);
  const catalogues = new Map(found.map(({ id, connectionId }) => [connectionId, id]));
  const orders = told.flatMap(({ shopId, orderId: order }) => {
    const catalogue = catalogues.get(shopId);
    return catalogue === undefined ? [] : [{ catalogue, order }];
  });
  return (own) => {
    for (const one of hear) one(own, orders);
  };
}
