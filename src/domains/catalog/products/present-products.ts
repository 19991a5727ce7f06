import type { SystemCtx } from '../../../context.ts';
import { filesById, imageOf } from '../../platform/files/interface.ts';
import { MOST_VARIANTS, type Product, presentProduct } from './product.ts';
import { listShopVariants } from './shop-store.ts';
import type { SeenProduct } from './store.ts';

/** A product with all its variants and a link to its image, and without its access code. */
export async function presentWhole(ctx: SystemCtx, row: SeenProduct): Promise<Product> {
  const [record] = await present(ctx, [row], Number.MAX_SAFE_INTEGER);
  return record!;
}

/** Products of a list, which shows only so many variants of each. */
export async function presentProducts(ctx: SystemCtx, rows: readonly SeenProduct[]): Promise<Product[]> {
  return await present(ctx, rows, MOST_VARIANTS);
}

async function present(ctx: SystemCtx, rows: readonly SeenProduct[], most: number): Promise<Product[]> {
  const [files, variants] = await Promise.all([
    filesById(
      ctx,
      rows.map((row) => row.image),
    ),
    listShopVariants(ctx, rows, most),
  ]);
  return await Promise.all(
    rows.map(async (row) => {
      const kinds = variants.get(row.id) ?? { shown: row.variants, count: row.variants.length };
      const image = await imageOf(ctx, row.image === null ? null : files.get(row.image));
      return presentProduct(row, image ?? atPlatform(row.imageUrl), kinds);
    }),
  );
}

const atPlatform = (url: string | null): Product['image'] =>
  url === null ? null : { fileId: null, url, width: null, height: null, blurHash: null };
