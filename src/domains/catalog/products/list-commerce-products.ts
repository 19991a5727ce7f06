import type { Ctx } from '../../../context.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { listProducts } from './get-product.ts';
import type { Product } from './product.ts';

interface Query {
  query: string;
  limit: number;
  cursor?: string | undefined;
}

/** The account's active products whose title holds the query. */
export async function listCommerceProducts(ctx: Ctx, { query, ...page }: Query): Promise<ListPage<Product>> {
  return await listProducts(ctx, { ...page, titled: query.trim() });
}
