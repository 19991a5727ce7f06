// The products of shops, as lists and readings of the shop tell of them. Only rows that differ are written.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { ShopProduct, ShopVariant } from '../../../integrations/shops/platform.ts';
import { newId } from '../../../kit/ids.ts';
import type { Variant } from './product.ts';
import type { SeenProduct } from './store.ts';

/** Whose products these are, and since when: a list from before a product was read by its number is older than that. */
export interface Listed {
  catalogue: number;
  accountId: string;
  /** When the list began, in milliseconds. */
  began: number;
}

/** The columns that are the shop's, in the order of `rowOf`. */
const TOLD = 'title, description, url, image_url, price, currency, shop_active';
const SAID = `excluded.title, excluded.description, excluded.url, excluded.image_url, excluded.price, excluded.currency,
  excluded.shop_active`;

const rowOf = (ctx: SystemCtx, one: ShopProduct) => [
  newId('product', ctx.now),
  ...[one.id, one.title, one.description, one.url, one.image, one.price, one.currency, Number(one.isActive)],
  one.updatedAt,
];

const inserting = (
  json: string,
  { catalogue, accountId }: Omit<Listed, 'began'>,
  now: number,
  readAt: number | null,
) =>
  sql`INSERT INTO products (id, external_id, title, description, url, image_url, price, currency, shop_active,
    shop_updated_at, status, account_id, source, catalogue, sampleable, version, created_at, updated_at, read_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
    value ->> 9, iif(value ->> 8, 'active', 'archived'), ${accountId}, 'shopify', ${catalogue}, 0, 1, ${now}, ${now}, ${readAt}
  FROM json_each(${json}) WHERE true
  ON CONFLICT (catalogue, external_id) WHERE external_id IS NOT NULL`;

const taken = sql.raw(`title = excluded.title, description = excluded.description, url = excluded.url,
  image_url = excluded.image_url, price = excluded.price, currency = excluded.currency,
  shop_active = excluded.shop_active, shop_updated_at = excluded.shop_updated_at,
  status = iif(excluded.shop_active AND NOT archived_here, 'active', 'archived')`);
const differs = sql.raw(`(${TOLD}) IS NOT (${SAID})`);

/** Takes over products of a list, but for those that were read by their number since it began. */
export function saveListedProducts(ctx: SystemCtx, list: Listed, products: readonly ShopProduct[]): void {
  for (const [json] of jsonRows(products.map((one) => rowOf(ctx, one))))
    ctx.write.addSql(sql`${inserting(json, list, ctx.now, null)}
      DO UPDATE SET ${taken}, version = version + 1, updated_at = ${ctx.now}
      WHERE ${differs} AND excluded.shop_updated_at >= shop_updated_at AND coalesce(read_at < ${list.began}, true)`);
}

type ToldVariant = ShopVariant & { product: string };

const kindOf = ({ product, id, title, price, position }: ToldVariant) => [
  product,
  id,
  title,
  price,
  position,
];

const KINDS = sql.raw(`INSERT INTO shop_variants (catalogue, product, id, title, price, position)
  SELECT`);
const KIND = sql.raw('l.value ->> 0, l.value ->> 1, l.value ->> 2, l.value ->> 3, l.value ->> 4');
const KIND_CHANGED = sql.raw(`ON CONFLICT (catalogue, product, id) DO UPDATE
  SET title = excluded.title, price = excluded.price, position = excluded.position
  WHERE (title, price, position) IS NOT (excluded.title, excluded.price, excluded.position)`);

