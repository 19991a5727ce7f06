import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { RuleTotals, Source } from './accrual.ts';

/** What a submission has earned from one source. All amounts are in cents. */
export interface EarnedFacts {
  source: Source;
  /** Empty when the program's rules pay. */
  campaign: string;
  campaignCap: number | null;
  rules: RuleTotals;
  unpaid: number;
  /** Paid in payments that are still valid, and in payments that were reversed. */
  paid: number;
  takenBack: number;
  /** What the limits cut off payments, and what they cut to nothing. */
  offByCap: number;
  offByBudget: number;
  cutByCap: number;
  cutByBudget: number;
}

/** What the pay for a submission is calculated from. */
export interface SubmissionPayFacts {
  /** The pay terms as JSON, in the version that the submission was made under. */
  pay: string;
  budget: number | null;
  spent: number;
  /** What the program's rules have paid the creator. */
  paidInProgram: number;
  /** EarnedFacts of each source as JSON. */
  earned: string;
  /** WaitingFacts of each campaign and currency as JSON. */
  waiting: string;
}

/** Sales that have not matured, or that the creator bought. */
export interface WaitingFacts {
  campaign: string;
  currency: string | null;
  sales: number;
  amount: number;
  /** 1 for what the creator bought, which earns nothing. */
  own: number;
  nextAt: number;
  until: number;
}

/** Reads everything in one statement; undefined when there is no such submission. */
export async function findSubmissionPayFacts(
  ctx: SystemCtx,
  id: string,
): Promise<SubmissionPayFacts | undefined> {
  return await mainDb(ctx.env).get<SubmissionPayFacts | undefined>(sql`
    SELECT v.pay AS pay, p.limit_budget AS budget, p.spent AS spent, coalesce(t.amount, 0) AS "paidInProgram",
      (SELECT json_group_array(json_object('source', r.source, 'campaign', r.campaign_id, 'campaignCap', c.cap,
          'rules', json(r.rules), 'unpaid', r.unpaid, 'paid', coalesce(e.paid, 0), 'takenBack', coalesce(e.back, 0),
          'offByCap', coalesce(e.cap, 0), 'offByBudget', coalesce(e.budget, 0), 'cutByCap', r.cut_by_cap,
          'cutByBudget', r.cut_by_budget))
        FROM running_pay r LEFT JOIN campaign_pays c ON c.campaign_id = r.campaign_id
        LEFT JOIN (SELECT m.source, m.campaign_id, sum(m.cut_by_cap) AS cap, sum(m.cut_by_budget) AS budget,
            sum(iif(y.closed_at IS NULL, y.amount, 0)) AS paid, sum(iif(y.closed_at IS NULL, 0, y.amount)) AS back
          FROM payments y JOIN earned_payments m ON m.payment_id = y.id WHERE y.submission_id = ${id} GROUP BY 1, 2) e
          ON e.source = r.source AND e.campaign_id = r.campaign_id
        WHERE r.submission_id = ${id}) AS earned,
      (SELECT json_group_array(json_object('campaign', w.campaign_id, 'currency', w.currency, 'sales', w.sales,
          'amount', w.amount, 'own', w.self_purchase, 'nextAt', w.next, 'until', w.last))
        FROM (SELECT campaign_id, iif(value_cents IS NULL, NULL, currency) AS currency, self_purchase, count(*) AS sales,
            sum(coalesce(value_cents, 0)) AS amount, max(min(matures_at), ${ctx.now}) AS next,
            max(max(matures_at), ${ctx.now}) AS last
          FROM waiting_sales WHERE submission_id = ${id} GROUP BY 1, 2, 3) w) AS waiting
    FROM submissions s
    JOIN programs p ON p.id = s.program_id
    JOIN program_pays v ON v.program_id = s.program_id AND v.version = s.pay_version
    LEFT JOIN pay_totals t ON t.program_id = s.program_id AND t.creator_id = s.creator_id
    WHERE s.id = ${id}`);
}
