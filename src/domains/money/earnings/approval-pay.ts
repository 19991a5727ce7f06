// What an approval pays, for the answer that gives it and for everybody who reads the work later.
import type { SystemCtx } from '../../../context.ts';
import { inWords } from '../../../kit/currencies.ts';
import { mergePay, type Pay } from '../../work/programs/pay.ts';
import type { ApprovalPay, SubmissionRow } from '../../work/submissions/submission.ts';
import type { CutBy, RuleTotals } from './accrual.ts';
import { type ApprovalFacts, findApprovalFacts } from './approval-pay-store.ts';
import { earnsByRules } from './earns-by-rules.ts';
import { limitPay } from './limit-pay.ts';
import { earnApproval } from './rules.ts';

/**
 * What the rules pay for the approval of a submission, by its ID: in one statement, so that it is asked beside the row. What
 * comes back says it of the row; null for work that is not approved, that a retainer pays, or whose approval no rule pays.
 */
export async function findApprovalPay(
  ctx: SystemCtx,
  id: string,
): Promise<(row: SubmissionRow) => ApprovalPay | null> {
  const facts = await findApprovalFacts(ctx, id);
  return (row) => (facts && earnsByRules(row) ? approvalPay(row, facts) : null);
}

function approvalPay(row: SubmissionRow, facts: ApprovalFacts): ApprovalPay | null {
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
