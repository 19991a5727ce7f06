import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { ShopNewsMessage } from '../../../env.ts';
import { SHOP_PLATFORMS } from '../../../integrations/shop-platforms.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { insertPrivacyRequests, listAllShopsNamed, type PrivacyRequest } from './privacy-store.ts';

/**
 * Notes which customers, and which shops, are to be forgotten, once whatever number of webhooks told so. A shop that was
 * disconnected meanwhile is meant as well, and one that several accounts had is forgotten by each. Other shops change
 * nothing.
 */
export async function keepPrivacyRequests(ctx: SystemCtx, news: readonly ShopNewsMessage[]): Promise<void> {
  for (const provider of SHOP_PLATFORMS) {
    const these = news.filter((one) => one.provider === provider && KINDS.has(one.kind));
    if (these.length === 0) continue;
    const shops = await listAllShopsNamed(ctx, provider, [...new Set(these.map(({ shop }) => shop))]);
    const requests = new Map<string, Pick<PrivacyRequest, 'id' | 'shopId' | 'kind' | 'hashes' | 'orders'>>();
    for (const one of these) {
      for (const { id: shopId } of shops.filter(({ shop }) => shop === one.shop)) {
        const request = requestOf(shopId, one);
        if (request) requests.set(request.id, request);
      }
    }
    await inOneBatch(ctx, (own) => insertPrivacyRequests(own, [...requests.values()]));
  }
}

const KINDS: ReadonlySet<string> = new Set(['customer_redact', 'shop_redact']);

function requestOf(shopId: string, { kind, customer }: ShopNewsMessage) {
  if (kind === 'shop_redact')
    return { id: `shop ${shopId}`, shopId, kind: 'shop', hashes: {}, orders: [] as string[] } as const;
  if (customer === null) return null;
  const { hashes, orders } = customer;
  const id = sha256Hex(JSON.stringify([shopId, hashes.email, hashes.phone, orders]));
  return { id, shopId, kind: 'customer', hashes, orders } as const;
}
