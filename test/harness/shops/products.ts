// The products of a connected shop, read by hand as the cron reads them.
import { syncCatalogue } from '../../../src/domains/catalog/catalogues/sync-catalogue.ts';
import { syncDueCatalogues } from '../../../src/domains/catalog/catalogues/sync-due-catalogues.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { call, testEnv } from '../world.ts';
import type { ShopScene } from './shop-scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into records freely
type Product = any;

/** Deletes the eight products that each shop of the simulator begins with. */
export async function emptyShop({ world }: Pick<ShopScene, 'world'>): Promise<void> {
  for (let number = 7001; number <= 7008; number++) await world.sim(`products/${number}/delete`);
  await world.take();
}

/** What the cron does each minute. */
export const readCatalogues = (scene: Pick<ShopScene, 'world'>, at = clock.now()) =>
  syncDueCatalogues(systemCtx(scene.world.env, at));

export async function catalogueOf(
  scene: Pick<ShopScene, 'id'>,
): Promise<Record<string, number | string | null>> {
  const row = await testEnv.DB.prepare('SELECT * FROM catalogues WHERE connection_id = ?')
    .bind(scene.id)
    .first<Record<string, number | string | null>>();
  return row!;
}

/** Reads with so many pages, whatever else is due. */
export const readPages = async (scene: Pick<ShopScene, 'world' | 'id'>, pages: number) =>
  syncCatalogue(systemCtx(scene.world.env, clock.now()), (await catalogueOf(scene)).id as number, {
    pages,
    readings: 20,
  });

/** Lets the shop write its list, and reads it to the end. */
export async function readAll(scene: Pick<ShopScene, 'world' | 'id' | 'pass'>): Promise<void> {
  for (let run = 0; run < 12; run++) {
    await readCatalogues(scene);
    const { list_began, list_at } = await catalogueOf(scene);
    if (list_began === null && Number(list_at) > clock.now()) return;
    await scene.pass(60_000);
  }
  throw new Error('The list does not end.');
}

/** Begins a new list, as at night. */
export async function night(scene: ShopScene): Promise<void> {
  await scene.pass(30 * 3_600_000);
  await readAll(scene);
}

/** All products that the brand has, oldest first. */
export async function productsOf(
  { shop }: Pick<ShopScene, 'shop'>,
  query = 'status=active,archived',
): Promise<Product[]> {
  const found: Product[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `/v1/products?${query}&limit=100${cursor}`, { key: shop.brand.key });
    found.push(...body.data);
    if (body.nextCursor === null) return found.reverse();
    cursor = `&cursor=${body.nextCursor}`;
  }
}
