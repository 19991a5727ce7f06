// The pay of a submission, for the response that approves it and for everybody who reads it later.
import type { SystemCtx } from '../../../context.ts';
import { money } from '../../../kit/currencies.ts';
import { iso } from '../../../kit/time.ts';
import { mergePay, type Pay } from '../../work/program-terms/pay.ts';
import type { SubmissionPay } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import type { ApprovalPay, EarnedPay } from '../../work/submissions/submission-pay.ts';
import type { RuleTotals } from './accrual.ts';
import { earnsByRules } from './earns-by-rules.ts';
import { limitInWords, type NamedLimits } from './limit-in-words.ts';
import { limitPay } from './limit-pay.ts';
import { earnApproval } from './rules.ts';
import {
  type EarnedFacts,
  findSubmissionPayFacts,
  type SubmissionPayFacts,
  type WaitingFacts,
} from './submission-pay-store.ts';

/** What the limits took off, in cents. */
interface Cut {
  cap: number;
  budget: number;
}

/**
 * Reads what the rules, or campaigns in their place, pay for a submission. It needs only the ID and one
 * statement, so it runs in parallel with reading the row; the function that it returns then takes the row.
 */
export async function findSubmissionPay(
  ctx: SystemCtx,
  id: string,
): Promise<(row: SubmissionRow) => SubmissionPay> {
  const facts = await findSubmissionPayFacts(ctx, id);
  if (!facts) return () => ({ approvalPay: null, earned: [] });
  const earned = JSON.parse(facts.earned) as EarnedFacts[];
  const waiting = JSON.parse(facts.waiting) as WaitingFacts[];
  // A waiting sale may be the first that the submission earns from its source.
  for (const { campaign } of waiting) {
    const source = campaign === '' ? 'program' : 'paid_ads';
    if (!earned.some((one) => one.source === source && one.campaign === campaign))
      earned.push({ ...NOTHING_EARNED, source, campaign });
  }
  return (row) => {
    const terms = mergePay(JSON.parse(facts.pay) as Pay, row.payOverride);
    return {
      approvalPay: approvalPay(row, terms, facts, earned),
      earned: earned.map((one) => ({
        ...earnedPay(one, terms),
        waiting: waitingFor(one, waiting),
        selfPurchases: selfPurchases(one, waiting),
      })),
    };
  };
}

/** Null where no rule pays for the approval, and where there is none and can be none. */
function approvalPay(
  row: SubmissionRow,
  terms: Pay,
  { budget, spent, paidInProgram }: SubmissionPayFacts,
  all: EarnedFacts[],
): ApprovalPay | null {
  const awaited = row.status === 'review' && row.retainerId === null;
  if (!awaited && !earnsByRules(row)) return null;
  const facts = all.find(({ source, campaign }) => source === 'submission' && campaign === '');
  const told = (status: ApprovalPay['status'], accrued: number, cut: Cut): ApprovalPay => {
    const cuts = cutsOf(cut, { ...terms, byCampaign: false });
    const off = cuts.reduce((sum, { amount }) => sum + amount, 0);
    return { status, amount: accrued - off, currency: terms.currency, cuts };
  };
  if (facts) {
    const { paid, offByCap, offByBudget, cutByCap, cutByBudget } = facts;
    if (paid > 0) return told('paid', paid + offByCap + offByBudget, { cap: offByCap, budget: offByBudget });
    const nothing = cutByCap + cutByBudget;
    if (facts.unpaid === 0 && nothing > 0)
      return told('nothing', nothing, { cap: cutByCap, budget: cutByBudget });
  }
  const more = earnApproval(terms, facts?.rules ?? {}, row.id, row.reviewedAt ?? row.updatedAt).accruals;
  const due = (facts?.unpaid ?? 0) + more.reduce((sum, { amount }) => sum + amount, 0);
  if (due === 0) return null;
  const left = limitPay(due, { cap: terms.cap, paid: paidInProgram, budget, spent, greatest: due });
  return told(awaited ? 'expected' : 'due', due, { cap: left.cutByCap, budget: left.cutByBudget });
}

const NOTHING_EARNED = {
  campaignCap: null,
  rules: {},
  unpaid: 0,
  paid: 0,
  takenBack: 0,
  offByCap: 0,
  offByBudget: 0,
  cutByCap: 0,
  cutByBudget: 0,
};

/** The sales that wait, or with `own` those that the creator bought, which earn nothing. */
function salesOf({ source, campaign }: EarnedFacts, all: WaitingFacts[], own: 0 | 1): WaitingFacts[] {
  if (source !== (campaign === '' ? 'program' : 'paid_ads')) return [];
  return all.filter((one) => one.campaign === campaign && one.own === own);
}

const sumOf = (sales: WaitingFacts[]) => ({
  sales: sales.reduce((sum, one) => sum + one.sales, 0),
  values: sales.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }])),
});

function waitingFor(facts: EarnedFacts, all: WaitingFacts[]): EarnedPay['waiting'] {
  const waiting = salesOf(facts, all, 0);
  if (waiting.length === 0) return null;
  return {
    ...sumOf(waiting),
    nextAt: iso(Math.min(...waiting.map(({ nextAt }) => nextAt))),
    until: iso(Math.max(...waiting.map(({ until }) => until))),
  };
}

function selfPurchases(facts: EarnedFacts, all: WaitingFacts[]): EarnedPay['selfPurchases'] {
  const own = salesOf(facts, all, 1);
  return own.length === 0 ? null : sumOf(own);
}

function earnedPay(facts: EarnedFacts, { cap, currency }: Pay): Omit<EarnedPay, 'waiting' | 'selfPurchases'> {
  const { source, campaign, unpaid: due, paid, takenBack } = facts;
  const limits = { cap: campaign === '' ? cap : facts.campaignCap, currency, byCampaign: campaign !== '' };
  const cut: Cut = {
    cap: facts.offByCap + facts.cutByCap,
    budget: facts.offByBudget + facts.cutByBudget,
  };
  const amount = accruedBy(facts.rules);
  return {
    source,
    campaign: campaign || null,
    amount,
    due,
    paid,
    takenBack,
    cuts: cutsOf(cut, limits),
    currency,
  };
}

const accruedBy = (rules: RuleTotals): number =>
  Object.values(rules).reduce((sum, { accrued }) => sum + accrued, 0);

function cutsOf(cut: Cut, limits: NamedLimits): EarnedPay['cuts'] {
  return (['cap', 'budget'] as const).flatMap((by) => {
    const amount = cut[by];
    if (amount === 0) return [];
    const message = `${limitInWords(by, limits)} reduces it by ${money(amount, limits.currency)}.`;
    return [{ by, amount, message }];
  });
}
