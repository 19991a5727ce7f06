import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { CutBy } from './accrual.ts';

/** What the pay for the approval of a submission follows from. */
export interface ApprovalFacts {
  /** Pay as JSON: the version that the work was sent in under. */
  pay: string;
  budget: number | null;
  spent: number;
  /** What the program's rules have paid the creator. Cents, as everything here. */
  earned: number;
  /** RuleTotals as JSON; null until the approval was counted. */
  rules: string | null;
  unpaid: number | null;
  accrued: number | null;
  cutByCap: number;
  cutByBudget: number;
  nothingLeft: number | null;
  nothingLeftBy: CutBy | null;
}

/** In one statement; undefined where there is no such submission. */
export async function findApprovalFacts(ctx: SystemCtx, id: string): Promise<ApprovalFacts | undefined> {
  return await mainDb(ctx.env).get<ApprovalFacts | undefined>(sql`
    SELECT v.pay AS pay, p.limit_budget AS budget, p.spent AS spent, coalesce(t.amount, 0) AS earned,
      r.rules AS rules, r.unpaid AS unpaid, e.accrued AS accrued,
      coalesce(e.cut_by_cap, 0) AS "cutByCap", coalesce(e.cut_by_budget, 0) AS "cutByBudget",
      sum(a.amount) AS "nothingLeft", max(a.cut_by) AS "nothingLeftBy"
    FROM submissions s
    JOIN programs p ON p.id = s.program_id
    JOIN program_pays v ON v.program_id = s.program_id AND v.version = s.pay_version
    LEFT JOIN pay_totals t ON t.program_id = s.program_id AND t.creator_id = s.creator_id
    LEFT JOIN running_pay r ON r.submission_id = s.id AND r.source = 'submission' AND r.campaign_id = ''
    LEFT JOIN earned_payments e ON e.payment_id = s.payment_id AND e.source = 'submission'
    LEFT JOIN accruals a ON a.submission_id = s.id AND a.source = 'submission' AND a.campaign_id = '' AND a.state = 'cut'
    WHERE s.id = ${id} GROUP BY s.id`);
}
