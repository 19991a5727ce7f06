import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { ShopFacts, ShopPlatform, ShopSession } from '../../../integrations/shops/platform.ts';
import { saveShopFacts } from '../../accounts/connections/interface.ts';
import { addPixel, findPixel, findPixelForHost } from '../../measurement/pixels/interface.ts';
import type { ShopRow } from './shop.ts';
import { saveProgress } from './store.ts';

/**
 * Takes over a shop's name and currency, finds or makes its pixel, and subscribes to its webhooks, also to those that
 * the platform dropped. Run again, it changes only what has changed.
 */
export async function setUpShop(
  ctx: SystemCtx,
  shop: ShopRow,
  platform: ShopPlatform,
  session: ShopSession,
): Promise<ShopRow> {
  const facts = await platform.facts(session);
  await saveShopFacts(ctx, shop.id, facts);
  const { pixelId, isNew } = await pixelOf(ctx, shop, facts);
  await platform.subscribe(session, `${ctx.vars.PUBLIC_URL}/webhooks/${shop.provider}`);
  const missing = facts.missing.length === 0 ? null : facts.missing;
  if (pixelId === shop.pixelId) return await saveProgress(ctx, shop, { missing });
  if (shop.pixelId === null)
    return await saveProgress(ctx, shop, { missing, pixelId, pixelSince: isNew ? shop.sweptTo : 0 });
  const oldPixels = [...new Set([...shop.oldPixels, shop.pixelId])];
  return await saveProgress(ctx, shop, { missing, pixelId, oldPixels, pixelSince: ctx.now });
}

/**
 * The shop's pixel, while it is not archived, else the oldest on the shop's domain, else a new one. It stays when the
 * domains of pixels change, because an order that is read again must find the event that stands for it. A new one begins with
 * the orders that the first listing reads: those of before may have been sales of a connection that was erased.
 */
async function pixelOf(
  ctx: SystemCtx,
  shop: ShopRow,
  { name, domain }: ShopFacts,
): Promise<{ pixelId: string; isNew: boolean }> {
  const { accountId } = shop;
  const now = shop.pixelId === null ? null : await findPixel(ctx, accountId, shop.pixelId);
  if (now && now.status !== 'archived') return { pixelId: now.id, isNew: false };
  const found = await findPixelForHost(ctx, accountId, domain);
  if (found !== null) return { pixelId: found, isNew: false };
  let pixelId = '';
  await inOneBatch(ctx, (own) => {
    pixelId = addPixel(own, {
      accountId,
      name: name.slice(0, 100),
      domains: [`https://${domain}`],
      excludedCountries: [],
      madeBy: shop.id,
    }).id;
  });
  return { pixelId, isNew: true };
}
