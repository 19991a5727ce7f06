import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import type { ShopPlatformCode } from '../../../integrations/shop-platforms.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import type { ShopRow } from './shop.ts';
import { dueOrders, shops, type TestOrder } from './table.ts';

export async function findShop(ctx: SystemCtx, id: string): Promise<ShopRow | null> {
  return (await mainDb(ctx.env).select().from(shops).where(eq(shops.id, id)).get()) ?? null;
}

/** Adds a shop, or makes one due that was connected again. */
export function insertShop(
  ctx: SystemCtx,
  row: Pick<ShopRow, 'id' | 'accountId' | 'provider' | 'shop' | 'sweptTo'>,
): void {
  const due = { dueAt: ctx.now, sweepAt: ctx.now, sweepNext: null, sweepBegan: null, tries: 0 };
  ctx.write.add(
    mainDb(ctx.env)
      .insert(shops)
      .values({ ...row, ...due })
      .onConflictDoUpdate({ target: shops.id, set: due }),
  );
}

/**
 * The shops in use with these domains, by domain. One that an account has just disconnected may be there beside that of
 * the account that connected it since.
 */
export async function listShopsNamed(
  ctx: SystemCtx,
  provider: ShopPlatformCode,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await mainDb(ctx.env)
    .select({ id: shops.id, shop: shops.shop })
    .from(shops)
    .where(
      and(
        eq(shops.provider, provider),
        sql`${shops.shop} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`,
        sql`${shops.dueAt} IS NOT NULL`,
      ),
    )
    .all();
  const named = Map.groupBy(rows, ({ shop }) => shop);
  return new Map([...named].map(([shop, found]) => [shop, found.map(({ id }) => id)]));
}

/** The shops that are due, those that wait longest first. */
export async function listDueShops(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: shops.id })
    .from(shops)
    .where(and(lte(shops.dueAt, ctx.now), lte(shops.leaseUntil, ctx.now)))
    .orderBy(asc(shops.dueAt))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** Claims a shop that is due until `until` (milliseconds); null when it is not due, or another run has it. */
export async function claimShop(ctx: SystemCtx, id: string, until: number): Promise<ShopRow | null> {
  const rows = await mainDb(ctx.env)
    .update(shops)
    .set({ leaseUntil: until })
    .where(and(eq(shops.id, id), lte(shops.dueAt, ctx.now), lte(shops.leaseUntil, ctx.now)))
    .returning();
  return rows[0] ?? null;
}

const held = ({ id, leaseUntil }: ShopRow) => and(eq(shops.id, id), eq(shops.leaseUntil, leaseUntil));

/** Saves how far a claimed shop was read, unless another run has taken it over. */
export async function saveProgress(
  ctx: SystemCtx,
  shop: ShopRow,
  changes: Partial<ShopRow>,
): Promise<ShopRow> {
  await mainDb(ctx.env).update(shops).set(changes).where(held(shop));
  return { ...shop, ...changes };
}

/** Ends a listing of changed orders. The next begins at `next`, unless one was asked for meanwhile. */
export async function saveSwept(
  ctx: SystemCtx,
  shop: ShopRow,
  { sweptTo, next }: { sweptTo: number; next: number },
): Promise<ShopRow> {
  const ended = { sweptTo, sweepBegan: null, sweepNext: null };
  const sweepAt = sql`CASE WHEN ${shops.sweepAt} <= ${shop.sweepAt} THEN ${next} ELSE ${shops.sweepAt} END`;
  await mainDb(ctx.env)
    .update(shops)
    .set({ ...ended, sweepAt })
    .where(held(shop));
  return { ...shop, ...ended, sweepAt: next };
}

/**
 * Gives a claimed shop back. It is due again with the next listing or order, but not before `notBefore` (milliseconds).
 */
export async function saveReleased(
  ctx: SystemCtx,
  shop: ShopRow,
  { tries, notBefore }: { tries: number; notBefore: number },
): Promise<void> {
  const order = sql`(SELECT min(due_at) FROM due_orders WHERE shop_id = ${shops.id})`;
  const next = sql`min(${shops.sweepAt}, coalesce(${order}, ${shops.sweepAt}))`;
  await mainDb(ctx.env)
    .update(shops)
    .set({ tries, leaseUntil: 0, dueAt: sql`max(${notBefore}, ${next})` })
    .where(held(shop));
}

/** Takes a claimed shop out of use, until its connection is connected again. */
export async function saveStopped(ctx: SystemCtx, shop: ShopRow): Promise<void> {
  await mainDb(ctx.env).update(shops).set({ leaseUntil: 0, dueAt: null }).where(held(shop));
}

