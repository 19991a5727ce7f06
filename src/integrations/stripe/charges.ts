// Charges a brand's card off-session, and refunds it.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { type Attempt, cents, once, searchFrom } from './once.ts';
import { declined, type Outcome } from './outcome.ts';
import { asked, read } from './reading.ts';

const Intent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  client_secret: z.string().nullable(),
  latest_charge: z.string().nullable(),
  last_payment_error: z
    .object({ code: z.string().optional(), decline_code: z.string().optional() })
    .nullable(),
});

export interface Charge {
  id: string;
  charge: string;
  amount: number;
  currency: string;
}

/** The outcome of a PaymentIntent. Throws provider_error when the input is not one. */
function outcomeOfIntent(raw: unknown): Outcome<Charge> {
  const intent = read(Intent, raw);
  switch (intent.status) {
    case 'succeeded': {
      const { id, amount_received: amount, currency, latest_charge } = intent;
      return { status: 'succeeded', value: { id, charge: latest_charge ?? '', amount, currency } };
    }
    case 'processing':
      return { status: 'processing', id: intent.id };
    case 'requires_payment_method':
      if (intent.last_payment_error?.code !== 'authentication_required') {
        return declined(intent.last_payment_error ?? {}, intent.id);
      }
      return { status: 'requires_action', id: intent.id, clientSecret: intent.client_secret };
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', id: intent.id, clientSecret: intent.client_secret };
    case 'canceled':
      return declined({ code: 'canceled' }, intent.id);
    default:
      return { status: 'unknown', cause: 'provider_error', message: `Status ${intent.status}` };
  }
}

export interface ChargeInput {
  customer: string;
  card: string;
  amount: number;
  currency: string;
  description: string;
  transferGroup?: string;
}

export function chargeOffSession(
  stripe: Stripe,
  input: ChargeInput,
  attempt: Attempt,
): Promise<Outcome<Charge>> {
  const params = {
    amount: cents(input.amount),
    currency: input.currency,
    customer: input.customer,
    payment_method: input.card,
    off_session: true,
    confirm: true,
    description: input.description,
    metadata: { attempt: attempt.key },
    ...(input.transferGroup ? { transfer_group: input.transferGroup } : {}),
  };
  return once(
    attempt,
    async () => outcomeOfIntent(await stripe.paymentIntents.create(params, { idempotencyKey: attempt.key })),
    async () => {
      const created = { gte: searchFrom(attempt) };
      for await (const intent of stripe.paymentIntents.list({
        customer: input.customer,
        created,
        limit: 100,
      })) {
        if (intent.metadata.attempt === attempt.key) return outcomeOfIntent(intent);
      }
      return null;
    },
  );
}

const Refund = z.object({
  id: z.string(),
  status: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
});

export interface Refunded {
  id: string;
  amount: number;
  currency: string;
}

function outcomeOfRefund(raw: unknown): Outcome<Refunded> {
  const { status, ...value } = read(Refund, raw);
  if (status === 'succeeded') return { status, value };
  if (status === 'pending' || status === 'requires_action') return { status: 'processing', id: value.id };
  return { status: 'refused', code: `refund_${status}`, message: 'The refund did not go through.' };
}

export function refundCharge(
  stripe: Stripe,
  input: { paymentIntent: string; amount: number },
  attempt: Attempt,
): Promise<Outcome<Refunded>> {
  const of = { payment_intent: input.paymentIntent };
  const params = { ...of, amount: cents(input.amount), metadata: { attempt: attempt.key } };
  return once(
    attempt,
    async () => outcomeOfRefund(await stripe.refunds.create(params, { idempotencyKey: attempt.key })),
    async () => {
      for await (const refund of stripe.refunds.list({ ...of, limit: 100 })) {
        if (refund.metadata?.attempt === attempt.key) return outcomeOfRefund(refund);
      }
      return null;
    },
  );
}

const Kept = z.object({
  latest_charge: z
    .object({ balance_transaction: z.object({ fee: z.int().min(0), currency: z.string() }).nullable() })
    .nullable(),
});

/** Stripe's fee for a payment; null while it is not known. Throws unavailable or provider_error. */
export async function feeOfCharge(
  stripe: Stripe,
  paymentIntent: string,
): Promise<{ fee: number; currency: string } | null> {
  const expand = ['latest_charge.balance_transaction'];
  const raw = await asked(() => stripe.paymentIntents.retrieve(paymentIntent, { expand }));
  return read(Kept, raw).latest_charge?.balance_transaction ?? null;
}

/** A refund as Stripe has it, whoever created it. */
export interface FoundRefund extends Refunded {
  status: 'succeeded' | 'processing' | 'failed';
  /** The key of our attempt that created it; null if none did. */
  attempt: string | null;
}

/** All refunds of a payment. Throws unavailable or provider_error. */
export async function refundsOf(stripe: Stripe, paymentIntent: string): Promise<FoundRefund[]> {
  const collect = async () => {
    const found: FoundRefund[] = [];
    for await (const raw of stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })) {
      const { id, amount, currency } = read(Refund, raw);
      const { status } = outcomeOfRefund(raw);
      const known = status === 'succeeded' || status === 'processing' ? status : 'failed';
      found.push({ id, amount, currency, status: known, attempt: raw.metadata?.attempt ?? null });
    }
    return found;
  };
  return await asked(collect);
}

/**
 * Makes sure that a failed payment cannot be confirmed later.
 * @returns `declined` once that is certain, `succeeded` when it was too late, otherwise `unknown`: ask again.
 */
export async function cancelCharge(stripe: Stripe, paymentIntent: string): Promise<Outcome<Charge>> {
  try {
    return outcomeOfIntent(await stripe.paymentIntents.cancel(paymentIntent));
  } catch {
    // It may have been canceled or paid before, so its current state decides.
    const now = await readCharge(stripe, paymentIntent).catch(() => null);
    const ended = now?.status === 'succeeded' || (now?.status === 'declined' && now.reason === 'canceled');
    return ended ? now : { status: 'unknown', cause: 'no_answer', message: 'It could not be canceled.' };
  }
}

/** The current state of a charge, for reconciliation. Throws unavailable or provider_error. */
export async function readCharge(stripe: Stripe, paymentIntent: string): Promise<Outcome<Charge>> {
  return outcomeOfIntent(await asked(() => stripe.paymentIntents.retrieve(paymentIntent)));
}
