import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { DAY_MS, startOfDay } from '../../../kit/time.ts';
import type { NewDue } from './add-due.ts';
import { chargeDays, dues } from './table.ts';

export type DueRow = typeof dues.$inferSelect;
export type DueStatus = DueRow['status'];

/** Whose dues of which currency: what one charge collects. */
export interface Payer {
  accountId: string;
  currency: string;
}

/** What the processor takes in one charge. */
const MOST_CENTS = 99_999_999;
/** So that no statement grows without bound. */
const MOST_DUES = 10_000;

export function insertDue(ctx: SystemCtx, due: NewDue): void {
  const db = mainDb(ctx.env);
  const { id, kind, currency, amount } = due;
  const accountId = due.account;
  ctx.write.add(
    db
      .insert(dues)
      .values({
        id,
        kind,
        accountId,
        currency,
        amount,
        applicationId: due.application ?? null,
        dueAt: ctx.now,
        status: 'due',
      })
      .onConflictDoNothing(),
    db
      .insert(chargeDays)
      .values({ accountId, currency, nextAt: startOfDay(ctx.now) + DAY_MS })
      .onConflictDoUpdate({
        target: [chargeDays.accountId, chargeDays.currency],
        set: { nextAt: sql`MIN(next_at, excluded.next_at)` },
      }),
  );
}

/** Who may have something to be charged today, the longest waiting first. */
export async function payersToLookAt(ctx: SystemCtx, limit: number): Promise<Payer[]> {
  return await mainDb(ctx.env)
    .select({ accountId: chargeDays.accountId, currency: chargeDays.currency })
    .from(chargeDays)
    .where(lte(chargeDays.nextAt, ctx.now))
    .orderBy(asc(chargeDays.nextAt))
    .limit(limit)
    .all();
}

/** What a payer owes since before today, the oldest first, as far as one charge goes; the first one always. */
function collectable(ctx: SystemCtx, { accountId, currency }: Payer): SQL {
  return sql`SELECT id, amount FROM (
      SELECT id, amount, SUM(amount) OVER (ORDER BY due_at, id) AS up_to FROM (
        SELECT id, amount, due_at FROM dues
        WHERE account_id = ${accountId} AND currency = ${currency} AND charge_id IS NULL
          AND due_at < ${startOfDay(ctx.now)}
        ORDER BY due_at, id LIMIT ${MOST_DUES}))
    WHERE up_to <= ${MOST_CENTS} OR up_to = amount`;
}

/** The sum of what can be collected today, in cents. */
export async function collectableSum(ctx: SystemCtx, payer: Payer): Promise<number> {
  const found = await mainDb(ctx.env).get<{ sum: number | null }>(
    sql`SELECT SUM(amount) AS sum FROM (${collectable(ctx, payer)})`,
  );
  return found?.sum ?? 0;
}

/** Adds to the batch that a charge takes up what can be collected; nothing is written unless it comes to `sum`. */
export function assignDues(ctx: SystemCtx, payer: Payer, chargeId: string, sum: number): void {
  ctx.write.addSql(sql`UPDATE dues SET charge_id = ${chargeId}
    WHERE id IN (SELECT id FROM (${collectable(ctx, payer)}))`);
  ctx.write.addSql(sql`SELECT CASE WHEN ${sum} =
    (SELECT SUM(amount) FROM dues WHERE charge_id = ${chargeId}) THEN 1 ELSE json('other dues') END`);
}

/** Adds to the batch that a payer is looked at again tomorrow, if anything is left then. */
export function lookTomorrow(ctx: SystemCtx, { accountId, currency }: Payer): void {
  const db = mainDb(ctx.env);
  const payer = and(eq(chargeDays.accountId, accountId), eq(chargeDays.currency, currency));
  const left = sql`EXISTS (SELECT 1 FROM dues WHERE account_id = ${accountId} AND currency = ${currency}
    AND charge_id IS NULL)`;
  ctx.write.add(
    db.delete(chargeDays).where(and(payer, sql`NOT ${left}`)),
    db
      .update(chargeDays)
      .set({ nextAt: startOfDay(ctx.now) + DAY_MS })
      .where(and(payer, lte(chargeDays.nextAt, ctx.now))),
  );
}

export async function findDue(ctx: SystemCtx, id: string): Promise<DueRow | null> {
  return (await mainDb(ctx.env).select().from(dues).where(eq(dues.id, id)).get()) ?? null;
}

/** A charge's dues of a status by ID, from after `after`. */
export async function duesOfCharge(
  ctx: SystemCtx,
  chargeId: string,
  status: DueStatus,
  after: string,
  limit: number,
): Promise<DueRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(dues)
    .where(and(eq(dues.chargeId, chargeId), eq(dues.status, status), gt(dues.id, after)))
    .orderBy(asc(dues.id))
    .limit(limit)
    .all();
}

/** Those of these payments that this charge brought the money of. At most 90. */
export async function chargedPayments(ctx: SystemCtx, chargeId: string, ids: string[]): Promise<DueRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(dues)
    .where(
      and(
        inArray(dues.id, ids),
        eq(dues.chargeId, chargeId),
        eq(dues.kind, 'payment'),
        eq(dues.status, 'charged'),
      ),
    )
    .all();
}

/** Adds to the batch what these dues' payments were told. At most 90 a call. */
export function markDues(ctx: SystemCtx, ids: string[], status: DueStatus): void {
  ctx.write.add(mainDb(ctx.env).update(dues).set({ status }).where(inArray(dues.id, ids)));
}

/**
 * Those of an account's applications that have a due whose charge failed, other than `but`, or one whose charge is
 * disputed at the bank.
 */
export async function applicationsPastDue(
  ctx: SystemCtx,
  accountId: string,
  applications: string[],
  but: string[],
): Promise<Set<string>> {
  const rows = await mainDb(ctx.env).all<{ id: string }>(sql`${failedDue(applications)}
      AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(but)}))
    UNION ${disputedDue(accountId, applications)}`);
  return new Set(rows.map((row) => row.id));
}

/** Fails the batch unless none of these applications of an account has such a due. */
export function onlyIfNonePastDue(ctx: SystemCtx, accountId: string, applications: string[]): void {
  ctx.write.addSql(sql`SELECT CASE WHEN NOT EXISTS (${failedDue(applications)}
    UNION ${disputedDue(accountId, applications)}) THEN 1 ELSE json('past due') END`);
}

function failedDue(applications: string[]): SQL {
  return sql`SELECT application_id AS id FROM dues
    WHERE status = 'failed' AND application_id IN ${listOf(applications)}`;
}

/** Found by way of the account's disputes, of which there are few. */
function disputedDue(accountId: string, applications: string[]): SQL {
  return sql`SELECT application_id AS id FROM chargebacks CROSS JOIN dues ON dues.charge_id = chargebacks.charge_id
    WHERE chargebacks.account_id = ${accountId} AND chargebacks.status IN ('open', 'lost')
      AND application_id IN ${listOf(applications)}`;
}

function listOf(ids: string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

/** The applications of a charge's dues by ID, from after `after`. */
export async function applicationsOfCharge(
  ctx: SystemCtx,
  chargeId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .selectDistinct({ id: dues.applicationId })
    .from(dues)
    .where(and(eq(dues.chargeId, chargeId), gt(dues.applicationId, after)))
    .orderBy(asc(dues.applicationId))
    .limit(limit)
    .all();
  return rows.map((row) => row.id!);
}
