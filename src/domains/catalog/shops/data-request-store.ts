import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { notFound } from '../../../kit/error.ts';
import { dataRequests } from './table.ts';

export type DataRequestRow = typeof dataRequests.$inferSelect;

/** Which of these requests are noted already. */
export async function listKnownDataRequests(
  ctx: SystemCtx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await mainDb(ctx.env)
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .where(inArray(dataRequests.id, [...ids]))
    .all();
  return new Set(rows.map(({ id }) => id));
}

/** Makes the caller's batch fail when the request is noted already. */
export function insertDataRequest(
  ctx: SystemCtx,
  request: Pick<DataRequestRow, 'id' | 'shopId' | 'accountId' | 'hashes' | 'orders'>,
): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(dataRequests)
      .values({ ...request, createdAt: ctx.now }),
  );
}

/** A shop's newest requests that were answered, behind those that are open. */
export async function listDataRequestRows(
  ctx: Ctx,
  shopId: string,
  limit: number,
): Promise<DataRequestRow[]> {
  const own = and(eq(dataRequests.shopId, shopId), eq(dataRequests.accountId, actingAccount(ctx.actor).id));
  return await mainDb(ctx.env)
    .select()
    .from(dataRequests)
    .where(own)
    .orderBy(desc(isNull(dataRequests.answeredAt)), asc(dataRequests.createdAt))
    .limit(limit)
    .all();
}

/** Throws not_found. */
export async function requireDataRequest(ctx: Ctx, id: string): Promise<DataRequestRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.id, id), eq(dataRequests.accountId, actingAccount(ctx.actor).id)))
    .get();
  if (!row) throw notFound('data request');
  return row;
}

/** Marks a request as answered, once. */
export function saveAnswered(ctx: Ctx, { id }: DataRequestRow): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(dataRequests)
      .set({ answeredAt: ctx.now, hashes: {} })
      .where(and(eq(dataRequests.id, id), isNull(dataRequests.answeredAt))),
  );
}
