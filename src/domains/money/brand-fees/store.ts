import { and, asc, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { ledgerInstructions } from '../ledger-instructions/table.ts';
import type { BrandFeeRow } from './interface.ts';
import { brandFees } from './table.ts';

/** The fee terms of a brand. */
export interface FeeTerms {
  accountId: string;
  name: string;
  active: boolean;
  partnerId: string | null;
  partnerName: string | null;
  of: 'ad_spend' | 'gmv' | null;
  bps: number | null;
}

/** The fee terms of brands: a brand's own, or else the default of the partner that manages it. */
export async function findFeeTerms(ctx: SystemCtx, ids: string[]): Promise<Map<string, FeeTerms>> {
  const own = sql`${accounts.brandFeeOf} IS NOT NULL`;
  const rows = await mainDb(ctx.env)
    .select({
      accountId: accounts.id,
      name: accounts.name,
      active: sql<number>`${accounts.status} = 'active'`,
      partnerId: sql<string | null>`p.id`,
      partnerName: sql<string | null>`p.name`,
      of: sql<FeeTerms['of']>`CASE WHEN ${own} THEN ${accounts.brandFeeOf} ELSE p.partner_fee_of END`,
      bps: sql<number | null>`CASE WHEN ${own} THEN ${accounts.brandFeeBps} ELSE p.partner_fee_bps END`,
    })
    .from(accounts)
    .leftJoin(sql`${accounts} p`, sql`p.id = ${accounts.managedBy} AND p.type = 'partner'`)
    .where(sql`${accounts.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
  return new Map(rows.map((row) => [row.accountId, { ...row, active: Boolean(row.active) }]));
}

/** `account currency` of the fees that were already decided for a day. */
export async function listFeesDone(ctx: SystemCtx, day: string): Promise<Set<string>> {
  const rows = await mainDb(ctx.env)
    .select({ accountId: brandFees.accountId, currency: brandFees.currency })
    .from(brandFees)
    .where(eq(brandFees.day, day))
    .all();
  return new Set(rows.map((row) => `${row.accountId} ${row.currency}`));
}

export function insertFee(ctx: SystemCtx, row: BrandFeeRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(brandFees).values(row))
    .onDuplicate('brand_fees.account_id', () => new AppError('conflict', 'The day was charged before.'));
}

export async function findFees(ctx: SystemCtx, ids: string[]): Promise<BrandFeeRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(brandFees)
    .where(sql`${brandFees.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
}

/** Changes a fee, provided that it is still as it was read. */
export function saveFee(ctx: SystemCtx, before: BrandFeeRow, changes: Partial<BrandFeeRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(brandFees)
      .set({ ...changes, updatedAt: ctx.now })
      .where(and(eq(brandFees.id, before.id), eq(brandFees.status, before.status))),
    overtaken,
  );
}

/**
 * Charged fees whose commission is now available on the partner's ledger, but for which no payout is due yet.
 */
export async function listFeesNotPayableYet(ctx: SystemCtx, limit: number): Promise<BrandFeeRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(brandFees)
    .where(
      and(
        sql`payout_to_note = 1`,
        sql`NOT EXISTS (SELECT 1 FROM ${ledgerInstructions} WHERE ${ledgerInstructions.subject} = ${brandFees.id}
          AND ${ledgerInstructions.status} = 'open')`,
      ),
    )
    .orderBy(asc(brandFees.id))
    .limit(limit)
    .all();
}

export function saveFeesPayable(ctx: SystemCtx, ids: string[]): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(brandFees)
      .set({ payoutToNote: false })
      .where(sql`${brandFees.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  );
}
