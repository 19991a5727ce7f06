// What the views of posts pay, for those who read the posts.
import type { SystemCtx } from '../../../context.ts';
import { mergePay, type Pay, type PayOverride } from '../../work/program-terms/pay.ts';
import { netOf } from '../payments/interface.ts';
import type { RuleTotals } from './accrual.ts';
import { limitPay } from './limit-pay.ts';
import { earnViews } from './rules.ts';
import { listViewsPayFacts, type ViewsPayFacts } from './views-pay-store.ts';

/** What a creator earns for the views of a post. */
export interface ViewsPay {
  /** Cents, after a partner's share. */
  amount: number;
  currency: string;
}

/**
 * Reads what the pay for the views of submissions needs. What it returns tells by submission what was paid for its views and
 * what they have earned besides, or, while they were not counted, what `views` would earn as the limits stand.
 * @param submissionIds SQL that selects them.
 */
export async function findViewsPay(
  ctx: SystemCtx,
  submissionIds: Parameters<typeof listViewsPayFacts>[1],
): Promise<(submissionId: string, views: number) => ViewsPay> {
  const facts = new Map((await listViewsPayFacts(ctx, submissionIds)).map((row) => [row.id, row]));
  return (submissionId, views) => {
    const row = facts.get(submissionId);
    if (!row) throw new Error(`the pay of ${submissionId} was not read`);
    return payOf(row, views);
  };
}

function payOf(row: ViewsPayFacts, views: number): ViewsPay {
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
