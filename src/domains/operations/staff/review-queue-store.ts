// What waits for a person, wherever it lies. Each condition is written as its partial index has it: SQLite uses one only
// for the very same words.
import { asc, count, min, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { deadLetters } from '../../accounts/webhooks/table.ts';
import { chargebacks } from '../../money/chargebacks/table.ts';
import { charges } from '../../money/charges/table.ts';
import { PROPOSED_FOR_MS } from '../../money/corrections/correction.ts';
import { corrections } from '../../money/corrections/table.ts';
import { differences } from '../../money/differences/table.ts';
import { ledgerSteps } from '../../money/ledger/table.ts';
import { payments } from '../../money/payments/table.ts';
import { processorEvents } from '../../money/processor-events/table.ts';
import { refunds } from '../../money/refunds/table.ts';

interface Waiting<R> {
  count: number;
  oldest: R[];
}

async function waiting<T extends SQLiteTable>(
  ctx: SystemCtx,
  table: T,
  condition: SQL | undefined,
  oldestFirst: SQLiteColumn,
  limit: number,
): Promise<Waiting<T['$inferSelect']>> {
  const db = mainDb(ctx.env);
  const [counted, oldest] = await Promise.all([
    db.select({ count: count() }).from(table).where(condition).get(),
    db.select().from(table).where(condition).orderBy(asc(oldestFirst)).limit(limit).all(),
  ]);
  return { count: counted?.count ?? 0, oldest };
}

export const disputedPayments = (ctx: SystemCtx, limit: number) =>
  waiting(ctx, payments, sql`status = 'disputed' AND closed_at IS NULL`, payments.disputedAt, limit);

export const chargesInReview = (ctx: SystemCtx, limit: number) =>
  waiting(ctx, charges, sql`status = 'review'`, charges.id, limit);

export const openChargebacks = (ctx: SystemCtx, limit: number) =>
  waiting(ctx, chargebacks, sql`status IN ('open', 'lost')`, chargebacks.createdAt, limit);

export const refundsToDecide = (ctx: SystemCtx, limit: number) =>
  waiting(
    ctx,
    refunds,
    sql`status IN ('review', 'outside', 'returned') AND decided_at IS NULL`,
    refunds.id,
    limit,
  );

export const proposedCorrections = (ctx: SystemCtx, limit: number) => {
  const condition = sql`approved_at IS NULL AND created_at > ${ctx.now - PROPOSED_FOR_MS}`;
  return waiting(ctx, corrections, condition, corrections.createdAt, limit);
};

export const openDifferences = (ctx: SystemCtx, limit: number) =>
  waiting(ctx, differences, sql`closed_at IS NULL`, differences.id, limit);

export const failedProcessorEvents = (ctx: SystemCtx, limit: number) =>
  waiting(ctx, processorEvents, sql`status = 'failed'`, processorEvents.receivedAt, limit);

export const keptDeadLetters = (ctx: SystemCtx, limit: number) =>
  waiting(ctx, deadLetters, undefined, deadLetters.createdAt, limit);

/** The first blocked step of each subject: the reason is noted with all that wait behind it, too. */
export async function listBlockedSteps(
  ctx: SystemCtx,
  limit: number,
): Promise<Waiting<typeof ledgerSteps.$inferSelect>> {
  const db = mainDb(ctx.env);
  const condition = sql`status = 'open' AND blocked IS NOT NULL`;
  const firsts = db
    .select({ subject: ledgerSteps.subject, n: min(ledgerSteps.n).as('n') })
    .from(ledgerSteps)
    .where(condition)
    .groupBy(ledgerSteps.subject);
  const [counted, oldest] = await Promise.all([
    db
      .select({ count: sql<number>`COUNT(DISTINCT ${ledgerSteps.subject})` })
      .from(ledgerSteps)
      .where(condition)
      .get(),
    db
      .select()
      .from(ledgerSteps)
      .where(sql`(subject, n) IN ${firsts}`)
      .orderBy(asc(ledgerSteps.createdAt))
      .limit(limit)
      .all(),
  ]);
  return { count: counted?.count ?? 0, oldest };
}
