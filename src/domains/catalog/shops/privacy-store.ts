import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { ShopPlatformCode } from '../../../integrations/shop-platforms.ts';
import { dataRequests, dueOrders, privacyRequests, shops } from './table.ts';

export type PrivacyRequest = typeof privacyRequests.$inferSelect;

/** The shops with these domains, in use or not. */
export async function listAllShopsNamed(
  ctx: SystemCtx,
  provider: ShopPlatformCode,
  names: readonly string[],
): Promise<{ id: string; shop: string; accountId: string }[]> {
  return await mainDb(ctx.env)
    .select({ id: shops.id, shop: shops.shop, accountId: shops.accountId })
    .from(shops)
    .where(
      and(
        eq(shops.provider, provider),
        sql`${shops.shop} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`,
      ),
    )
    .all();
}

/** Notes requests, unless they are known already. One that was carried out is carried out again: people come back. */
export function insertPrivacyRequests(
  ctx: SystemCtx,
  requests: readonly Pick<PrivacyRequest, 'id' | 'shopId' | 'kind' | 'hashes' | 'orders'>[],
): void {
  for (const request of requests)
    ctx.write.add(
      mainDb(ctx.env)
        .insert(privacyRequests)
        .values({ ...request, createdAt: ctx.now, dueAt: ctx.now, phase: 'shard', after: '' })
        .onConflictDoUpdate({
          target: privacyRequests.id,
          set: { hashes: request.hashes, dueAt: ctx.now, phase: 'shard', after: '' },
          setWhere: isNull(privacyRequests.dueAt),
        }),
    );
}

/** The requests that are due, those that wait longest first. */
export async function listDuePrivacyRequests(ctx: SystemCtx, limit: number): Promise<PrivacyRequest[]> {
  return await mainDb(ctx.env)
    .select()
    .from(privacyRequests)
    .where(lte(privacyRequests.dueAt, ctx.now))
    .orderBy(asc(privacyRequests.dueAt))
    .limit(limit)
    .all();
}

/** Saves how far a request was carried out, unless another run has gone further. */
export async function savePrivacyProgress(
  ctx: SystemCtx,
  { id, phase, after }: PrivacyRequest,
  changes: Partial<PrivacyRequest>,
): Promise<void> {
  const asRead = and(
    eq(privacyRequests.id, id),
    eq(privacyRequests.phase, phase),
    eq(privacyRequests.after, after),
  );
  await mainDb(ctx.env).update(privacyRequests).set(changes).where(asRead);
}

/** Ends a request without a trace, so that the same one may come again. */
export async function deletePrivacyRequest(ctx: SystemCtx, { id }: PrivacyRequest): Promise<void> {
  await mainDb(ctx.env).delete(privacyRequests).where(eq(privacyRequests.id, id));
}

/** Takes out of the shop, in the caller's batch, what the books do not need, and ends the request. */
export function saveErased(ctx: SystemCtx, request: PrivacyRequest): void {
  const { shopId, id } = request;
  const db = mainDb(ctx.env);
  const gone = { hashes: {}, orders: [], answeredAt: sql`coalesce(${dataRequests.answeredAt}, ${ctx.now})` };
  ctx.write.add(db.delete(dueOrders).where(eq(dueOrders.shopId, shopId)));
  ctx.write.add(db.update(dataRequests).set(gone).where(eq(dataRequests.shopId, shopId)));
  ctx.write.add(
    db
      .update(shops)
      .set({ shop: '', dueAt: null, sweepNext: null, syncError: null, testOrder: null })
      .where(eq(shops.id, shopId)),
  );
  ctx.write.add(db.delete(privacyRequests).where(eq(privacyRequests.id, id)));
}

/** Which of these orders are those of customers whom a shop of the account asked to forget. */
export async function listForgottenOrders(
  ctx: SystemCtx,
  accountId: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await mainDb(ctx.env).all<{ order_id: string }>(sql`SELECT DISTINCT o.value AS order_id
    FROM privacy_requests r JOIN json_each(r.orders) o
    WHERE r.shop_id IN (SELECT id FROM shops WHERE account_id = ${accountId}) AND o.value IN (SELECT value FROM json_each(${JSON.stringify(orderIds)}))`);
  return new Set(rows.map(({ order_id }) => order_id));
}
