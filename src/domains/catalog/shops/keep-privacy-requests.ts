import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { ShopNewsMessage } from '../../../env.ts';
import { SHOP_PLATFORMS } from '../../../integrations/shop-platforms.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { insertPrivacyRequests, listAllShopsNamed, type PrivacyRequest } from './privacy-store.ts';

/**
 * Notes which customers are to be forgotten, once whatever number of webhooks told so. A shop that was disconnected
 * meanwhile is meant as well, and one that several accounts had is forgotten by each. Other shops change nothing.
 */
export async function keepPrivacyRequests(ctx: SystemCtx, news: readonly ShopNewsMessage[]): Promise<void> {
  for (const provider of SHOP_PLATFORMS) {
    const these = news.filter((one) => one.provider === provider);
    if (these.length === 0) continue;
    const shops = await listAllShopsNamed(ctx, provider, [...new Set(these.map(({ shop }) => shop))]);
    const requests = new Map<string, Pick<PrivacyRequest, 'id' | 'shopId' | 'hashes' | 'orders'>>();
    for (const { shop, customer } of these) {
      if (customer === null) continue;
      const { hashes, orders } = customer;
      for (const { id: shopId } of shops.filter((one) => one.shop === shop)) {
        const id = sha256Hex(JSON.stringify([shopId, hashes.email, hashes.phone, orders]));
        requests.set(id, { id, shopId, hashes, orders });
      }
    }
    await inOneBatch(ctx, (own) => insertPrivacyRequests(own, [...requests.values()]));
  }
}
