// Puts a payment, its outcome and its earning into words.
import { money } from '../../../kit/currencies.ts';
import { toPercent, WHOLE_BPS } from '../../../kit/money.ts';
import { day, iso, isoOrNull } from '../../../kit/time.ts';
import type { BrandFeeRow } from '../brand-fees/interface.ts';
import type { EarningDetail } from '../ledger/journal-lists.ts';
import type { PaymentRow } from '../payments/table.ts';
import { payoutProblemInWords } from '../payout-accounts/payout-account.ts';
import type { ExplanationStep } from './explanation.ts';

/** The payment and how it is shared: the creator gets what is left after the partner's share. */
export function paymentSteps(payment: PaymentRow, earning: EarningDetail): ExplanationStep[] {
  const { amount, currency } = payment;
  return [
    {
      step: 'payment',
      text: `The payment is ${money(amount, currency)}. ${becameOf(payment)}`,
      records: [payment.id],
      amount,
      currency,
      at: iso(payment.createdAt),
    },
    ...shareSteps(payment, earning),
    ...takenBackSteps(payment, earning),
  ];
}

function becameOf(payment: PaymentRow): string {
  const { status, approvedAt, succeededAt, disputedAt, updatedAt } = payment;
  switch (status) {
    case 'pending_approval':
      return 'The brand has not approved it yet.';
    case 'processing':
      return `The brand approved it on ${day(approvedAt!)}. The next daily charge collects it.`;
    case 'succeeded':
      return `The brand was charged for it on ${day(succeededAt!)}.`;
    case 'disputed':
      return `The brand disputed it on ${day(disputedAt!)}. ${payment.closedAt === null ? "The service's staff will decide." : closedBy(payment)}`;
    case 'refunded':
      return closedBy(payment);
    case 'failed':
      return payment.closedAt === null
        ? `The brand's card could not be charged for it by ${day(updatedAt)}. It will be charged once the brand adds another card.`
        : closedBy(payment);
  }
}

/** How and when the payment was closed. */
function closedBy({ closedAt, disputeOutcome, resolvedAt, failureMessage, cause }: PaymentRow): string {
  if (disputeOutcome === 'refund')
    return `The service's staff decided the dispute in the brand's favor on ${day(resolvedAt ?? closedAt!)}.`;
  const when = day(closedAt!);
  if (failureMessage === null) return `The brand's card was refunded on ${when}.`;
  if (cause.startsWith('request:')) return `${failureMessage.replace(/\.$/, '')}, on ${when}.`;
  return `The brand rejected it on ${when}: ${failureMessage.replace(/\.$/, '')}.`;
}

function shareSteps(payment: PaymentRow, { source, fee }: EarningDetail): ExplanationStep[] {
  const { amount, partnerFee, net, currency, takeBps } = payment;
  if (takeBps === null) return [];
  const rate = `${toPercent(takeBps)}% of it, `;
  const rounded = (amount * takeBps) % WHOLE_BPS !== 0 ? ' (rounded half up)' : '';
  // A partner's own earning is the share; a creator's earning, or its reversal, is the rest.
  const own = source === 'partner_commission' || (source === 'adjustment' && fee === 0);
  const text = own
    ? `The partner takes ${rate}${money(partnerFee, currency)}${rounded}, which is this earning.`
    : `The creator's partner takes ${rate}${money(partnerFee, currency)}${rounded}; the creator earns ${money(net, currency)}.`;
  const taken = own ? partnerFee - amount : -partnerFee;
  return [
    { step: 'share', text, records: [payment.id], amount: taken, currency, at: iso(payment.createdAt) },
  ];
}

/** An earning that was already paid out is taken back by another one with a negative amount. */
function takenBackSteps(payment: PaymentRow, earning: EarningDetail): ExplanationStep[] {
  if (earning.source !== 'adjustment') return [];
  const what = money(-earning.net, earning.currency);
  return [
    {
      step: 'taken_back',
      text: `It had already been paid out. ${closedBy(payment)} ${what} was therefore taken back on ${day(earning.occurredAt)}.`,
      records: [payment.id, earning.id],
      amount: earning.net,
      currency: earning.currency,
      at: isoOrNull(payment.closedAt) ?? iso(earning.occurredAt),
    },
  ];
}

/** Explains a partner's fee on a brand. */
export function feeSteps(fee: BrandFeeRow): ExplanationStep[] {
  const { currency, base, amount } = fee;
  const what = fee.of === 'gmv' ? 'Confirmed sales through creators' : 'Newly reported ad spend';
  const charged =
    fee.status === 'charged'
      ? 'The brand was charged for it.'
      : fee.status === 'failed'
        ? 'The brand could not be charged yet.'
        : 'The next daily charge collects it.';
  const common = { records: [fee.accountId], currency };
  return [
    {
      step: 'event',
      text: `${what} on ${fee.day} came to ${money(base, currency)}.`,
      ...common,
      amount: base,
      at: null,
    },
    {
      step: 'rule',
      text: `The brand fee is ${toPercent(fee.bps ?? 0)}% of ${fee.of === 'gmv' ? 'sales' : 'ad spend'}.`,
      ...common,
      amount,
      at: null,
    },
    {
      step: 'payment',
      text: `The fee is ${money(amount, currency)}. ${charged}`,
      records: [fee.id],
      currency,
      amount,
      at: iso(fee.createdAt),
    },
  ];
}

export function holdStep(earning: EarningDetail): ExplanationStep {
  const until = earning.holdUntilAt === null ? null : iso(earning.holdUntilAt);
  const text = {
    pending: until
      ? `It is on hold until ${until}.`
      : 'It becomes available once the brand has been charged.',
    held: 'It is on hold while the payment is disputed.',
    available: 'It is no longer on hold.',
    paid: 'It is no longer on hold.',
  }[earning.status];
  const { net: amount, currency } = earning;
  return { step: 'hold', text, records: [earning.id], amount, currency, at: until };
}

export function payoutStep(
  earning: EarningDetail,
  payment: PaymentRow | null,
  paidAt: number | null,
): ExplanationStep {
  const { net: amount, currency, payout, status } = earning;
  return {
    step: 'payout',
    text: whereItIs(earning, payment, paidAt),
    records: payout === null ? [] : [payout],
    amount: status === 'paid' ? amount : 0,
    currency,
    at: isoOrNull(paidAt),
  };
}

function whereItIs(earning: EarningDetail, payment: PaymentRow | null, paidAt: number | null): string {
  const { status, net, currency, payout, owedPaid, occurredAt } = earning;
  const what = money(Math.abs(net), currency);
  if (status !== 'paid')
    return payment?.payoutProblem
      ? `It is not in the payout balance. ${payoutProblemInWords(payment.payoutProblem, currency, 'paid')}`
      : 'It is not in the payout balance yet.';
  if (payout !== null)
    return `${what} moved to the payout balance${paidAt === null ? '' : ` on ${day(paidAt)}`} with payout ${payout}.${owedPaid > 0 ? ` ${money(owedPaid, currency)} of that payout covered an amount that was owed.` : ''}`;
  if (net < 0)
    return `${what} was taken from the payout balance on ${day(occurredAt)}. Whatever the balance did not cover is owed, and later earnings pay it off first.`;
  return `${what} was added to the payout balance on ${day(occurredAt)}.`;
}
