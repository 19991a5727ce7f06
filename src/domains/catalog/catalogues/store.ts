import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { ListedPage } from '../../../integrations/shops/platform.ts';
import { catalogues, dueProducts, listedPages } from './table.ts';

export type CatalogueRow = typeof catalogues.$inferSelect;

/** No list is under way. */
const NO_LIST = { listBegan: null, list: null, place: 0 };
/** The run that has it can no longer write. */
const FREE = { leaseUntil: 0 };

/** Has the catalogue of a connection that ends looked at once more. */
export function saveEnding(ctx: SystemCtx, connectionId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(catalogues)
      .set({ dueAt: ctx.now, ...FREE })
      .where(eq(catalogues.connectionId, connectionId)),
  );
}

/** Adds a shop's catalogue, or makes it due that the account had before. */
export function insertCatalogue(
  ctx: SystemCtx,
  row: Pick<CatalogueRow, 'connectionId' | 'accountId' | 'provider' | 'shop'>,
): void {
  const due = { dueAt: ctx.now, listAt: ctx.now, ...NO_LIST, ...FREE, tries: 0 };
  ctx.write.add(
    mainDb(ctx.env)
      .insert(catalogues)
      .values({ ...row, ...due })
      .onConflictDoUpdate({
        target: [catalogues.accountId, catalogues.provider, catalogues.shop],
        set: { ...due, connectionId: row.connectionId },
      }),
  );
}

export async function findCatalogueOf(ctx: SystemCtx, connectionId: string): Promise<CatalogueRow | null> {
  return (
    (await mainDb(ctx.env)
      .select()
      .from(catalogues)
      .where(eq(catalogues.connectionId, connectionId))
      .get()) ?? null
  );
}

/** The connection by which a catalogue was read last. */
export async function findConnectionOf(ctx: SystemCtx, id: number): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ connectionId: catalogues.connectionId })
    .from(catalogues)
    .where(eq(catalogues.id, id))
    .get();
  return row?.connectionId ?? null;
}

/** The catalogues in use that are read by these connections. */
export async function listCataloguesOf(
  ctx: SystemCtx,
  connectionIds: readonly string[],
): Promise<{ id: number; connectionId: string }[]> {
  return await mainDb(ctx.env)
    .select({ id: catalogues.id, connectionId: catalogues.connectionId })
    .from(catalogues)
    .where(
      and(
        sql`${catalogues.connectionId} IN (SELECT value FROM json_each(${JSON.stringify(connectionIds)}))`,
        isNotNull(catalogues.dueAt),
      ),
    )
    .all();
}

/** The catalogues that are due, those that wait longest first. */
export async function listDueCatalogues(ctx: SystemCtx, limit: number): Promise<number[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: catalogues.id })
    .from(catalogues)
    .where(and(lte(catalogues.dueAt, ctx.now), lte(catalogues.leaseUntil, ctx.now)))
    .orderBy(asc(catalogues.dueAt))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** Claims a catalogue that is due until `until` (milliseconds); null when it is not due, or another run has it. */
export async function claimCatalogue(
  ctx: SystemCtx,
  id: number,
  until: number,
): Promise<CatalogueRow | null> {
  const rows = await mainDb(ctx.env)
    .update(catalogues)
    .set({ leaseUntil: until })
    .where(and(eq(catalogues.id, id), lte(catalogues.dueAt, ctx.now), lte(catalogues.leaseUntil, ctx.now)))
    .returning();
  return rows[0] ?? null;
}

/** A claimed row whose list under way is still the one that was read. */
const held = ({ id, leaseUntil, listBegan }: CatalogueRow) =>
  and(
    eq(catalogues.id, id),
    eq(catalogues.leaseUntil, leaseUntil),
    sql`${catalogues.listBegan} IS ${listBegan}`,
  );

/** Adds how far a claimed catalogue was read to the batch, which fails once another run has taken it over. */
export function saveProgress(ctx: SystemCtx, row: CatalogueRow, changes: Partial<CatalogueRow>): void {
  ctx.write.guarded(mainDb(ctx.env).update(catalogues).set(changes).where(held(row)), overtaken);
}

/** Makes the batch fail once another run has taken a claimed catalogue over, or its connection has ended. */
export function saveHeld(ctx: SystemCtx, row: CatalogueRow): void {
  saveProgress(ctx, row, { leaseUntil: row.leaseUntil });
}

/** Notes which products and variants a page of the list under way has. */
export function insertListedPage(ctx: SystemCtx, row: CatalogueRow, { listed, kept }: ListedPage): void {
  const page = { products: listed, variants: kept };
  ctx.write.add(
    mainDb(ctx.env)
      .insert(listedPages)
      .values({ catalogue: row.id, place: row.place, ...page })
      .onConflictDoUpdate({ target: [listedPages.catalogue, listedPages.place], set: page }),
  );
}

/** How many products, and how many lines in all, the pages of the list under way have. */
export async function countListed(
  ctx: SystemCtx,
  catalogue: number,
): Promise<{ products: number; lines: number }> {
  const products = sql<number>`coalesce(sum(json_array_length(${listedPages.products})), 0)`;
  const variants = sql<number>`coalesce(sum(json_array_length(${listedPages.variants})), 0)`;
  const row = await mainDb(ctx.env)
    .select({ products, lines: sql<number>`${products} + ${variants}` })
    .from(listedPages)
    .where(eq(listedPages.catalogue, catalogue))
    .get();
  return row!;
}

/** A SELECT of the shop's numbers in the list under way. */
export const listedNumbers = (catalogue: number, of: 'products' | 'variants'): SQL =>
  sql`SELECT n.value FROM ${listedPages} l, json_each(${sql.raw(`l.${of}`)}) n WHERE l.catalogue = ${catalogue}`;

