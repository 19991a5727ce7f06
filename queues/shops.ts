// Consumer of `shops`: news from shops' webhooks, and shops that are due. The rows in D1 are the truth, so a lost, late or
// repeated message only changes the timing.
import * as z from 'zod';
import type { SystemCtx } from '../src/context.ts';
import { keepDataRequests } from '../src/domains/catalog/shops/keep-data-requests.ts';
import { keepPrivacyRequests } from '../src/domains/catalog/shops/keep-privacy-requests.ts';
import { keepShopNews } from '../src/domains/catalog/shops/keep-shop-news.ts';
import { syncShop } from '../src/domains/catalog/shops/sync-shop.ts';
import { syncCodes } from '../src/domains/work/creator-codes/sync-codes.ts';
import { SHOP_PLATFORMS } from '../src/integrations/shop-platforms.ts';
import { inParallel } from '../src/kit/in-parallel.ts';
import { log } from '../src/kit/log.ts';

const AT_ONCE = 4;
const RETRY_SECONDS = 30;

const News = z.object({
  provider: z.enum(SHOP_PLATFORMS),
  kind: z.enum([
    'order',
    'parcel',
    'product',
    'shop',
    'uninstalled',
    'customer_redact',
    'shop_redact',
    'data_request',
  ]),
  shop: z.string(),
  order: z.string().nullable(),
  // Messages that were sent before there was one.
  product: z.string().nullable().default(null),
  customer: z
    .object({
      hashes: z.object({ email: z.string(), phone: z.string() }).partial(),
      orders: z.array(z.string()),
    })
    .nullable()
    // Messages that were sent before there was one.
    .default(null),
  request: z.string().nullable().default(null),
});
const Due = z.object({ id: z.string() });
const Codes = z.object({ codesOf: z.string() });

export async function consumeShops(batch: MessageBatch<unknown>, ctx: SystemCtx): Promise<void> {
  const news: z.output<typeof News>[] = [];
  const due = new Set<string>();
  const codes = new Set<string>();
  const readable: Message<unknown>[] = [];
  for (const message of batch.messages) {
    const [told, woken] = [News.safeParse(message.body), Due.safeParse(message.body)];
    const made = Codes.safeParse(message.body);
    if (told.success) news.push(told.data);
    else if (woken.success) due.add(woken.data.id);
    else if (made.success) codes.add(made.data.codesOf);
    else {
      log('error', { queue: batch.queue, message: message.id, error: 'unreadable' });
      message.retry();
      continue;
    }
    readable.push(message);
  }
  try {
    await keepPrivacyRequests(ctx, news);
    await keepDataRequests(ctx, news);
    for (const id of await keepShopNews(ctx, news)) due.add(id);
  } catch (error) {
    log('error', { queue: batch.queue, error: String(error) });
    for (const message of readable) message.retry({ delaySeconds: RETRY_SECONDS });
    return;
  }
  // From here on the rows hold everything that the messages said, so the cron goes on where this ends.
  for (const message of readable) message.ack();
  await inParallel([...due], AT_ONCE, async (id) => {
    await syncShop(ctx, id).catch((error) => log('error', { shop: id, error: String(error) }));
  });
  await inParallel([...codes], AT_ONCE, async (id) => {
    await syncCodes(ctx, id).catch((error) => log('error', { codesOf: id, error: String(error) }));
  });
}
