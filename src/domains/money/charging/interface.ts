// What refunds, the reconciliation and the staff ask of charges.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { DueRow, Payer } from '../receivables/interface.ts';
import { dues } from '../receivables/table.ts';
import { chargeAttempts, charges } from './table.ts';

export type ChargeRow = typeof charges.$inferSelect;
export type AttemptRow = typeof chargeAttempts.$inferSelect;

export async function findCharge(ctx: SystemCtx, id: string): Promise<ChargeRow | null> {
  return (await mainDb(ctx.env).select().from(charges).where(eq(charges.id, id)).get()) ?? null;
}

/** A due and the charge that collects it; null when the record has no due. */
export async function findDueCharge(
  ctx: SystemCtx,
  id: string,
): Promise<{ due: DueRow; charge: ChargeRow | null } | null> {
  const found = await mainDb(ctx.env)
    .select({ due: dues, charge: charges })
    .from(dues)
    .leftJoin(charges, eq(charges.id, dues.chargeId))
    .where(eq(dues.id, id))
    .get();
  return found ?? null;
}

/** What a payer owes that is in no charge under way: the oldest dues, and the sum of all of them. */
export async function listUnpaidDues(
  ctx: SystemCtx,
  { accountId, currency }: Payer,
  limit: number,
): Promise<{ dues: DueRow[]; sum: number }> {
  const db = mainDb(ctx.env);
  const unpaid = and(
    eq(dues.accountId, accountId),
    eq(dues.currency, currency),
    sql`(${dues.chargeId} IS NULL OR EXISTS (SELECT 1 FROM ${charges} c WHERE c.id = ${dues.chargeId} AND c.status = 'failed'))`,
  );
  const [all, total] = await db.batch([
    db.select().from(dues).where(unpaid).orderBy(asc(dues.dueAt), asc(dues.id)).limit(limit),
    db
      .select({ sum: sql<number>`COALESCE(SUM(${dues.amount}), 0)` })
      .from(dues)
      .where(unpaid),
  ]);
  return { dues: all, sum: total[0]!.sum };
}

/** The attempt that one of the processor's payments belongs to; null when the payment is not ours. */
export async function findAttemptOfIntent(ctx: SystemCtx, intent: string): Promise<AttemptRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.intent, intent))
    .get();
  return row ?? null;
}

/** Charges that brought money, with the processor's payments that did, by ID after `after`. */
export async function listChargesWithMoney(
  ctx: SystemCtx,
  after: string,
  limit: number,
): Promise<{ id: string; intents: string[] }[]> {
  const rows = await mainDb(ctx.env).all<{ id: string; intents: string }>(sql`SELECT charge_id AS id,
      json_group_array(intent) AS intents FROM charge_attempts
    WHERE outcome = 'succeeded' AND charge_id > ${after} GROUP BY charge_id ORDER BY charge_id LIMIT ${limit}`);
  return rows.map(({ id, intents }) => ({ id, intents: JSON.parse(intents) as string[] }));
}

/** Takes a charge away from the run that works on it and makes it due now, if it has this status. */
export async function wakeCharge(ctx: SystemCtx, id: string, status: ChargeRow['status']): Promise<void> {
  await mainDb(ctx.env)
    .update(charges)
    .set({ nextAt: ctx.now, claim: null })
    .where(and(eq(charges.id, id), eq(charges.status, status)));
}

/**
 * Adds a person's decision about a charge to the batch, which fails as a whole when the charge no longer
 * waits for one.
 */
export function saveChargeDecision(ctx: SystemCtx, row: ChargeRow, changes: Partial<ChargeRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(charges)
      .set({ ...changes, nextAt: ctx.now, claim: null, updatedAt: ctx.now })
      .where(and(eq(charges.id, row.id), eq(charges.status, 'review'), eq(charges.attempt, row.attempt))),
    overtaken,
  );
}
