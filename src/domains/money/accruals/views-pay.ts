// What the views of posts pay, for those who read the posts.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { mergePay, type Pay, type PayOverride } from '../../work/program-terms/pay.ts';
import { netOf, takeBpsOf } from '../payments/interface.ts';
import type { RuleTotals } from './accrual.ts';
import { limitPay } from './limit-pay.ts';
import { earnViews } from './rules.ts';

/** What a creator earns for the views of a work's post. */
export interface ViewsPay {
  /** Cents, after a partner's share. */
  amount: number;
  currency: string;
}

interface Facts {
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

/**
 * By the work's ID: what was paid for its views and what they have earned besides, or, while they were not counted, what
 * these views would earn as the limits stand. Works that do not exist are left out.
 */
export async function findViewsPay(
  ctx: SystemCtx,
  works: readonly { submissionId: string; views: number }[],
): Promise<Map<string, ViewsPay>> {
  if (works.length === 0) return new Map();
  const views = new Map(works.map((one) => [one.submissionId, one.views]));
  const rows = await mainDb(ctx.env).all<Facts>(sql`
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
    WHERE s.id IN (SELECT value FROM json_each(${JSON.stringify([...views.keys()])}))`);
  return new Map(rows.map((row) => [row.id, payOf(row, views.get(row.id)!)]));
}

function payOf(row: Facts, views: number): ViewsPay {
  const override = row.payOverride === null ? null : (JSON.parse(row.payOverride) as PayOverride);
  const terms = mergePay(JSON.parse(row.pay) as Pay, override);
  const { currency, cap } = terms;
  // A retainer pays for this work in the rules' place.
  if (row.retainer !== null) return { amount: 0, currency };
  const before = row.rules === null ? {} : (JSON.parse(row.rules) as RuleTotals);
  const more = earnViews(terms, before, row.id, { views, reportedAt: 0 }).accruals;
  const due = (row.unpaid ?? 0) + more.reduce((sum, { amount }) => sum + amount, 0);
  const { budget, spent, paidInProgram: paid } = row;
  const left = limitPay(due, { cap, paid, budget, spent, greatest: due }).amount;
  return { amount: row.net + netOf(left, row.takeBps), currency };
}
