import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { presentWhole } from './present-products.ts';
import type { Product, ProductCreate, ProductRow } from './product.ts';
import { productChanges } from './product-changes.ts';
import { insertProduct } from './store.ts';

/** Adds a product that the account keeps here itself. */
export async function createProduct(ctx: Ctx, input: z.output<typeof ProductCreate>): Promise<Product> {
  const blank: ProductRow = {
    id: newId('product', ctx.now),
    accountId: actingAccount(ctx.actor).id,
    title: input.title,
    description: null,
    url: null,
    image: null,
    price: null,
    currency: null,
    variants: [],
    status: 'active',
    sampleable: false,
    accessCode: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    ...{ source: 'manual', catalogue: null, externalId: null, imageUrl: null },
    ...{ shopActive: true, archivedHere: false, shopUpdatedAt: null, readAt: null },
  };
  const row = { ...blank, ...(await productChanges(ctx, blank, input)) };
  insertProduct(ctx, row);
  return await presentWhole(ctx, row);
}
