import { and, asc, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import { type RunningPay, sameRunning, type Which } from './interface.ts';
import type { NewAccrual } from './rules.ts';
import { accruals, earnedPayments, payTotals, runningPay } from './table.ts';

export type AccrualRow = typeof accruals.$inferSelect;

const moved = async () => new AppError('conflict', 'What the submission earned changed at the same time.');

/** Running pay that is due by now, longest waiting first. */
export async function listDuePay(ctx: SystemCtx, limit: number): Promise<RunningPay[]> {
  return await mainDb(ctx.env)
    .select()
    .from(runningPay)
    .where(sql`due_at IS NOT NULL AND due_at <= ${ctx.now}`)
    .orderBy(asc(runningPay.dueAt))
    .limit(limit)
    .all();
}

/** Writes changes that were calculated from `before`, provided that it has not changed since. */
function saveRunning(ctx: SystemCtx, before: RunningPay, changes: Partial<RunningPay>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(runningPay)
      .set({ ...changes, rev: before.rev + 1 })
      .where(and(sameRunning(before), eq(runningPay.rev, before.rev))),
    moved,
  );
}

/**
 * Adds accruals and the new totals. The batch fails with a conflict if the totals have changed since they
 * were read.
 */
export function insertAccruals(
  ctx: SystemCtx,
  before: RunningPay,
  after: Pick<RunningPay, 'rules' | 'unpaid' | 'dueAt'>,
  added: NewAccrual[],
): void {
  const { submissionId, source, campaignId } = before;
  const rows = JSON.stringify(added.map((one) => [one.key, one.rule, one.evidence, one.amount]));
  ctx.write
    .add(
      mainDb(ctx.env)
        .insert(runningPay)
        .values({ ...before, rev: 0 })
        .onConflictDoNothing(),
    )
    .addSql(sql`INSERT INTO accruals (key, submission_id, source, campaign_id, rule, evidence, amount, state, created_at)
      SELECT value ->> 0, ${submissionId}, ${source}, ${campaignId}, value ->> 1, value -> 2, value ->> 3, 'open', ${ctx.now}
      FROM json_each(${rows})`)
    .onDuplicate('accruals.key', () => new AppError('conflict', 'This was counted at the same time.'));
  saveRunning(ctx, before, after);
}

/** Postpones the next attempt to pay what has accrued. */
export function savePostponement(ctx: SystemCtx, before: RunningPay, dueAt: number): void {
  saveRunning(ctx, before, { dueAt });
}

/**
 * Closes the open accruals: as paid by the payment that was made, or as cut when the limits leave nothing. An
 * amount over the limit of one payment is due again at once.
 */
export function saveRunningClosed(
  ctx: SystemCtx,
  before: RunningPay,
  limited: { payment: string | null; cutByCap: number; cutByBudget: number; rest: number },
): void {
  const { submissionId, source, campaignId, unpaid } = before;
  const { payment: paymentId, cutByCap, cutByBudget, rest } = limited;
  const db = mainDb(ctx.env);
  const cuts = { cutByCap: before.cutByCap + cutByCap, cutByBudget: before.cutByBudget + cutByBudget };
  const running = { unpaid: rest, dueAt: rest === 0 ? null : ctx.now };
  saveRunning(ctx, before, paymentId === null ? { ...running, ...cuts } : running);
  const cutBy = cutByBudget === 0 ? 'cap' : cutByCap === 0 ? 'budget' : 'both';
  ctx.write.add(
    db
      .update(accruals)
      .set(paymentId === null ? { state: 'cut', cutBy } : { state: 'paid', paymentId })
      .where(and(accruedBy(before), sql`state = 'open'`)),
  );
  if (paymentId === null) return;
  ctx.write.add(
    db
      .insert(earnedPayments)
      .values({ paymentId, submissionId, source, campaignId, accrued: unpaid, cutByCap, cutByBudget }),
  );
}

/** What a program's rules have paid a creator so far, in cents. */
export async function findPaidSoFar(ctx: SystemCtx, programId: string, creatorId: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ amount: payTotals.amount })
    .from(payTotals)
    .where(and(eq(payTotals.programId, programId), eq(payTotals.creatorId, creatorId)))
    .get();
  return row?.amount ?? 0;
}

/** Adds to what a creator was paid. The batch fails if that exceeds the cap. */
export function savePaid(
  ctx: SystemCtx,
  programId: string,
  creatorId: string,
  amount: number,
  cap: number | null,
): void {
  const db = mainDb(ctx.env);
  ctx.write
    .add(db.insert(payTotals).values({ programId, creatorId, amount: 0 }).onConflictDoNothing())
    .guarded(
      db
        .update(payTotals)
        .set({ amount: sql`${payTotals.amount} + ${amount}` })
        .where(
          and(
            eq(payTotals.programId, programId),
            eq(payTotals.creatorId, creatorId),
            cap === null ? undefined : sql`${payTotals.amount} + ${amount} <= ${cap}`,
          ),
        ),
      async () => new AppError('conflict', 'The creator was paid something at the same time.'),
    );
}

const accruedBy = ({ submissionId, source, campaignId }: Which) =>
  and(
    eq(accruals.submissionId, submissionId),
    eq(accruals.source, source),
    eq(accruals.campaignId, campaignId),
  );

/** Those of the keys that have accrued something. */
export async function listAccrued(ctx: SystemCtx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await mainDb(ctx.env)
    .select({ key: accruals.key })
    .from(accruals)
    .where(sql`${accruals.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`)
    .all();
  return new Set(rows.map(({ key }) => key));
}
