import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { presentWhole } from './present-products.ts';
import type { Product, ProductRow, ProductUpdate } from './product.ts';
import { productChanges } from './product-changes.ts';
import { requireOwnProduct, saveProduct } from './store.ts';

/** Fields that a shop's product has from its shop. */
const FROM_SHOP = ['title', 'description', 'url', 'image', 'price', 'currency', 'variants'] as const;

/**
 * Changes a product, archives it or makes it active again, and sets its access code. Throws not_found,
 * version_conflict, and operation_rejected for what only its shop can change (`from_shop`).
 */
export async function updateProduct(
  ctx: Ctx,
  id: string,
  input: z.output<typeof ProductUpdate>,
): Promise<Product> {
  const before = await requireOwnProduct(ctx, id);
  checkVersion(before, input.version);
  if (before.source !== 'manual') refuseFromShop(before, input);
  const changes = await productChanges(ctx, before, input);
  // A product that the shop does not sell has this status already, and keeps it when the shop sells it again.
  if (before.source !== 'manual' && input.status !== undefined) {
    const archivedHere = input.status === 'archived';
    if (archivedHere !== before.archivedHere) changes.archivedHere = archivedHere;
  }
  if (Object.keys(changes).length === 0) return await presentWhole(ctx, before);
  saveProduct(ctx, before, changes);
  return await presentWhole(ctx, {
    ...before,
    ...changes,
    version: before.version + 1,
    updatedAt: ctx.now,
  });
}

/** A product that the shop does not sell can be archived here for good, which its status does not show. */
function refuseFromShop({ shopActive }: ProductRow, input: z.output<typeof ProductUpdate>): void {
  const field = FROM_SHOP.find((name) => input[name] !== undefined);
  if (field !== undefined)
    throw rejected('from_shop', 'This product comes from the shop. Change it there.', { path: `/${field}` });
  if (input.status === 'active' && !shopActive)
    throw rejected('from_shop', 'The shop does not sell this product. Make it active and publish it there.', {
      path: '/status',
    });
}
