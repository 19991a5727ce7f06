import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { checkVersion } from '../../../resource/version.ts';
import { presentOne } from './present-products.ts';
import type { Product, ProductUpdate } from './product.ts';
import { productChanges } from './product-changes.ts';
import { requireOwnProduct, saveProduct } from './store.ts';

/** Changes a product, archives it or makes it active again, and sets its access code. */
export async function updateProduct(
  ctx: Ctx,
  id: string,
  input: z.output<typeof ProductUpdate>,
): Promise<Product> {
  const before = await requireOwnProduct(ctx, id);
  checkVersion(before, input.version);
  const changes = await productChanges(ctx, before, input);
  if (Object.keys(changes).length === 0) return await presentOne(ctx, before);
  saveProduct(ctx, before, changes);
  return await presentOne(ctx, {
    ...before,
    ...changes,
    version: before.version + 1,
    updatedAt: ctx.now,
  });
}
