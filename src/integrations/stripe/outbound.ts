// Pays a recipient of Global Payouts: from our balance to our financial account, and from there to the bank.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { type Attempt, cents, once, searchFrom } from './once.ts';
import type { Outcome } from './outcome.ts';
import { type SentPayout, sendPayout } from './payouts.ts';
import { asked, read } from './reading.ts';

const Amount = z.object({ value: z.int(), currency: z.string() });
const Reason = z.object({ reason: z.string() }).nullish();
const OutboundPayment = z.object({
  id: z.string(),
  amount: Amount,
  created: z.iso.datetime(),
  expected_arrival_date: z.iso.datetime().nullish(),
  status: z.enum(['processing', 'posted', 'failed', 'returned', 'canceled']),
  status_details: z.object({ processing: Reason, failed: Reason, returned: Reason }).nullish(),
  to: z.object({ credited: Amount }),
});

/** The longest that a transfer to a bank takes, for when Stripe reports no arrival date. */
const ARRIVES_WITHIN_MS = 5 * 86_400_000;

const STATUS = {
  processing: 'in_transit',
  posted: 'paid',
  failed: 'failed',
  returned: 'failed',
  canceled: 'canceled',
} as const;

function present(raw: unknown): SentPayout {
  const { id, amount, status, to, ...payment } = read(OutboundPayment, raw);
  const { processing, failed, returned } = payment.status_details ?? {};
  const expected = payment.expected_arrival_date;
  const came = STATUS[status];
  return {
    id,
    amount: amount.value,
    currency: amount.currency,
    status: status === 'processing' && processing?.reason === 'under_review' ? 'pending' : came,
    arrivesAt: expected ? Date.parse(expected) : Date.parse(payment.created) + ARRIVES_WITHIN_MS,
    failureCode: came === 'failed' ? (returned?.reason ?? failed?.reason ?? 'unknown_failure') : null,
    failureMessage: null,
    delivered: { amount: to.credited.value, currency: to.credited.currency },
  };
}

/**
 * Pays a recipient from our financial account. Without a payout method Stripe uses the recipient's default. The bank
 * gets its own currency, converted by Stripe: see `delivered`. `succeeded` only means that Stripe accepted it. Its
 * status tells whether it arrives, and may still change after `paid`.
 */
export function payOutbound(
  stripe: Stripe,
  input: {
    financialAccount: string;
    recipient: string;
    payoutMethod: string | null;
    amount: number;
    currency: string;
  },
  attempt: Attempt,
): Promise<Outcome<SentPayout>> {
  const { financialAccount: financial_account, recipient, payoutMethod, currency } = input;
  const params: Stripe.V2.MoneyManagement.OutboundPaymentCreateParams = {
    amount: { value: cents(input.amount), currency },
    from: { financial_account, currency },
    to: { recipient, ...(payoutMethod ? { payout_method: payoutMethod } : {}) },
    metadata: { attempt: attempt.key },
  };
  const payments = stripe.v2.moneyManagement.outboundPayments;
  const done = (raw: unknown): Outcome<SentPayout> => ({ status: 'succeeded', value: present(raw) });
  return once(
    attempt,
    async () => done(await payments.create(params, { idempotencyKey: attempt.key })),
    async () => {
      const from = searchFrom(attempt) * 1000;
      for await (const payment of payments.list({ recipient, limit: 20 })) {
        if (Date.parse(payment.created) < from) continue;
        if (payment.metadata?.attempt === attempt.key) return done(payment);
      }
      return null;
    },
  );
}

/** The current state of an outbound payment. Throws unavailable or provider_error. */
export async function readOutbound(stripe: Stripe, id: string): Promise<SentPayout> {
  return present(await asked(() => stripe.v2.moneyManagement.outboundPayments.retrieve(id)));
}

/** Moves money from our balance to our financial account. It has arrived when the status is `paid`. */
export function fundFinancialAccount(
  stripe: Stripe,
  input: { financialAccount: string; amount: number; currency: string },
  attempt: Attempt,
): Promise<Outcome<SentPayout>> {
  const { financialAccount: payout_method, ...fields } = input;
  return sendPayout(stripe, { ...fields, payout_method }, {}, attempt);
}
