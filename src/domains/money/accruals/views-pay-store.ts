import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { takeBpsOf } from '../payments/interface.ts';

/** What the pay for a post's views is calculated from. Amounts are in cents. */
export interface ViewsPayFacts {
  id: string;
  pay: string;
  payOverride: string | null;
  retainer: string | null;
  budget: number | null;
  spent: number;
  paidInProgram: number;
  takeBps: number;
  rules: string | null;
  unpaid: number | null;
  net: number;
}

/** Reads it for all of these submissions in one statement; those that do not exist are left out. */
export async function listViewsPayFacts(ctx: SystemCtx, submissionIds: SQL): Promise<ViewsPayFacts[]> {
  return await mainDb(ctx.env).all<ViewsPayFacts>(sql`
    SELECT s.id AS id, v.pay AS pay, s.pay_override AS "payOverride", s.retainer_id AS retainer,
      p.limit_budget AS budget, p.spent AS spent, coalesce(t.amount, 0) AS "paidInProgram",
      ${takeBpsOf(sql`s.account_id`, sql`s.creator_id`)} AS "takeBps", r.rules AS rules, r.unpaid AS unpaid,
      coalesce((SELECT sum(y.net) FROM payments y WHERE y.submission_id = s.id AND y.source = 'organic'
        AND y.campaign_id IS NULL AND y.closed_at IS NULL), 0) AS net
    FROM submissions s
    JOIN programs p ON p.id = s.program_id
    JOIN program_pays v ON v.program_id = s.program_id AND v.version = s.pay_version
    LEFT JOIN pay_totals t ON t.program_id = s.program_id AND t.creator_id = s.creator_id
    LEFT JOIN running_pay r ON r.submission_id = s.id AND r.source = 'organic' AND r.campaign_id = ''
    WHERE s.id IN (${submissionIds})`);
}
