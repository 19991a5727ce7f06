// What lower domains are told about programs, by src/reactions.ts.
import { and, eq, sql } from 'drizzle-orm';
import type { ProductsInPrograms } from '../../catalog/products/interface.ts';
import { programs } from '../program-terms/table.ts';
import { mine, visible } from './store.ts';

/** A SELECT of the IDs of products in programs that the caller can see: see ProductsInPrograms. */
export const productsInPrograms: ProductsInPrograms = (ctx, { program, account }) => {
  const narrow =
    program !== undefined ? eq(programs.id, program) : account && sql`${programs.accountId} = ${account}`;
  const seen = narrow ? and(narrow, visible(ctx)) : mine(ctx);
  return sql`SELECT product.value FROM ${programs}, json_each(${programs.products}) product WHERE ${seen}`;
};
