// What an approval pays, for the answer that gives it and for everybody who reads the work later.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { inWords } from '../../../kit/currencies.ts';
import { mergePay, type Pay } from '../../work/programs/pay.ts';
import type { ApprovalPay, SubmissionRow } from '../../work/submissions/submission.ts';
import type { CutBy, RuleTotals } from './accrual.ts';
import { earnsByRules } from './earns-by-rules.ts';
import { limitPay } from './limit-pay.ts';
import { earnApproval } from './rules.ts';

interface Facts {
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

/**
 * What the rules pay for the approval of a submission, by its ID: in one statement, so that it is asked beside the row. What
 * comes back says it of the row; null for work that is not approved, that a retainer pays, or whose approval no rule pays.
 */
export async function findApprovalPay(
  ctx: SystemCtx,
  id: string,
): Promise<(row: SubmissionRow) => ApprovalPay | null> {
  const facts = await mainDb(ctx.env).get<Facts | undefined>(sql`
    SELECT v.pay AS pay, p.limit_budget AS budget, p.spent AS spent, coalesce(t.amount, 0) AS earned,
      r.rules AS rules, r.unpaid AS unpaid, e.accrued AS accrued,
      coalesce(e.cut_by_cap, 0) AS "cutByCap", coalesce(e.cut_by_budget, 0) AS "cutByBudget",
      (SELECT sum(a.amount) FROM accruals a WHERE a.submission_id = s.id AND a.source = 'submission'
        AND a.campaign_id = '' AND a.state = 'cut') AS "nothingLeft",
      (SELECT max(a.cut_by) FROM accruals a WHERE a.submission_id = s.id AND a.source = 'submission'
        AND a.campaign_id = '' AND a.state = 'cut') AS "nothingLeftBy"
    FROM submissions s
    JOIN programs p ON p.id = s.program_id
    JOIN program_pays v ON v.program_id = s.program_id AND v.version = s.pay_version
    LEFT JOIN pay_totals t ON t.program_id = s.program_id AND t.creator_id = s.creator_id
    LEFT JOIN running_pay r ON r.submission_id = s.id AND r.source = 'submission' AND r.campaign_id = ''
    LEFT JOIN earned_payments e ON e.payment_id = s.payment_id AND e.source = 'submission'
    WHERE s.id = ${id}`);
  return (row) => (facts && earnsByRules(row) ? approvalPay(row, facts) : null);
}

function approvalPay(row: SubmissionRow, facts: Facts): ApprovalPay | null {
  const terms = mergePay(JSON.parse(facts.pay) as Pay, row.payOverride);
  const told = (status: ApprovalPay['status'], accrued: number, byCap: number, byBudget: number) => ({
    ...{ status, amount: accrued - byCap - byBudget, currency: terms.currency },
    cuts: [...cut(terms, 'cap', byCap), ...cut(terms, 'budget', byBudget)],
  });
  const { accrued, cutByCap, cutByBudget, nothingLeft, nothingLeftBy, unpaid } = facts;
  if (accrued !== null) return told('paid', accrued, cutByCap, cutByBudget);
  if (!unpaid && nothingLeft) {
    const byBudget = nothingLeftBy === 'budget' ? nothingLeft : 0;
    return told('nothing', nothingLeft, nothingLeft - byBudget, byBudget);
  }
  const counted = facts.rules === null ? {} : (JSON.parse(facts.rules) as RuleTotals);
  const more = earnApproval(terms, counted, row.id, row.reviewedAt ?? row.updatedAt).accruals;
  const due = (unpaid ?? 0) + more.reduce((sum, { amount }) => sum + amount, 0);
  if (due === 0) return null;
  const { budget, spent, earned } = facts;
  const left = limitPay(due, { cap: terms.cap, paid: earned, budget, spent, greatest: due });
  return told('due', due, left.cutByCap, left.cutByBudget);
}

function cut({ cap, currency }: Pay, by: CutBy, amount: number): ApprovalPay['cuts'] {
  if (amount === 0) return [];
  const what = inWords(amount, currency);
  const message =
    by === 'budget'
      ? `The program's budget cuts ${what} off it.`
      : `The most that one creator earns in the program${cap === null ? '' : `, ${inWords(cap, currency)},`} cuts ${what} off it.`;
  return [{ by, amount, message }];
}
