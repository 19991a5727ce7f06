import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { PlanRow } from './plan.ts';
import { adsPlanFacts, adsPlans } from './table.ts';

export async function findPlan(ctx: SystemCtx, accountId: string, id: string): Promise<PlanRow | undefined> {
  return await mainDb(ctx.env)
    .select()
    .from(adsPlans)
    .where(and(eq(adsPlans.id, id), eq(adsPlans.accountId, accountId)))
    .get();
}

/** Adds a plan to the batch. @param facts the IDs of the records that it was checked against. */
export function insertPlan(ctx: SystemCtx, row: PlanRow, facts: readonly string[]): void {
  ctx.write.add(mainDb(ctx.env).insert(adsPlans).values(row));
  ctx.write.addSql(sql`INSERT INTO ${adsPlanFacts} (fact_id, plan_id)
    SELECT DISTINCT value, ${row.id} FROM json_each(${JSON.stringify(facts)})`);
}

/** Saves a change in the caller's batch, which fails with a conflict where the plan is not as it was read. */
export function savePlan(
  ctx: SystemCtx,
  { id, revision, approvalState, executionState }: PlanRow,
  changes: Partial<PlanRow>,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(adsPlans)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(adsPlans.id, id),
          eq(adsPlans.revision, revision),
          eq(adsPlans.approvalState, approvalState),
          eq(adsPlans.executionState, executionState),
        ),
      ),
    overtaken,
  );
}
