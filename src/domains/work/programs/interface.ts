// What lower domains are told about programs, by src/reactions.ts.
import { and, eq, or, sql } from 'drizzle-orm';
import type { ProductsInPrograms } from '../../catalog/products/interface.ts';
import { programs } from '../program-terms/table.ts';
import { LIVE_NETWORK, mine } from './store.ts';

/** A SELECT of the IDs of products in programs that the caller can see: see ProductsInPrograms. */
export const productsInPrograms: ProductsInPrograms = (ctx, { program, account }) => {
  const narrow =
    program !== undefined ? eq(programs.id, program) : account && sql`${programs.accountId} = ${account}`;
  const visible = narrow ? and(narrow, or(mine(ctx), LIVE_NETWORK)) : mine(ctx);
  return sql`SELECT product.value FROM ${programs}, json_each(${programs.products}) product WHERE ${visible}`;
};