/** Ends the sync that a person had asked for when the shop was claimed. @param error why it failed; null if it did not. */
export async function saveSyncEnd(ctx: SystemCtx, shop: ShopRow, error: string | null): Promise<void> {
  const { id, syncStartedAt } = shop;
  if (syncStartedAt === null || shop.syncFinishedAt !== null) return;
  await mainDb(ctx.env)
    .update(shops)
    .set({ syncFinishedAt: ctx.now, syncError: error })
    .where(and(eq(shops.id, id), eq(shops.syncStartedAt, syncStartedAt), isNull(shops.syncFinishedAt)));
}

/** Begins a sync that a person asked for, unless one is running. */
export function saveSyncStart(ctx: SystemCtx, { id, syncStartedAt }: ShopRow): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(shops)
      .set({
        syncStartedAt: ctx.now,
        syncFinishedAt: null,
        syncError: null,
        dueAt: ctx.now,
        sweepAt: ctx.now,
        tries: 0,
      })
      .where(and(eq(shops.id, id), sql`${shops.syncStartedAt} IS ${syncStartedAt}`)),
  );
}

/** Makes shops in use due now. @param sweeps whether their changed orders are listed again, too. */
export function saveDue(ctx: SystemCtx, ids: readonly string[], sweeps: boolean): void {
  if (ids.length === 0) return;
  ctx.write.add(
    mainDb(ctx.env)
      .update(shops)
      .set({ dueAt: sql`min(${shops.dueAt}, ${ctx.now})`, ...(sweeps ? { sweepAt: ctx.now } : {}) })
      .where(
        and(
          sql`${shops.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
          sql`${shops.dueAt} IS NOT NULL`,
          // A shop that cannot be read waits, however many webhooks it sends.
          sweeps ? undefined : eq(shops.tries, 0),
        ),
      ),
  );
}

/** Notes that webhooks told of these shops, once a minute at most. */
export function saveHeard(ctx: SystemCtx, ids: readonly string[]): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(shops)
      .set({ heardAt: ctx.now })
      .where(
        and(
          sql`${shops.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
          sql`coalesce(${shops.heardAt}, 0) <= ${ctx.now - MINUTE_MS}`,
        ),
      ),
  );
}

/** Notes the newest test order, unless a newer one is known. */
export async function saveTestOrder(ctx: SystemCtx, id: string, order: TestOrder): Promise<void> {
  const known = sql`coalesce(${shops.testOrder} ->> '$.createdAt', 0)`;
  await mainDb(ctx.env)
    .update(shops)
    .set({ testOrder: order })
    .where(and(eq(shops.id, id), sql`${known} < ${order.createdAt}`));
}

export async function countDueOrders(ctx: SystemCtx, shopId: string): Promise<number> {
  return await mainDb(ctx.env).$count(dueOrders, eq(dueOrders.shopId, shopId));
}

/** Notes orders that have to be read. */
export function insertDueOrders(
  ctx: SystemCtx,
  orders: readonly { shopId: string; orderId: string }[],
): void {
  const rows = orders.map(({ shopId, orderId }) => [shopId, orderId]);
  for (const [json] of jsonRows(rows))
    ctx.write.addSql(sql`INSERT INTO due_orders (shop_id, order_id, heard, due_at, tries)
      SELECT value ->> 0, value ->> 1, 1, ${ctx.now}, 0 FROM json_each(${json}) WHERE true
      ON CONFLICT (shop_id, order_id) DO UPDATE SET heard = heard + 1, due_at = excluded.due_at, tries = 0`);
}

export type DueOrder = typeof dueOrders.$inferSelect;

export async function listDueOrders(ctx: SystemCtx, shopId: string, limit: number): Promise<DueOrder[]> {
  return await mainDb(ctx.env)
    .select()
    .from(dueOrders)
    .where(and(eq(dueOrders.shopId, shopId), lte(dueOrders.dueAt, ctx.now)))
    .orderBy(asc(dueOrders.dueAt))
    .limit(limit)
    .all();
}

const READ = `DELETE FROM due_orders WHERE (shop_id, order_id, heard) IN
  (SELECT ?2, value ->> 0, value ->> 1 FROM json_each(?1))`;
const UNREAD = `UPDATE due_orders SET due_at = ?3, tries = tries + 1 WHERE (shop_id, order_id, heard) IN
  (SELECT ?2, value ->> 0, value ->> 1 FROM json_each(?1))`;

const named = (orders: readonly DueOrder[]) =>
  JSON.stringify(orders.map(({ orderId, heard }) => [orderId, heard]));

/** Forgets orders that were read, but for those with news since. */
export async function deleteDueOrders(
  ctx: SystemCtx,
  shopId: string,
  orders: readonly DueOrder[],
): Promise<void> {
  if (orders.length > 0) await ctx.env.DB.prepare(READ).bind(named(orders), shopId).run();
}

/** Puts off orders that could not be recorded. @param until milliseconds. */
export async function saveUnread(
  ctx: SystemCtx,
  shopId: string,
  orders: readonly DueOrder[],
  until: number,
): Promise<void> {
  if (orders.length > 0) await ctx.env.DB.prepare(UNREAD).bind(named(orders), shopId, until).run();
}
