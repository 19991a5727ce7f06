import type { SystemCtx } from '../../../context.ts';
import { filesById, imageOf } from '../../platform/files/interface.ts';
import { type Product, presentProduct } from './product.ts';
import type { SeenProduct } from './store.ts';

/** A product with a link to its image, and without its access code. */
export async function presentOne(ctx: SystemCtx, row: SeenProduct): Promise<Product> {
  const [record] = await presentProducts(ctx, [row]);
  return record!;
}

export async function presentProducts(ctx: SystemCtx, rows: readonly SeenProduct[]): Promise<Product[]> {
  const files = await filesById(
    ctx,
    rows.map((row) => row.image),
  );
  return await Promise.all(
    rows.map(async (row) =>
      presentProduct(row, await imageOf(ctx, row.image === null ? null : files.get(row.image))),
    ),
  );
}