export function deleteListedPages(ctx: SystemCtx, catalogue: number): void {
  ctx.write.add(mainDb(ctx.env).delete(listedPages).where(eq(listedPages.catalogue, catalogue)));
}

/** Ends the list under way. The next one begins at `next`, unless one was asked for since it began. */
export function saveListEnd(ctx: SystemCtx, row: CatalogueRow, next: number): void {
  const listAt = sql`iif(${catalogues.listAt} <= ${row.listBegan}, ${next}, ${catalogues.listAt})`;
  deleteListedPages(ctx, row.id);
  saveProgress(ctx, row, { ...NO_LIST, listAt: listAt as unknown as number });
}

/** Gives a claimed catalogue back. It is due with its next list or product, but not before `notBefore` (milliseconds). */
export async function saveReleased(
  ctx: SystemCtx,
  { id, leaseUntil }: CatalogueRow,
  { tries, notBefore }: { tries: number; notBefore: number },
): Promise<void> {
  const product = sql`(SELECT min(due_at) FROM due_products WHERE catalogue = ${catalogues.id})`;
  const next = sql`min(${catalogues.listAt}, coalesce(${product}, ${catalogues.listAt}))`;
  await mainDb(ctx.env)
    .update(catalogues)
    .set({ tries, leaseUntil: 0, dueAt: sql`max(${notBefore}, ${next})` })
    .where(and(eq(catalogues.id, id), eq(catalogues.leaseUntil, leaseUntil)));
}

/** Takes a claimed catalogue out of use, until its shop is connected again. */
export async function saveStopped(ctx: SystemCtx, { id, leaseUntil }: CatalogueRow): Promise<void> {
  await mainDb(ctx.env)
    .update(catalogues)
    .set({ leaseUntil: 0, dueAt: null, ...NO_LIST })
    .where(and(eq(catalogues.id, id), eq(catalogues.leaseUntil, leaseUntil)));
}

/** Takes a catalogue out of use for good, without the name of its shop. */
export function saveErased(ctx: SystemCtx, id: number): void {
  const db = mainDb(ctx.env);
  deleteListedPages(ctx, id);
  ctx.write.add(db.delete(dueProducts).where(eq(dueProducts.catalogue, id)));
  // Its number stands for the name, since an account has a name once.
  const gone = { shop: sql`'#' || ${catalogues.id}`, dueAt: null, ...NO_LIST, ...FREE };
  ctx.write.add(db.update(catalogues).set(gone).where(eq(catalogues.id, id)));
}

/** Asks for a whole list now. */
export function saveAsked(ctx: SystemCtx, connectionId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(catalogues)
      .set({ askedAt: ctx.now, endedAt: null, error: null, dueAt: ctx.now, listAt: ctx.now, tries: 0 })
      .where(eq(catalogues.connectionId, connectionId)),
  );
}

/** Ends what a person had asked for when the catalogue was claimed. @param error why it failed; null if it did not. */
export async function saveAskedEnd(ctx: SystemCtx, row: CatalogueRow, error: string | null): Promise<void> {
  if (row.askedAt === null || row.endedAt !== null) return;
  await mainDb(ctx.env)
    .update(catalogues)
    .set({ endedAt: ctx.now, error })
    .where(and(eq(catalogues.id, row.id), eq(catalogues.askedAt, row.askedAt)));
}

/** Notes products that have to be read, and makes their catalogues due, but for those that cannot be read and wait. */
export function insertDueProducts(
  ctx: SystemCtx,
  products: readonly { catalogue: number; product: string }[],
): void {
  if (products.length === 0) return;
  for (const [json] of jsonRows(products.map(({ catalogue, product }) => [catalogue, product])))
    ctx.write.addSql(sql`INSERT INTO due_products (catalogue, product, heard, due_at)
      SELECT value ->> 0, value ->> 1, 1, ${ctx.now} FROM json_each(${json}) WHERE true
      ON CONFLICT (catalogue, product) DO UPDATE SET heard = heard + 1`);
  const ids = [...new Set(products.map(({ catalogue }) => catalogue))];
  ctx.write.add(
    mainDb(ctx.env)
      .update(catalogues)
      .set({ dueAt: sql`min(${catalogues.dueAt}, ${ctx.now})` })
      .where(and(inArray(catalogues.id, ids), isNotNull(catalogues.dueAt), eq(catalogues.tries, 0))),
  );
}

export type DueProduct = typeof dueProducts.$inferSelect;

export async function listDueProducts(
  ctx: SystemCtx,
  catalogue: number,
  limit: number,
): Promise<DueProduct[]> {
  return await mainDb(ctx.env)
    .select()
    .from(dueProducts)
    .where(and(eq(dueProducts.catalogue, catalogue), lte(dueProducts.dueAt, ctx.now)))
    .orderBy(asc(dueProducts.dueAt))
    .limit(limit)
    .all();
}

/** Has products read again at `dueAt` (milliseconds). */
export function saveDueLater(
  ctx: SystemCtx,
  catalogue: number,
  products: readonly string[],
  dueAt: number,
): void {
  if (products.length === 0) return;
  ctx.write.addSql(sql`UPDATE due_products SET due_at = ${dueAt}
    WHERE catalogue = ${catalogue} AND product IN (SELECT value FROM json_each(${JSON.stringify(products)}))`);
}

/** Forgets products that were read, but for those with news since. */
export function deleteDueProducts(ctx: SystemCtx, catalogue: number, read: readonly DueProduct[]): void {
  const named = JSON.stringify(read.map(({ product, heard }) => [product, heard]));
  ctx.write.addSql(sql`DELETE FROM due_products WHERE (catalogue, product, heard) IN
    (SELECT ${catalogue}, value ->> 0, value ->> 1 FROM json_each(${named}))`);
}
