import { and, desc, eq, getTableColumns, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { inOrder, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { idsNamed } from '../../../db/name-search.ts';
import { PRUNED_AT_ONCE } from '../../../db/prune.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import { startOfDay } from '../../../kit/time.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { ProductRow, ProductStatus } from './product.ts';
import { listShopVariants } from './shop-store.ts';
import { productCodeReadings, products } from './table.ts';

/** A product as most readers need it: without its code. */
export type SeenProduct = Omit<ProductRow, 'accessCode'>;

const { accessCode: _, ...SEEN } = getTableColumns(products);

/** A product of the acting account. Throws not_found for any other. */
export async function requireOwnProduct(ctx: Ctx, id: string): Promise<ProductRow> {
  const row = await findProduct(ctx, actingAccount(ctx.actor).id, id);
  if (!row) throw notFound('product');
  return row;
}

/** A product of an account, which subqueries may name; null for any other. */
export async function findProduct(
  ctx: SystemCtx,
  accountId: string | SQL,
  id: string | SQL,
): Promise<ProductRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(products)
    .where(and(eq(products.id, id), eq(products.accountId, accountId)))
    .get();
  return row ?? null;
}

/** A product as those who send it need it. */
export interface ProductToSend {
  id: string;
  accountId: string;
  /** Whether samples of it may be asked for: it is active, and its account says so. */
  sampleable: boolean;
  /** The IDs of its variants. */
  variants: string[];
  /** The catalogue of the shop that sends it; null for a product that the account keeps here itself. */
  catalogue: number | null;
}

/** Any account's product; null when there is none. */
export async function findProductToSend(ctx: SystemCtx, id: string): Promise<ProductToSend | null> {
  const row = await mainDb(ctx.env).select(SEEN).from(products).where(eq(products.id, id)).get();
  if (!row) return null;
  const { accountId, catalogue } = row;
  const sampleable = row.sampleable && row.status === 'active';
  const ofShop = (await listShopVariants(ctx, [row], Number.MAX_SAFE_INTEGER)).get(id);
  const variants = (ofShop?.shown ?? row.variants).map((one) => one.id);
  return { id, accountId, sampleable, variants, catalogue };
}

/** SQL for whether samples of an account's product may be asked for. */
export const isSampleable = (id: string, accountId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${products} WHERE ${and(
    eq(products.id, id),
    sql`+${products.accountId} = ${accountId}`,
    sql`+${products.sampleable} = 1`,
    sql`+${products.status} = 'active'`,
  )})`;

/** What a creator sees of products, as conditions that the domains above know. */
export interface CreatorSight {
  /** See ProductsInPrograms. */
  inPrograms: (of: { account?: SQLWrapper }) => SQL;
  /** SELECT of the IDs of accounts that the creator agreed with. */
  agreed: SQL;
}

/** An active product that a creator sees. Throws not_found for any other. */
export async function requireSeenProduct(ctx: Ctx, id: string, sight: CreatorSight): Promise<SeenProduct> {
  const row = await mainDb(ctx.env)
    .select(SEEN)
    .from(products)
    .where(
      and(
        eq(products.id, id),
        eq(products.status, 'active'),
        sql`((${products.sampleable} = 1 AND ${products.accountId} IN (${sight.agreed}))
          OR ${products.id} IN (${sight.inPrograms({ account: products.accountId })}))`,
      ),
    )
    .get();
  if (!row) throw notFound('product');
  return row;
}

export interface ProductFilter {
  statuses: readonly ProductStatus[];
  sampleable: boolean | undefined;
  /** How the title begins; only of an account's own products. */
  named?: string | undefined;
  /** Part of the title. All of the account's products are looked through for it. */
  titled?: string | undefined;
  /** SELECT of IDs that the list is limited to. */
  among: SQL | undefined;
  limit: number;
  range: IdRange;
}

/** The query of an account's list, apart from its columns. */
export function ownProductIds(accountId: string, filter: ProductFilter): SQL {
  const merged = (parts: SQL[]) => mergedIds(parts, filter.limit + 1, filter.range.oldestFirst);
  const named = filter.named === undefined ? undefined : idsTitled(accountId, filter.named);
  const both =
    named && filter.among && sql`SELECT * FROM (${filter.among}) INTERSECT SELECT * FROM (${named})`;
  const among = both ?? named ?? filter.among;
  if (among) return merged([amongIds(among, filter, accountId)]);
  const shared = and(
    eq(products.accountId, accountId),
    sampleableIs(filter.sampleable),
    filter.titled ? sql`instr(lower(${products.title}), lower(${filter.titled})) > 0` : undefined,
    withinRange(products.id, filter.range),
  );
  return merged(eachValue(products.id, sql`${products}`, products.status, filter.statuses, shared));
}

const idsTitled = (accountId: string, title: string): SQL =>
  idsNamed(
    { table: sql`${products}`, id: products.id, name: products.title },
    eq(products.accountId, accountId),
    title,
  );

/** The query of a creator's list, apart from its columns. It finds active products only. */
export function seenProductIds(sight: CreatorSight, filter: ProductFilter): SQL {
  const rows = filter.limit + 1;
  const { oldestFirst } = filter.range;
  const order = oldestFirst ? sql`ASC` : sql`DESC`;
  const active = { ...filter, statuses: ['active'] as const };
  const inPrograms = amongIds(filter.among ?? sight.inPrograms({}), active);
  if (filter.among || filter.sampleable === false) return mergedIds([inPrograms], rows, oldestFirst);
  // Merges a page of each account: the cost grows with the number of accounts, not with their products.
  const ofOne = mergedIds(
    [
      sql`SELECT ${products.id} AS id FROM ${products} WHERE ${and(
        sql`${products.accountId} = several.id`,
        sampleableIs(true),
        eq(products.status, 'active'),
        withinRange(products.id, filter.range),
      )}`,
    ],
    rows,
    oldestFirst,
  );
  const sampleable = sql`SELECT page.value AS id FROM (SELECT value AS id FROM (${sight.agreed})) several,
    json_each((SELECT json_group_array(one.id) FROM (${ofOne}) one)) page`;
  const parts = [inPrograms, sampleable].map(
    (part) => sql`SELECT id FROM (${part} ORDER BY 1 ${order} LIMIT ${rows})`,
  );
  // UNION, because a product may be found both ways.
  return sql`SELECT id FROM (${sql.join(parts, sql` UNION `)}) ORDER BY id ${order} LIMIT ${rows}`;
}

/** Products out of a few IDs. The plus keeps SQLite from walking all products of the account instead. */
function amongIds(ids: SQL, filter: ProductFilter, accountId?: string): SQL {
  return sql`SELECT ${products.id} AS id FROM ${products} WHERE ${and(
    sql`${products.id} IN (${ids})`,
    accountId === undefined ? undefined : sql`+${products.accountId} = ${accountId}`,
    sql`+${products.status} IN (SELECT value FROM json_each(${JSON.stringify(filter.statuses)}))`,
    filter.sampleable === undefined ? undefined : sql`+${products.sampleable} = ${Number(filter.sampleable)}`,
    withinRange(products.id, filter.range),
  )}`;
}

function sampleableIs(wanted: boolean | undefined): SQL | undefined {
  return wanted === undefined ? undefined : eq(products.sampleable, wanted);
}

/** The products of a list page. @param ids one of the queries above. */
export async function listProductsOf(ctx: SystemCtx, ids: SQL, range: IdRange): Promise<SeenProduct[]> {
  return await mainDb(ctx.env)
    .select(SEEN)
    .from(products)
    .where(sql`${products.id} IN (${ids})`)
    .orderBy(inOrder(products.id, range))
    .all();
}

/** Those of the IDs that are active products of the account. */
export async function listActiveProducts(
  ctx: SystemCtx,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await mainDb(ctx.env)
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        sql`${products.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        sql`+${products.accountId} = ${accountId}`,
        sql`+${products.status} = 'active'`,
      ),
    )
    .all();
  return new Set(rows.map((row) => row.id));
}

