// Explains why somebody earned something and where the money is, from the event to the payout, with the
// records and numbers of each step.
import type { SystemCtx } from '../../../context.ts';
import { money } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { idRange, type List, listOf, toListPage } from '../../../resource/list-page.ts';
import { mergePay } from '../../work/program-terms/pay.ts';
import type { PeriodPayment } from '../accruals/interface.ts';
import { limitInWords } from '../accruals/limit-in-words.ts';
import { findFeeOfEarning } from '../brand-fees/interface.ts';
import { payBy } from '../campaign-pay/campaign-pay.ts';
import type { EarningDetail } from '../ledger/journal-lists.ts';
import { findPayment } from '../payments/interface.ts';
import type { PaymentRow } from '../payments/table.ts';
import { findPaidAt } from '../payouts/interface.ts';
import { explainAccrual } from './explain-accrual.ts';
import { feeSteps, holdStep, paymentSteps, payoutStep } from './explain-payment.ts';
import type { ExplanationStep } from './explanation.ts';
import {
  type AccrualRow,
  accrualPlace,
  type EarnedPayment,
  findByRules,
  findPeriodPayment,
  listAccruals,
  sumAccruals,
} from './store.ts';

/** The most accruals that one page explains; the others are given as a sum. */
const REASONS_SHOWN = 20;

export interface Explained {
  steps: ExplanationStep[];
  /** The cursor of the next page of accruals; null on the last page. */
  nextCursor: string | null;
}

/**
 * The chain behind an earning: event, attribution, rule, limit, payment, share, hold, payout. With a cursor,
 * only the next page of its accruals. Throws invalid_request for a cursor of another earning.
 */
export async function explainEarning(
  ctx: SystemCtx,
  earning: EarningDetail,
  cursor?: string,
): Promise<Explained> {
  const list = listOf(ctx, `reasons ${earning.id}`);
  const [paid, fee, paidAt] = await Promise.all([
    earning.payment === null ? null : findPaid(ctx, earning, earning.payment, list, cursor),
    earning.payment === null ? findFeeOfEarning(ctx, earning.id) : null,
    earning.payout === null ? null : findPaidAt(ctx, earning.payout),
  ]);
  const why = paid ? reasons(paid, list, cursor) : NO_REASONS;
  if (cursor !== undefined) {
    if (!why.paged) throw new AppError('invalid_request', 'The cursor does not belong to this earning.');
    return why;
  }
  const payment = paid?.payment ?? null;
  const made = payment ? paymentSteps(payment, earning) : fee ? feeSteps(fee) : [];
  const end = [holdStep(earning), payoutStep(earning, payment, paidAt)];
  return { steps: [...why.steps, ...made, ...end], nextCursor: why.nextCursor };
}

type Reasons = Explained & { paged: boolean };

const NO_REASONS: Reasons = { steps: [], nextCursor: null, paged: false };

/** A payment with what made it. */
interface Paid {
  payment: PaymentRow;
  byRules: Awaited<ReturnType<typeof findByRules>>;
  period: PeriodPayment | null;
  /** A page of its accruals, and one more where another page follows. */
  found: AccrualRow[];
  /** This page and all that follows. */
  rest: { count: number; amount: number };
}

/** Reads all in one trip. */
async function findPaid(
  ctx: SystemCtx,
  earning: EarningDetail,
  id: string,
  list: List,
  cursor: string | undefined,
): Promise<Paid> {
  const { before: from } = idRange(list, 'earning', { limit: REASONS_SHOWN, cursor });
  const [payment, byRules, period, found, rest] = await Promise.all([
    findPayment(ctx, id),
    findByRules(ctx, id),
    findPeriodPayment(ctx, id),
    listAccruals(ctx, id, from, REASONS_SHOWN + 1),
    sumAccruals(ctx, id, from),
  ]);
  if (!payment) throw new Error(`${earning.id} has lost its payment`);
  return { payment, byRules, period, found, rest };
}

function reasons(paid: Paid, list: List, cursor: string | undefined): Reasons {
  if (paid.byRules) return ruled(paid, paid.byRules, list, cursor);
  const steps = paid.period ? byRetainer(paid.payment, paid.period) : [byHand(paid.payment)];
  return { ...NO_REASONS, steps };
}

function ruled(
  { payment, found, rest }: Paid,
  { earned, pay, override, campaign, ...cuts }: NonNullable<Paid['byRules']>,
  list: List,
  cursor: string | undefined,
): Reasons {
  if (!pay) throw new Error(`${payment.id} has lost its submission`);
  const terms = payBy(campaign, mergePay(pay, override));
  const page = toListPage(
    list,
    { limit: REASONS_SHOWN, cursor },
    found.map((one) => ({ ...one, id: accrualPlace(one) })),
  );
  const steps = page.items.flatMap((accrual) => explainAccrual(accrual, terms));
  const { currency } = payment;
  if (page.nextCursor !== null) {
    const amount = rest.amount - page.items.reduce((sum, one) => sum + one.amount, 0);
    steps.push({
      step: 'rule',
      text: `${rest.count - page.items.length} more like these add up to ${money(amount, currency)}.`,
      records: [earned.submissionId],
      amount,
      currency,
      at: null,
    });
  }
  if (cursor === undefined) {
    steps.push(
      ...leftOver(payment, earned, rest.amount),
      ...limitSteps(payment, earned, terms.cap),
      ...cutSteps(payment, earned, cuts, terms.cap),
    );
  }
  return { steps, nextCursor: page.nextCursor, paged: true };
}

