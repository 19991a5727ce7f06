// What brands owe. Any domain adds dues, one charge a day collects them, and the domain that added a due is
// told the outcome.
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { greatestCharge } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, startOfDay } from '../../../kit/time.ts';
import { chargeDays, dues } from './table.ts';

export type DueRow = typeof dues.$inferSelect;
export type DueStatus = DueRow['status'];
export type DueKind = DueRow['kind'];

/** An account and currency: one charge collects its dues. */
export interface Payer {
  accountId: string;
  currency: string;
}

export interface NewDue {
  /** The payment's or brand fee's ID. */
  id: string;
  kind: DueKind;
  account: string;
  currency: string;
  /** Cents, above zero, including the service fee. */
  amount: number;
  /** The application whose payStatus becomes past_due when the charge fails for good. */
  application?: string | null;
}

/**
 * What a kind of due does with the outcome of its charge. Each function adds to the caller's batch, for at
 * most 50 IDs a call, and skips those that already have that outcome or a later one. The batch fails with a
 * conflict when one of them was changed at the same time: then read again and repeat.
 */
export interface DueOutcomes {
  /** The brand was charged at `at` (milliseconds). */
  charged(ctx: SystemCtx, ids: string[], at: number): Promise<void>;
  /** The charge failed for good. `message` is for people. */
  failed(ctx: SystemCtx, ids: string[], message: string): Promise<void>;
  /** These dues are charged again, because there is a new card. */
  retried(ctx: SystemCtx, ids: string[]): Promise<void>;
  /** The brand was refunded on its card, including the service fee. */
  refunded(ctx: SystemCtx, ids: string[]): Promise<void>;
  /** Throws conflict unless `refunded` would succeed for each of them now. Writes nothing. */
  requireRefundable(ctx: SystemCtx, ids: string[]): Promise<void>;
}

/** Bounds the size of a statement. */
const MOST_DUES = 10_000;

/**
 * Adds a due to ctx.write; the charge of the next UTC day collects it. A repeat changes nothing. Throws a
 * RangeError for an amount that cannot be charged.
 */
export function addDue(ctx: SystemCtx, due: NewDue): void {
  const { id, kind, account: accountId, currency, amount } = due;
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new RangeError(`not an amount to charge: ${amount}`);
  }
  const db = mainDb(ctx.env);
  const row = { id, kind, accountId, currency, amount, applicationId: due.application ?? null };
  ctx.write.add(
    db
      .insert(dues)
      .values({ ...row, dueAt: ctx.now, status: 'due' })
      .onConflictDoNothing(),
  );
  addChargeDay(ctx, { accountId, currency });
}

/**
 * The functions that get the outcomes of a kind of due. Throws for an unknown kind, so that none of its dues
 * counts as told.
 */
export async function dueOutcomesOf({ reactions }: SystemCtx, kind: string): Promise<DueOutcomes> {
  const known: Partial<Record<string, () => Promise<DueOutcomes>>> = reactions.dueOutcomes;
  const load = Object.hasOwn(known, kind) ? known[kind] : undefined;
  if (!load) throw new Error(`nobody hears what becomes of dues of the kind ${kind}`);
  return await load();
}

/** Payers that may have something to charge today, longest waiting first. */
export async function listPayersDue(ctx: SystemCtx, limit: number): Promise<Payer[]> {
  return await mainDb(ctx.env)
    .select({ accountId: chargeDays.accountId, currency: chargeDays.currency })
    .from(chargeDays)
    .where(lte(chargeDays.nextAt, ctx.now))
    .orderBy(asc(chargeDays.nextAt))
    .limit(limit)
    .all();
}

/** A payer's dues from before today, oldest first, up to the limit of one charge; the first due always. */
function collectable(ctx: SystemCtx, { accountId, currency }: Payer): SQL {
  return sql`SELECT id, amount, up_to FROM (
      SELECT id, amount, SUM(amount) OVER (ORDER BY due_at, id) AS up_to FROM (
        SELECT id, amount, due_at FROM dues
        WHERE account_id = ${accountId} AND currency = ${currency} AND charge_id IS NULL
          AND due_at < ${startOfDay(ctx.now)}
        ORDER BY due_at, id LIMIT ${MOST_DUES}))
    WHERE up_to <= ${greatestCharge(currency)} OR up_to = amount`;
}

