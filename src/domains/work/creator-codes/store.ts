import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds, isCallers } from '../../../db/involved-list.ts';
import { newestFirst } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { addCreditTarget } from '../../measurement/credit-targets/interface.ts';
import type { CodeRow } from './creator-code.ts';
import { creatorCodes } from './table.ts';
import type { Status } from './transitions.ts';

/** A code of the acting account or creator. Throws not_found. */
export async function requireCode(ctx: Ctx, id: string): Promise<CodeRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(creatorCodes)
    .where(and(eq(creatorCodes.id, id), isCallers(ctx, creatorCodes)))
    .get();
  if (!row) throw notFound('code');
  return row;
}

export async function listCodes(ctx: Ctx, filter: InvolvedFilter<Status>): Promise<CodeRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(creatorCodes)
    .where(sql`${creatorCodes.id} IN (${involvedIds(ctx, sql`${creatorCodes}`, creatorCodes, filter)})`)
    .orderBy(newestFirst(creatorCodes.id))
    .all();
}

/** Adds a code, and makes it a target of credit, in the caller's batch. The account has no other one like it, ever. */
export function insertCode(ctx: SystemCtx, row: typeof creatorCodes.$inferInsert & { key: string }): void {
  const { accountId, kind, key, creatorId } = row;
  ctx.write
    .add(mainDb(ctx.env).insert(creatorCodes).values(row))
    .onDuplicate(
      'creator_codes.account_id',
      () =>
        new AppError(
          'conflict',
          'The account has this code already. A code is given once, also after archiving.',
        ),
    );
  addCreditTarget(ctx, { accountId, kind: `${kind}_code`, key, creatorId });
}

/** Changes a code, unless it changed since it was read. */
export function saveCode(ctx: SystemCtx, before: CodeRow, changes: Partial<CodeRow>): void {
  saveVersioned(ctx, creatorCodes, 'code', before, changes);
}

/** The shops with codes that are due, those that wait longest first. */
export async function listDueShops(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: sql<string>`${creatorCodes.connectionId}` })
    .from(creatorCodes)
    .where(and(lte(creatorCodes.dueAt, ctx.now), lte(creatorCodes.leaseUntil, ctx.now)))
    .groupBy(creatorCodes.connectionId)
    .orderBy(asc(sql`min(${creatorCodes.dueAt})`))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** Claims due codes of a shop until `until` (milliseconds). What another run has is left to it. */
export async function claimDueCodes(
  ctx: SystemCtx,
  connectionId: string,
  { until, limit }: { until: number; limit: number },
): Promise<CodeRow[]> {
  return await mainDb(ctx.env)
    .update(creatorCodes)
    .set({ leaseUntil: until })
    .where(
      sql`${creatorCodes.id} IN (SELECT c.id FROM creator_codes c WHERE c.connection_id = ${connectionId}
        AND c.due_at <= ${ctx.now} AND c.lease_until <= ${ctx.now} ORDER BY c.due_at LIMIT ${limit})
        AND ${creatorCodes.leaseUntil} <= ${ctx.now}`,
    )
    .returning();
}

/**
 * Saves what a run learned of a claimed code at the shop, and lets go of it. A code that was changed meanwhile is due
 * again at once.
 */
export async function saveAtShop(ctx: SystemCtx, claimed: CodeRow, changes: Partial<CodeRow>): Promise<void> {
  const { dueAt = null, toCarry = claimed.toCarry, ...told } = changes;
  const same = sql`${creatorCodes.version} = ${claimed.version}`;
  await mainDb(ctx.env)
    .update(creatorCodes)
    .set({
      ...told,
      dueAt: sql`CASE WHEN ${same} THEN ${dueAt} ELSE ${ctx.now} END`,
      toCarry: sql`CASE WHEN ${same} THEN ${Number(toCarry)} ELSE 1 END`,
      leaseUntil: 0,
    })
    .where(and(eq(creatorCodes.id, claimed.id), eq(creatorCodes.leaseUntil, claimed.leaseUntil)));
}

/** Makes all codes of a shop due that were stopped by something at the shop. */
export function saveShopDue(ctx: SystemCtx, connectionId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(creatorCodes)
      .set({ dueAt: ctx.now, tries: 0, shopStatus: sql`iif(shop_status = 'failed', 'pending', shop_status)` })
      .where(
        and(
          eq(creatorCodes.connectionId, connectionId),
          sql`(${creatorCodes.status} <> 'archived' OR ${creatorCodes.toCarry} = 1)`,
        ),
      ),
  );
}

/** Takes a shop that is erased out of its codes. */
export function saveDiscountsErased(ctx: SystemCtx, connectionId: string): void {
  const told = { shopStatus: null, shopProblem: null, shopCode: null, shopReadAt: null };
  const values = { shopPercent: null, shopAmount: null, shopUses: null };
  const asked = { toCarry: false, existing: false, dueAt: null, leaseUntil: 0, tries: 0 };
  ctx.write.add(
    mainDb(ctx.env)
      .update(creatorCodes)
      .set({
        ...{ connectionId: null, discountId: null, ...told, ...values, ...asked },
        ...{ version: sql`${creatorCodes.version} + 1`, updatedAt: ctx.now },
      })
      .where(eq(creatorCodes.connectionId, connectionId)),
  );
}

/** The account's code with this key (see keyOf). */
export async function findCodeOf(ctx: SystemCtx, accountId: string, key: string): Promise<CodeRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(creatorCodes)
    .where(and(eq(creatorCodes.accountId, accountId), eq(creatorCodes.key, key)))
    .get();
  return row ?? null;
}

/** Saves what was counted, which is no edit: the version stays. */
export async function saveLooked(
  ctx: SystemCtx,
  id: string,
  { uses, views }: Pick<CodeRow, 'uses' | 'views'>,
): Promise<void> {
  await mainDb(ctx.env).update(creatorCodes).set({ uses, views }).where(eq(creatorCodes.id, id));
}

/** Flagged codes whose account did not answer in time. */
export async function listUnanswered(ctx: SystemCtx, limit: number): Promise<CodeRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(creatorCodes)
    .where(and(sql`${creatorCodes.status} = 'flagged'`, lte(creatorCodes.answerBy, ctx.now)))
    .limit(limit)
    .all();
}

/** Codes whose flag or answer the account's shard was not told yet. */
export async function listToHold(ctx: SystemCtx, limit: number): Promise<CodeRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(creatorCodes)
    .where(sql`${creatorCodes.toHold} = 1`)
    .limit(limit)
    .all();
}

/** The shard was told of the code as it was read. */
export async function saveHeld(ctx: SystemCtx, { id, version }: CodeRow): Promise<void> {
  await mainDb(ctx.env)
    .update(creatorCodes)
    .set({ toHold: false })
    .where(and(eq(creatorCodes.id, id), eq(creatorCodes.version, version)));
}