/** Takes over variants of a list, whose products may come before or after them. */
export function saveListedVariants(
  ctx: SystemCtx,
  { catalogue, began }: Listed,
  variants: readonly ToldVariant[],
): void {
  for (const [json] of jsonRows(variants.map(kindOf))) {
    // A product that this list itself adds needs no new version.
    ctx.write.addSql(sql`UPDATE products SET version = version + 1, updated_at = ${ctx.now}
      WHERE catalogue = ${catalogue} AND external_id IN (SELECT l.value ->> 0
        FROM json_each(${json}) l LEFT JOIN shop_variants v
          ON v.catalogue = ${catalogue} AND v.product = l.value ->> 0 AND v.id = l.value ->> 1
        WHERE v.id IS NULL OR (v.title, v.price, v.position) IS NOT (l.value ->> 2, l.value ->> 3, l.value ->> 4))
        AND created_at < ${began} AND coalesce(read_at < ${began}, true)`);
    ctx.write.addSql(sql`${KINDS} ${catalogue}, ${KIND} FROM json_each(${json}) l
      WHERE NOT EXISTS (SELECT 1 FROM products p
        WHERE p.catalogue = ${catalogue} AND p.external_id = l.value ->> 0 AND p.read_at >= ${began})
      ${KIND_CHANGED}`);
  }
}

type ReadProduct = ShopProduct & { variants: ShopVariant[] };

/** The variants that one statement takes, together with a parameter that names them all. */
const VARIANTS_AT_ONCE = 4000;

/** Takes over products that were read by their numbers, with all their variants. An older version changes nothing. */
export function saveReadProducts(
  ctx: SystemCtx,
  of: Omit<Listed, 'began'>,
  products: readonly ReadProduct[],
): void {
  for (const [json] of jsonRows(products.map((one) => rowOf(ctx, one))))
    ctx.write.addSql(sql`${inserting(json, of, ctx.now, ctx.now)}
      DO UPDATE SET ${taken}, read_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}
      WHERE excluded.shop_updated_at >= shop_updated_at`);
  for (const some of packed(products)) saveVariantsOf(ctx, of.catalogue, some);
}

function* packed(products: readonly ReadProduct[]): Generator<ReadProduct[]> {
  let [pack, size]: [ReadProduct[], number] = [[], 0];
  for (const one of products) {
    if (pack.length > 0 && size + one.variants.length > VARIANTS_AT_ONCE) {
      yield pack;
      [pack, size] = [[], 0];
    }
    pack.push(one);
    size += one.variants.length;
  }
  if (pack.length > 0) yield pack;
}

function saveVariantsOf(ctx: SystemCtx, catalogue: number, products: readonly ReadProduct[]): void {
  const versions = JSON.stringify(products.map(({ id, updatedAt }) => [id, updatedAt]));
  const read = sql`SELECT p.external_id FROM json_each(${versions}) r JOIN products p
    ON p.catalogue = ${catalogue} AND p.external_id = r.value ->> 0 AND p.shop_updated_at = r.value ->> 1`;
  const kinds = products.flatMap(({ id: product, variants }) =>
    variants.map((one) => kindOf({ ...one, product })),
  );
  const named = JSON.stringify(kinds.map(([product, id]) => [product, id]));
  ctx.write.addSql(sql`DELETE FROM shop_variants WHERE catalogue = ${catalogue} AND product IN (${read})
    AND (product, id) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(${named}))`);
  for (const [json] of jsonRows(kinds))
    ctx.write.addSql(sql`${KINDS} ${catalogue}, ${KIND} FROM json_each(${json}) l
      WHERE l.value ->> 0 IN (${read}) ${KIND_CHANGED}`);
}

/** Archives products that the shop no longer has. @param ids the shop's numbers. */
export function saveGoneProducts(ctx: SystemCtx, catalogue: number, ids: readonly string[]): void {
  ctx.write.addSql(sql`UPDATE products SET ${gone(ctx)}, read_at = ${ctx.now}
    WHERE catalogue = ${catalogue} AND external_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND shop_active`);
}

const gone = ({ now }: SystemCtx) =>
  sql`shop_active = 0, status = 'archived', version = version + 1, updated_at = ${now}`;

/** Rows of one statement. */
const AT_ONCE = 2000;

/**
 * Archives products that a whole list does not have, some of them. @param listed a SELECT of the numbers that it has.
 * @returns whether more may be left.
 */