/** The sum that one charge can collect today, and the amount of its first due. Cents. */
export async function findCollectable(ctx: SystemCtx, payer: Payer): Promise<{ sum: number; first: number }> {
  const found = await mainDb(ctx.env).get<{ sum: number | null; first: number | null }>(
    sql`SELECT SUM(amount) AS sum, MIN(up_to) AS first FROM (${collectable(ctx, payer)})`,
  );
  return { sum: found?.sum ?? 0, first: found?.first ?? 0 };
}

/**
 * Adds to ctx.write that a charge collects the dues that can be collected. The batch fails unless their sum
 * is `sum` cents.
 */
export function assignDues(ctx: SystemCtx, payer: Payer, chargeId: string, sum: number): void {
  ctx.write.addSql(sql`UPDATE dues SET charge_id = ${chargeId}
    WHERE id IN (SELECT id FROM (${collectable(ctx, payer)}))`);
  ctx.write.addSql(sql`SELECT CASE WHEN ${sum} =
    (SELECT SUM(amount) FROM dues WHERE charge_id = ${chargeId}) THEN 1 ELSE json('other dues') END`);
}

/** Postpones the payer's next look to tomorrow in ctx.write, or drops it when nothing is left to charge. */
export function postponePayer(ctx: SystemCtx, { accountId, currency }: Payer): void {
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

/**
 * Adds to ctx.write that a due is no longer owed, provided that `charge` still has it (null: that no charge
 * has it).
 */
export function deleteDue(ctx: SystemCtx, id: string, charge: string | null): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .delete(dues)
      .where(and(eq(dues.id, id), charge === null ? isNull(dues.chargeId) : eq(dues.chargeId, charge))),
    async () => new AppError('conflict', 'A charge for the payment has just begun. Try again.'),
  );
}

/** Adds to ctx.write that a charge's dues wait for the charges of later days again. */
export function releaseDues(ctx: SystemCtx, { accountId, currency }: Payer, chargeId: string): void {
  const db = mainDb(ctx.env);
  ctx.write.add(db.update(dues).set({ chargeId: null }).where(eq(dues.chargeId, chargeId)));
  addChargeDay(ctx, { accountId, currency });
}

function addChargeDay(ctx: SystemCtx, payer: Payer): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(chargeDays)
      .values({ ...payer, nextAt: startOfDay(ctx.now) + DAY_MS })
      .onConflictDoUpdate({
        target: [chargeDays.accountId, chargeDays.currency],
        set: { nextAt: sql`MIN(next_at, excluded.next_at)` },
      }),
  );
}

/**
 * For the SELECT of another table: the ID of the charge that collects the due of its record.
 * @param id the record's column with its table, such as sql`payments.id`.
 */
export function chargeOf(id: SQL): SQL<string | null> {
  return sql<string | null>`(SELECT d.charge_id FROM ${dues} d WHERE d.id = ${id})`;
}

/** For the WHERE of another table: the records whose dues a charge collects. */
export function duesOfCharge(charge: string): SQL {
  return sql`SELECT d.id FROM ${dues} d WHERE d.charge_id = ${charge}`;
}

export async function findDue(ctx: SystemCtx, id: string): Promise<DueRow | null> {
  return (await mainDb(ctx.env).select().from(dues).where(eq(dues.id, id)).get()) ?? null;
}

/** A charge's dues with a status, by ID after `after`. */
export async function listDuesOfCharge(
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

/** Those of these payments whose money this charge brought. At most 90. */
export async function listChargedPayments(
  ctx: SystemCtx,
  chargeId: string,
  ids: string[],
): Promise<DueRow[]> {
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

/** Sets the status of these dues in ctx.write, once their domains were told. At most 90 a call. */
export function saveDueStatus(ctx: SystemCtx, ids: string[], status: DueStatus): void {
  ctx.write.add(mainDb(ctx.env).update(dues).set({ status }).where(inArray(dues.id, ids)));
}

/** The applications of a charge's dues, by ID after `after`. */
export async function listApplicationsOfCharge(
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