export function insertProduct(ctx: SystemCtx, row: ProductRow): void {
  ctx.write.add(mainDb(ctx.env).insert(products).values(row));
}

/** Changes a product, unless it changed since it was read. */
export function saveProduct(ctx: SystemCtx, before: ProductRow, changes: Partial<ProductRow>): void {
  saveVersioned(ctx, products, 'product', before, changes);
}

/** Records in the batch that the caller reads a product's access code. */
export function saveCodeReading(ctx: Ctx, productId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(productCodeReadings)
      .values({
        day: startOfDay(ctx.now),
        productId,
        callerId: ctx.actor.callerId,
        times: 1,
        lastAt: ctx.now,
      })
      .onConflictDoUpdate({
        target: [productCodeReadings.day, productCodeReadings.productId, productCodeReadings.callerId],
        set: { times: sql`${productCodeReadings.times} + 1`, lastAt: ctx.now },
      }),
  );
}

/** The newest readings of a product's access code. */
export async function listReadings(
  ctx: SystemCtx,
  productId: string,
  limit: number,
): Promise<{ callerId: string; times: number; lastAt: number }[]> {
  const { callerId, times, lastAt } = productCodeReadings;
  return await mainDb(ctx.env)
    .select({ callerId, times, lastAt })
    .from(productCodeReadings)
    .where(eq(productCodeReadings.productId, productId))
    .orderBy(desc(productCodeReadings.day), desc(lastAt))
    .limit(limit)
    .all();
}

/** Deletes readings from before a day, at most PRUNED_AT_ONCE. @returns how many. */
export async function deleteReadingsBefore(ctx: SystemCtx, day: number): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM product_code_readings WHERE rowid IN (
    SELECT rowid FROM product_code_readings WHERE ${lt(productCodeReadings.day, day)} LIMIT ${PRUNED_AT_ONCE})`);
  return meta.changes;
}
