import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { adAccountFacts } from './table.ts';

/** What is known of the minimum daily budgets of a campaign's ad accounts. @param campaign its ID. */
export async function listBudgetFloors(
  ctx: SystemCtx,
  campaign: SQL,
): Promise<{ connectionId: string; adAccount: string; floor: number; readAt: number }[]> {
  const { connectionId, adAccount, budgetFloor: floor, readAt } = adAccountFacts;
  return await mainDb(ctx.env)
    .select({ connectionId, adAccount, floor, readAt })
    .from(adAccountFacts)
    .where(
      sql`${connectionId} IN (SELECT p.connection_id FROM campaign_platforms p WHERE p.campaign_id = ${campaign})`,
    )
    .all();
}

/** The ad account's minimum daily budget, if it was read after `after`; otherwise null. */
export async function findBudgetFloor(
  ctx: SystemCtx,
  connectionId: string,
  adAccount: string,
  after: number,
): Promise<number | null> {
  const row = await mainDb(ctx.env)
    .select({ floor: adAccountFacts.budgetFloor })
    .from(adAccountFacts)
    .where(
      and(
        eq(adAccountFacts.connectionId, connectionId),
        eq(adAccountFacts.adAccount, adAccount),
        gt(adAccountFacts.readAt, after),
      ),
    )
    .get();
  return row?.floor ?? null;
}

/** Saves the minimum daily budget at once: it stays true even if the request is refused. */
export async function saveBudgetFloor(
  ctx: SystemCtx,
  connectionId: string,
  adAccount: string,
  budgetFloor: number,
): Promise<void> {
  const values = { budgetFloor, readAt: ctx.now };
  await mainDb(ctx.env)
    .insert(adAccountFacts)
    .values({ connectionId, adAccount, ...values })
    .onConflictDoUpdate({ target: [adAccountFacts.connectionId, adAccountFacts.adAccount], set: values });
}
