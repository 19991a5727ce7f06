import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { ShopNewsMessage } from '../../../env.ts';
import { SHOP_PLATFORMS } from '../../../integrations/shop-platforms.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { PROVIDER_NAMES } from '../../accounts/connections/connection.ts';
import { mailOwners } from '../../accounts/team/interface.ts';
import { insertDataRequest, listKnownDataRequests } from './data-request-store.ts';
import { dataRequestMail } from './mail-texts.ts';
import { listAllShopsNamed } from './privacy-store.ts';

/**
 * Makes each request of a shop's customer for their data a task of the account, and mails its owners, once whatever
 * number of webhooks told so.
 */
export async function keepDataRequests(ctx: SystemCtx, news: readonly ShopNewsMessage[]): Promise<void> {
  for (const provider of SHOP_PLATFORMS) {
    const these = news.filter((one) => one.provider === provider && one.kind === 'data_request');
    if (these.length === 0) continue;
    const shops = await listAllShopsNamed(ctx, provider, [...new Set(these.map(({ shop }) => shop))]);
    const requests = these.flatMap((one) => {
      const { hashes, orders } = one.customer ?? { hashes: {}, orders: [] };
      return shops
        .filter(({ shop }) => shop === one.shop)
        .map(({ id: shopId, accountId, shop }) => {
          const asked = [shopId, one.request, hashes.email, hashes.phone, orders];
          return { id: sha256Hex(JSON.stringify(asked)), shopId, accountId, shop, hashes, orders };
        });
    });
    const byId = new Map(requests.map((one) => [one.id, one]));
    const known = await listKnownDataRequests(ctx, [...byId.keys()]);
    for (const { shop, ...request } of byId.values()) {
      if (known.has(request.id)) continue;
      // If two runs do this at once, the second one fails as a whole and is repeated.
      await inOneBatch(ctx, async (own) => {
        insertDataRequest(own, request);
        const account = shop.slice(0, shop.indexOf('.'));
        await mailOwners(own, request.accountId, dataRequestMail, {
          platform: PROVIDER_NAMES[provider],
          account,
        });
      });
    }
  }
}
