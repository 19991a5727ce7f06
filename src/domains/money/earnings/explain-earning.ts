// Why somebody earned something and where the money is, from what happened to the payout: each step with its records
// and numbers.
import type { SystemCtx } from '../../../context.ts';
import { inWords } from '../../../kit/currencies.ts';
import { toPercent } from '../../../kit/money.ts';
import { iso } from '../../../kit/time.ts';
import { termsOf, workById } from '../../work/submissions/interface.ts';
import type { EarningDetail } from '../ledger/journal-lists.ts';
import { findPayment } from '../payments/interface.ts';
import type { PaymentRow } from '../payments/table.ts';
import { type BrandFeeRow, findFeeOfEarning } from './brand-fee-store.ts';
import { explainAccrual } from './explain-accrual.ts';
import type { ExplanationStep } from './explanation.ts';
import { type EarnedPayment, findEarnedPayment, listAccruals, sumAccruals } from './store.ts';

/** Reasons that are told one by one; the others are told as a sum. */
const REASONS_SHOWN = 20;

/** The chain behind an earning: event, attribution, rule, limit, payment, hold, payout. */
export async function explainEarning(ctx: SystemCtx, earning: EarningDetail): Promise<ExplanationStep[]> {
  const end = [holdStep(earning), payoutStep(earning)];
  if (earning.payment !== null) {
    const payment = await findPayment(ctx, earning.payment);
    if (!payment) throw new Error(`${earning.id} has lost its payment`);
    return [...(await reasons(ctx, payment)), ...paymentSteps(payment, earning), ...end];
  }
  const fee = await findFeeOfEarning(ctx, earning.id);
  return fee ? [...feeSteps(fee), ...end] : end;
}

async function reasons(ctx: SystemCtx, payment: PaymentRow): Promise<ExplanationStep[]> {
  const earned = await findEarnedPayment(ctx, payment.id);
  return earned ? await byRules(ctx, payment, earned) : [withoutRules(payment)];
}

async function byRules(
  ctx: SystemCtx,
  payment: PaymentRow,
  earned: EarnedPayment,
): Promise<ExplanationStep[]> {
  const row = (await workById(ctx, [earned.submissionId])).get(earned.submissionId);
  if (!row) throw new Error(`${payment.id} has lost its submission`);
  const terms = await termsOf(ctx, row);
  const shown = await listAccruals(ctx, payment.id, REASONS_SHOWN);
  const all = await sumAccruals(ctx, payment.id);
  const steps = shown.flatMap((accrual) => explainAccrual(accrual, terms));
  const { currency } = payment;
  if (all.count > shown.length) {
    const amount = all.amount - shown.reduce((sum, one) => sum + one.amount, 0);
    steps.push({
      step: 'rule',
      text: `${all.count - shown.length} more of the kind came to ${inWords(amount, currency)}.`,
      records: [earned.submissionId],
      amount,
      currency,
      at: null,
    });
  }
  return [...steps, ...limitSteps(payment, earned)];
}

function limitSteps(payment: PaymentRow, earned: EarnedPayment): ExplanationStep[] {
  const { currency } = payment;
  const step = (cut: number, text: string): ExplanationStep[] =>
    cut === 0
      ? []
      : [
          {
            step: 'limit',
            text: `${inWords(earned.accrued, currency)} had been earned. ${text} cut ${inWords(cut, currency)} off it.`,
            records: payment.programId === null ? [] : [payment.programId],
            amount: -cut,
            currency,
            at: iso(payment.createdAt),
          },
        ];
  return [
    ...step(earned.cutByCap, 'The most that one creator earns in the program'),
    ...step(earned.cutByBudget, "The program's budget"),
  ];
}

/** A payment that no program rule made. */
function withoutRules(payment: PaymentRow): ExplanationStep {
  const text =
    payment.retainerId !== null
      ? 'A period of the retainer ended.'
      : `The brand decided to pay this${payment.note === null ? '' : `: ${payment.note}`}.`;
  const records = [payment.retainerId, payment.programId, payment.submissionId].filter((id) => id !== null);
  const { amount, currency } = payment;
  return { step: 'event', text, records, amount, currency, at: iso(payment.createdAt) };
}

const STATUS_IN_WORDS: Record<PaymentRow['status'], string> = {
  pending_approval: 'It waits for the brand to approve it.',
  processing: "The brand's card is charged for it with the next daily charge.",
  succeeded: 'The brand was charged for it.',
  failed: 'It was rejected, or the brand could not be charged so far.',
  disputed: 'The brand disputes it.',
  refunded: 'It was refunded to the brand.',
};

function paymentSteps(payment: PaymentRow, earning: EarningDetail): ExplanationStep[] {
  const { amount, partnerFee, net, currency } = payment;
  const take =
    partnerFee === 0
      ? ''
      : ` The creator's partner takes ${inWords(partnerFee, currency)} of it, the creator earns ${inWords(net, currency)}.`;
  const back =
    earning.source === 'adjustment' ? ` ${inWords(earning.net, currency)} of it was taken back.` : '';
  return [
    {
      step: 'payment',
      text: `The payment is of ${inWords(amount, currency)}.${take} ${STATUS_IN_WORDS[payment.status]}${back}`,
      records: [payment.id],
      amount,
      currency,
      at: iso(payment.createdAt),
    },
  ];
}

/** A partner's fee on a brand. */
function feeSteps(fee: BrandFeeRow): ExplanationStep[] {
  const { currency, base, amount } = fee;
  const what =
    fee.of === 'gmv' ? 'Confirmed sales that creators brought the brand' : 'What became known of ad spend';
  const charged =
    fee.status === 'charged'
      ? 'The brand was charged for it.'
      : fee.status === 'failed'
        ? 'The brand could not be charged so far.'
        : "The brand's card is charged for it with the next daily charge.";
  const common = { records: [fee.accountId], currency };
  return [
    {
      step: 'event',
      text: `${what} on ${fee.day} came to ${inWords(base, currency)}.`,
      ...common,
      amount: base,
      at: null,
    },
    {
      step: 'rule',
      text: `The brand fee is ${toPercent(fee.bps ?? 0)} % of ${fee.of === 'gmv' ? 'sales' : 'ad spend'}.`,
      ...common,
      amount,
      at: null,
    },
    {
      step: 'payment',
      text: `The fee is ${inWords(amount, currency)}. ${charged}`,
      records: [fee.id],
      currency,
      amount,
      at: iso(fee.createdAt),
    },
  ];
}

function holdStep(earning: EarningDetail): ExplanationStep {
  const until = earning.holdUntilAt === null ? null : iso(earning.holdUntilAt);
  const text = {
    pending: until ? `It is held until ${until}.` : 'It is available once the brand was charged.',
    held: 'It is held while the payment is disputed.',
    available: 'Nothing holds it any more.',
    paid: 'Nothing holds it any more.',
  }[earning.status];
  const { net: amount, currency } = earning;
  return { step: 'hold', text, records: [earning.id], amount, currency, at: until };
}

function payoutStep(earning: EarningDetail): ExplanationStep {
  const { net: amount, currency, payout } = earning;
  const paid =
    payout === null ? 'It is settled in the payout balance.' : 'It was moved to the payout balance.';
  return {
    step: 'payout',
    text: earning.status === 'paid' ? paid : 'It is not in the payout balance yet.',
    records: payout === null ? [] : [payout],
    amount: earning.status === 'paid' ? amount : 0,
    currency,
    at: null,
  };
}
