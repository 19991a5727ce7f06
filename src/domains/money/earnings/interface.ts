// What other domains may ask of earnings besides its verbs.
import { eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { CampaignPay } from './campaign-pay.ts';
import { campaignPays, periodPayments } from './table.ts';

export type { CampaignPay };
export type PeriodPayment = typeof periodPayments.$inferSelect;

/** Adds to ctx.write what a retainer's payment is made of, so that it can be explained. */
export function notePeriodPayment(ctx: SystemCtx, row: PeriodPayment): void {
  ctx.write.add(mainDb(ctx.env).insert(periodPayments).values(row));
}

/**
 * Adds to ctx.write what a campaign pays its creators from now on in place of their programs' rules; with null they are paid
 * by those. What was counted before stays as it was counted: whoever asks sees to it that no ad has run by then.
 */
export function setCampaignPay(ctx: SystemCtx, campaignId: string, pay: CampaignPay | null): void {
  const db = mainDb(ctx.env);
  if (pay === null) {
    ctx.write.add(db.delete(campaignPays).where(eq(campaignPays.campaignId, campaignId)));
    return;
  }
  ctx.write.add(
    db.insert(campaignPays).values(pay).onConflictDoUpdate({ target: campaignPays.campaignId, set: pay }),
  );
}

/** Adds to ctx.write that a campaign shows this work. It stays so: what an ad brought may come to light when it is gone. */
export function addCampaignWork(ctx: SystemCtx, campaignId: string, submissions: readonly string[]): void {
  if (submissions.length === 0) return;
  ctx.write.addSql(sql`INSERT INTO campaign_work (campaign_id, submission_id)
    SELECT ${campaignId}, value FROM json_each(${JSON.stringify(submissions)}) WHERE true ON CONFLICT DO NOTHING`);
}

/**
 * Adds to the batch that takes a payment's earnings back for good that it no longer fills the creator's cap, the program's or
 * a campaign's. What it paid stays paid: no accrual opens again. Nothing happens for a payment that no rule made.
 */
export function payTakenBack(ctx: SystemCtx, paymentId: string): void {
  ctx.write.addSql(sql`UPDATE pay_totals SET amount = pay_totals.amount - p.amount
    FROM payments p JOIN earned_payments e ON e.payment_id = p.id AND e.campaign_id = ''
    WHERE p.id = ${paymentId} AND pay_totals.program_id = p.program_id AND pay_totals.creator_id = p.creator_id`);
  ctx.write.addSql(sql`UPDATE campaign_pay_totals SET amount = campaign_pay_totals.amount - p.amount
    FROM payments p JOIN earned_payments e ON e.payment_id = p.id
    WHERE p.id = ${paymentId} AND campaign_pay_totals.campaign_id = e.campaign_id
      AND campaign_pay_totals.creator_id = p.creator_id`);
}