export async function saveUnlistedProducts(
  ctx: SystemCtx,
  { catalogue, began }: Omit<Listed, 'accountId'>,
  listed: ReturnType<typeof sql>,
): Promise<boolean> {
  const { meta } = await mainDb(ctx.env).run(sql`UPDATE products SET ${gone(ctx)} WHERE id IN (
    SELECT id FROM products WHERE catalogue = ${catalogue} AND shop_active AND coalesce(read_at < ${began}, true)
      AND external_id NOT IN (${listed}) LIMIT ${AT_ONCE})`);
  return meta.changes >= AT_ONCE;
}

/** Archives products of a shop that is gone, some of them. @returns whether more may be left. */
export async function saveAllGone(ctx: SystemCtx, catalogue: number): Promise<boolean> {
  const { meta } = await mainDb(ctx.env).run(sql`UPDATE products SET ${gone(ctx)} WHERE id IN (
    SELECT id FROM products WHERE catalogue = ${catalogue} AND shop_active LIMIT ${AT_ONCE})`);
  return meta.changes >= AT_ONCE;
}

/** Takes out what a shop told of its products. They stay for the records that name them, archived and without a name. */
export function saveErasedProducts(ctx: SystemCtx, catalogue: number): void {
  ctx.write.addSql(sql`UPDATE products SET ${gone(ctx)}, title = 'Deleted product', description = NULL, url = NULL,
    image_url = NULL, price = NULL, shop_updated_at = 0 WHERE catalogue = ${catalogue}`);
  ctx.write.addSql(sql`DELETE FROM shop_variants WHERE catalogue = ${catalogue}`);
}

/** Deletes variants that a whole list does not have, in the same way. */
export async function deleteUnlistedVariants(
  ctx: SystemCtx,
  { catalogue, began }: Omit<Listed, 'accountId'>,
  listed: ReturnType<typeof sql>,
): Promise<boolean> {
  const unlisted = await mainDb(ctx.env).all<{ product: string; id: string }>(sql`
    SELECT v.product, v.id FROM shop_variants v
    WHERE v.catalogue = ${catalogue} AND v.id NOT IN (${listed}) AND NOT EXISTS (SELECT 1 FROM products p
      WHERE p.catalogue = ${catalogue} AND p.external_id = v.product AND p.read_at >= ${began}) LIMIT ${AT_ONCE}`);
  if (unlisted.length === 0) return false;
  const named = JSON.stringify(unlisted.map(({ product, id }) => [product, id]));
  await inOneBatch(ctx, (own) => {
    own.write.addSql(sql`UPDATE products SET version = version + 1, updated_at = ${ctx.now}
      WHERE catalogue = ${catalogue} AND external_id IN (SELECT value ->> 0 FROM json_each(${named}))`);
    own.write.addSql(sql`DELETE FROM shop_variants WHERE (catalogue, product, id) IN
      (SELECT ${catalogue}, value ->> 0, value ->> 1 FROM json_each(${named}))`);
  });
  return unlisted.length >= AT_ONCE;
}

/** The variants of those that are shops' products, by product. @param most how many of each are shown. */
export async function listShopVariants(
  ctx: SystemCtx,
  rows: readonly SeenProduct[],
  most: number,
): Promise<Map<string, { shown: Variant[]; count: number }>> {
  const wanted = rows.filter(({ catalogue }) => catalogue !== null);
  if (wanted.length === 0) return new Map();
  const named = JSON.stringify(wanted.map(({ id, catalogue, externalId }) => [id, catalogue, externalId]));
  const found = await mainDb(ctx.env).all<{ id: string; count: number; shown: string }>(sql`
    SELECT w.value ->> 0 AS id,
      (SELECT count(*) FROM shop_variants v WHERE v.catalogue = w.value ->> 1 AND v.product = w.value ->> 2) AS count,
      (SELECT json_group_array(json_object('id', id, 'title', title, 'price', price)) FROM (
        SELECT v.id, v.title, v.price FROM shop_variants v WHERE v.catalogue = w.value ->> 1 AND v.product = w.value ->> 2
        ORDER BY v.position, v.id LIMIT ${most})) AS shown
    FROM json_each(${named}) w`);
  return new Map(found.map(({ id, count, shown }) => [id, { count, shown: JSON.parse(shown) as Variant[] }]));
}
