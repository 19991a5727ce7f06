// Pays a creator: from our balance to the connected account's, and from there to the bank.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { type Attempt, cents, once, searchFrom } from './once.ts';
import type { Outcome } from './outcome.ts';
import { asked, read } from './reading.ts';

const Transfer = z.object({ id: z.string(), amount: z.int(), currency: z.string(), destination: z.string() });
export type Transferred = z.output<typeof Transfer>;

export function transferTo(
  stripe: Stripe,
  input: { account: string; amount: number; currency: string },
  attempt: Attempt,
): Promise<Outcome<Transferred>> {
  const { account: destination, currency } = input;
  const params = { amount: cents(input.amount), currency, destination, metadata: { attempt: attempt.key } };
  const done = (raw: unknown): Outcome<Transferred> => ({ status: 'succeeded', value: read(Transfer, raw) });
  return once(
    attempt,
    async () => done(await stripe.transfers.create(params, { idempotencyKey: attempt.key })),
    async () => {
      const created = { gte: searchFrom(attempt) };
      for await (const transfer of stripe.transfers.list({ destination, created, limit: 100 })) {
        if (transfer.metadata.attempt === attempt.key) return done(transfer);
      }
      return null;
    },
  );
}

const Payout = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  arrival_date: z.int(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
});

export interface SentPayout {
  id: string;
  amount: number;
  currency: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  /** In milliseconds. */
  arrivesAt: number;
  failureCode: string | null;
  failureMessage: string | null;
  /** The amount that reaches the bank if Stripe converts it; null if Stripe does not. */
  delivered: { amount: number; currency: string } | null;
}

function present(raw: unknown): SentPayout {
  const payout = read(Payout, raw);
  const { id, amount, currency, status, arrival_date: at } = payout;
  const failure = { failureCode: payout.failure_code, failureMessage: payout.failure_message };
  return { id, amount, currency, status, arrivesAt: at * 1000, ...failure, delivered: null };
}

/** Sends a payout with the attempt's key in its metadata, from the balance that `options` name, or from ours. */
export function sendPayout(
  stripe: Stripe,
  fields: Pick<Stripe.PayoutCreateParams, 'amount' | 'currency' | 'method' | 'payout_method'>,
  options: Pick<Stripe.RequestOptions, 'stripeAccount'>,
  attempt: Attempt,
): Promise<Outcome<SentPayout>> {
  const params = { ...fields, amount: cents(fields.amount), metadata: { attempt: attempt.key } };
  const done = (raw: unknown): Outcome<SentPayout> => ({ status: 'succeeded', value: present(raw) });
  return once(
    attempt,
    async () => done(await stripe.payouts.create(params, { ...options, idempotencyKey: attempt.key })),
    async () => {
      const created = { gte: searchFrom(attempt) };
      for await (const payout of stripe.payouts.list({ created, limit: 100 }, options)) {
        if (payout.metadata?.attempt === attempt.key) return done(payout);
      }
      return null;
    },
  );
}

/** `succeeded` only means that Stripe accepted it. Its status tells whether it arrives, and may still change. */
export function payOut(
  stripe: Stripe,
  input: { account: string; amount: number; currency: string; method: 'standard' | 'instant' },
  attempt: Attempt,
): Promise<Outcome<SentPayout>> {
  const { account: stripeAccount, ...fields } = input;
  return sendPayout(stripe, fields, { stripeAccount }, attempt);
}

/** The current state of a payout. Throws unavailable or provider_error. */
export async function readPayout(stripe: Stripe, account: string, id: string): Promise<SentPayout> {
  return present(await asked(() => stripe.payouts.retrieve(id, {}, { stripeAccount: account })));
}
