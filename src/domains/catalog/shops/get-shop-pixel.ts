import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { findShop } from './store.ts';

/** The pixel of the acting account's shop; null before it has one, and for all that is no shop of that account. */
export async function getShopPixel(ctx: Ctx, id: string): Promise<{ pixel: string | null }> {
  const shop = await findShop(ctx, id);
  return { pixel: shop?.accountId === actingAccount(ctx.actor).id ? shop.pixelId : null };
}
