import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { insertDueProducts, listCataloguesOf } from './store.ts';

/** Notes which products have to be read, whatever number of webhooks told so. @param news the shops' numbers, by connection. */
export async function keepProductNews(
  ctx: SystemCtx,
  news: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const found = await listCataloguesOf(ctx, [...news.keys()]);
  const due = found.flatMap(({ id: catalogue, connectionId }) =>
    [...news.get(connectionId)!].map((product) => ({ catalogue, product })),
  );
  await inOneBatch(ctx, (own) => insertDueProducts(own, due));
}
