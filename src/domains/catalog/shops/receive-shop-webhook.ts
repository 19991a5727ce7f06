import type { SystemCtx } from '../../../context.ts';
import type { ShopNewsMessage } from '../../../env.ts';
import type { ShopPlatformCode } from '../../../integrations/shop-platforms.ts';
import type { ShopCustomer } from '../../../integrations/shops/platform.ts';
import { AppError } from '../../../kit/error.ts';
import { hashUser } from '../../../pixel/hash-user.ts';

/** The largest body in bytes. We ask for IDs only, and what else is told of a shop takes a few KB. */
export const WEBHOOK_LIMIT = 64 * 1024;

/**
 * Queues what a shop's webhook is about, before anything is looked up. A webhook is only a reason to read again, because
 * its signature proves neither its age nor its shop. Throws invalid_key when the signature is wrong.
 */
export async function receiveShopWebhook(
  ctx: SystemCtx,
  provider: ShopPlatformCode,
  headers: Headers,
  body: Uint8Array,
): Promise<void> {
  const platform = await ctx.reactions.shopPlatforms[provider]!();
  // Without our app's secret nothing can be signed with it.
  const news = platform.configured(ctx.vars) ? await platform.readNews(ctx.vars, headers, body) : null;
  if (news === null) throw new AppError('invalid_key', 'The signature is wrong.');
  const { kind, shop, order, product, request } = news;
  if (shop === null || !QUEUED.has(kind)) return;
  await ctx.env.SHOPS.send({
    provider,
    kind,
    shop,
    order,
    product,
    request,
    customer: hashed(news.customer),
  });
}

/** A customer's addresses go no further than this. */
function hashed(customer: ShopCustomer | null): ShopNewsMessage['customer'] {
  if (customer === null) return null;
  const { email, phone } = hashUser({ email: customer.email, phone: customer.phone });
  const hashes = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
  return { hashes, orders: customer.orders };
}

const QUEUED: ReadonlySet<string> = new Set([
  'order',
  'parcel',
  'product',
  'shop',
  'uninstalled',
  'customer_redact',
  'shop_redact',
  'data_request',
]);