/** The amount that did not fit into an earlier payment for the same submission. */
function leftOver(
  payment: PaymentRow,
  { accrued, submissionId }: EarnedPayment,
  own: number,
): ExplanationStep[] {
  const amount = accrued - own;
  if (amount === 0) return [];
  const text = `${money(amount, payment.currency)} was carried over from the previous payment, which had reached the maximum of one payment.`;
  return [{ step: 'rule', text, records: [submissionId], amount, currency: payment.currency, at: null }];
}

type Cuts = Pick<NonNullable<Paid['byRules']>, 'cutByCap' | 'cutByBudget'>;

/**
 * What the same submission earned but the limits cut to nothing, which no payment would mention otherwise.
 */
function cutSteps(
  payment: PaymentRow,
  earned: EarnedPayment,
  { cutByCap, cutByBudget }: Cuts,
  cap: number | null,
): ExplanationStep[] {
  const { currency } = payment;
  const limits = { cap, currency, byCampaign: earned.campaignId !== '' };
  const cuts = [
    ['cap', cutByCap ?? 0],
    ['budget', cutByBudget ?? 0],
  ] as const;
  return cuts.flatMap(([by, cut]) =>
    cut === 0
      ? []
      : [
          {
            step: 'limit',
            text: `This submission earned another ${money(cut, currency)} that was not paid because of ${uncapitalized(limitInWords(by, limits))}. See the cut pay of the submission for details.`,
            records: [earned.submissionId, ...limiters(payment, earned)],
            amount: 0,
            currency,
            at: null,
          },
        ],
  );
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Explains what a retainer pays for a period, or for a submission that was approved after it ended. */
function byRetainer(payment: PaymentRow, period: PeriodPayment): ExplanationStep[] {
  const { currency, note, retainerId, programId, createdAt } = payment;
  const { base, submissions, each, cap, cutByCap } = period;
  const at = iso(createdAt);
  const records = [retainerId, programId].filter((id) => id !== null);
  const steps: ExplanationStep[] = [
    {
      step: 'event',
      text:
        base > 0
          ? `A retainer period ended. ${note ?? ''}`.trim()
          : 'The submission was approved after the retainer had ended.',
      records,
      amount: null,
      currency: null,
      at,
    },
  ];
  const rule = (text: string, about: string[], amount: number) =>
    steps.push({ step: 'rule', text, records: about, amount, currency, at });
  if (base > 0) rule(`The base pay of a period is ${money(base, currency)}.`, records, base);
  for (const id of submissions)
    rule(
      each === 0 ? 'The base pay covers this submission.' : `${money(each, currency)} per approved video.`,
      [id],
      each,
    );
  if (cutByCap > 0)
    steps.push({
      step: 'limit',
      text: `A period pays at most ${money(cap ?? 0, currency)}. That reduced the pay by ${money(cutByCap, currency)}.`,
      records,
      amount: -cutByCap,
      currency,
      at,
    });
  return steps;
}

function limitSteps(payment: PaymentRow, earned: EarnedPayment, cap: number | null): ExplanationStep[] {
  const { currency } = payment;
  const limits = { cap, currency, byCampaign: earned.campaignId !== '' };
  const step = (cut: number, limit: string, then = ''): ExplanationStep[] =>
    cut === 0
      ? []
      : [
          {
            step: 'limit',
            text: `${money(earned.accrued, currency)} was earned. ${limit} reduced it by ${money(cut, currency)}.${then}`,
            records: limiters(payment, earned),
            amount: -cut,
            currency,
            at: iso(payment.createdAt),
          },
        ];
  return [
    ...step(earned.cutByCap, limitInWords('cap', limits)),
    ...step(earned.cutByBudget, limitInWords('budget', limits)),
    ...step(
      earned.accrued - earned.cutByCap - earned.cutByBudget - payment.amount,
      'The maximum of one payment',
      ' The next payment pays the rest.',
    ),
  ];
}

const limiters = ({ programId }: PaymentRow, { campaignId }: EarnedPayment): string[] =>
  [programId ?? '', campaignId].filter((id) => id !== '');

/** Explains a payment that neither a program's rules nor a retainer made. */
function byHand(payment: PaymentRow): ExplanationStep {
  const text = `The brand made this payment${payment.note === null ? '' : `: ${payment.note}`}.`;
  const records = [payment.programId, payment.submissionId].filter((id) => id !== null);
  const { amount, currency } = payment;
  return { step: 'event', text, records, amount, currency, at: iso(payment.createdAt) };
}
